import {
  ExternalHyperlink,
  FootnoteReferenceRun,
  ImageRun,
  TextRun,
  type IRunOptions,
  type ParagraphChild,
} from 'docx';
import type { Image, PhrasingContent } from 'mdast';
import { splitDirections } from '#api/exports/markdown/direction.ts';
import { getText } from '#api/exports/markdown/limitDepth.ts';
import { isSafeLink } from '#api/exports/markdown/links.ts';
import type { DocxContext } from './context.ts';
import { koreanFont } from './styles.ts';
import { getTextSize } from './template/pageLayout.ts';

/** Twips in a pixel, of which 96 are an inch. */
const PIXEL = 15;
/** An image leaves room for the text around it. */
const MAX_IMAGE_HEIGHT = 0.69;
const HANGUL = /\p{Script=Hangul}/u;

type Format = Pick<
  IRunOptions,
  'bold' | 'italics' | 'strike' | 'underline' | 'subScript' | 'superScript' | 'style' | 'font' | 'size'
>;

export function toRuns(nodes: readonly PhrasingContent[], context: DocxContext, format: Format = {}): ParagraphChild[] {
  return nodes.flatMap((node) => toRun(node, context, format));
}

function toRun(node: PhrasingContent, context: DocxContext, format: Format): ParagraphChild[] {
  switch (node.type) {
    case 'text':
      return toTextRuns(node.value, format);
    case 'inlineMath': {
      const equation = context.toEquation(node.value, false);
      if (equation) return [equation as never];
      return toTextRuns(node.value, { ...format, style: 'CodeCharacter' });
    }
    case 'inlineCode':
      return toTextRuns(node.value, { ...format, style: 'CodeCharacter' });
    case 'strong':
      return toRuns(node.children, context, { ...format, bold: true });
    case 'emphasis':
      return toRuns(node.children, context, { ...format, italics: true });
    case 'delete':
      return toRuns(node.children, context, { ...format, strike: true });
    case 'underline':
      return toRuns(node.children, context, { ...format, underline: {} });
    case 'subscript':
      return toRuns(node.children, context, { ...format, subScript: true });
    case 'superscript':
      return toRuns(node.children, context, { ...format, superScript: true });
    case 'break':
      return [new TextRun({ break: 1 })];
    case 'link': {
      if (!isSafeLink(node.url)) return toRuns(node.children, context, format);
      const children = node.children.length === 0 ? [{ type: 'text' as const, value: node.url }] : node.children;
      return [
        new ExternalHyperlink({
          link: node.url,
          children: toRuns(children, context, { ...format, style: 'Hyperlink' }),
        }),
      ];
    }
    case 'image':
      return [toImage(node, context, format)];
    case 'footnoteReference': {
      const number = context.addFootnote(node.identifier);
      if (number === null) return toTextRuns(`[${node.label ?? node.identifier}]`, format);
      return [new FootnoteReferenceRun(number)];
    }
    default:
      return toTextRuns(getText(node), format);
  }
}

/** Runs of one direction each. Line ends in a text are spaces, as on screen. */
function toTextRuns(text: string, format: Format): TextRun[] {
  return splitDirections(text.replaceAll('\n', ' ')).map(
    ({ text: part, isRightToLeft }) =>
      new TextRun({
        ...format,
        ...(HANGUL.test(part) && !format.style ? { font: koreanFont } : {}),
        text: part,
        ...(isRightToLeft ? { rightToLeft: true } : {}),
      }),
  );
}

function toImage(node: Image, context: DocxContext, format: Format): ParagraphChild {
  const image = context.document.images.get(node.url);
  const description = node.alt ?? '';
  if (!image) {
    const text = toTextRuns(`[${description || context.texts.image}]`, format);
    return isSafeLink(node.url)
      ? new ExternalHyperlink({
          link: node.url,
          children: toTextRuns(`[${description || context.texts.image}]`, { ...format, style: 'Hyperlink' }),
        })
      : (text[0] as TextRun);
  }
  const room = getTextSize(context.page, false);
  const maxHeight = (MAX_IMAGE_HEIGHT * room.height) / PIXEL;
  const scale = Math.min(1, room.width / PIXEL / image.width, maxHeight / image.height);
  return new ImageRun({
    type: image.type,
    data: image.bytes,
    transformation: {
      width: Math.max(1, Math.round(image.width * scale)),
      height: Math.max(1, Math.round(image.height * scale)),
    },
    altText: { name: description || context.texts.image, title: '', description },
  });
}

/** Lines of code as they are, in one run each. */
export function toCodeRuns(text: string): TextRun[] {
  return text
    .split('\n')
    .map((line, index) => new TextRun({ text: line.replaceAll('\t', '    '), ...(index > 0 ? { break: 1 } : {}) }));
}
