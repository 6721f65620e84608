import type { ContentImage, ContentText, Margins } from 'pdfmake/interfaces.js';
import type { Image, PhrasingContent } from 'mdast';
import { imageTypes } from '#api/exports/document.ts';
import { exportTexts } from '#api/exports/exports.texts.ts';
import { getText } from '#api/exports/markdown/limitDepth.ts';
import { isSafeLink } from '#api/exports/markdown/links.ts';
import { textWidth } from '#api/exports/textWidth.ts';
import type { PdfContext, Place } from './context.ts';
import { splitByFont, type Family } from './fonts.ts';
import { colors } from './styles.ts';
import type { Tag } from './tags.ts';

/** A run of text in one style, or an image, which pdfmake draws as a block. */
export type Inline = InlineText | { image: ContentImage };
export type InlineText = Partial<Omit<ContentText, 'text' | 'style'>> & { text: string; font: Family };

export const isImage = (inline: Inline): inline is { image: ContentImage } => 'image' in inline;

type Format = Partial<Omit<InlineText, 'text'>>;

const ARABIC = /\p{Script=Arabic}/u;
const ZERO_WIDTH = '\u200c';
/** A word, or its part up to a hyphen, because a line can break after a hyphen. */
const WORD = /[^\s-]+-?/g;
/** Bold text is wider than the estimate. */
const MARGIN = 1.1;
/** Words with fewer characters fit everywhere. */
const LONG_WORD = 6;
const PX_TO_PT = 0.75;
/** Maximum height of an image, as a share of the page. */
const MAX_IMAGE_SHARE = 0.65;

export function toInlines(
  nodes: readonly PhrasingContent[],
  context: PdfContext,
  place: Place,
  format: Format = {},
): Inline[] {
  return nodes.flatMap((node) => toInline(node, context, place, format));
}

function toInline(node: PhrasingContent, context: PdfContext, place: Place, format: Format): Inline[] {
  switch (node.type) {
    case 'text':
      return toTexts(node.value.replaceAll('\n', ' '), place, format);
    case 'inlineCode':
    case 'inlineMath':
      return toTexts(node.value.replaceAll('\n', ' '), place, {
        ...format,
        font: 'Mono',
        fontSize: place.size * 0.9,
        background: colors.fill,
      });
    case 'strong':
      return toInlines(node.children, context, place, { ...format, bold: true });
    case 'emphasis':
      return toInlines(node.children, context, place, { ...format, italics: true });
    case 'delete':
      return toInlines(node.children, context, place, decorate(format, 'lineThrough'));
    case 'underline':
      return toInlines(node.children, context, place, decorate(format, 'underline'));
    case 'subscript':
      return toInlines(node.children, context, place, { ...format, sub: true });
    case 'superscript':
      return toInlines(node.children, context, place, { ...format, sup: true });
    case 'break':
      return [{ text: '\n', font: 'Sans' }];
    case 'link': {
      const children = node.children.length === 0 ? [{ type: 'text' as const, value: node.url }] : node.children;
      return toInlines(children, context, place, toLinkFormat(format, node.url));
    }
    case 'image':
      return toImage(node, context, place, format);
    case 'footnoteReference':
      return [toNoteMark(node.identifier, node.label ?? node.identifier, context)];
    default:
      return toTexts(getText(node), place, format);
  }
}

/** Adds a text decoration and keeps the earlier ones, so that a link can be both underlined and struck through. */
function decorate(format: Format, line: 'underline' | 'lineThrough'): Format {
  // pdfmake accepts several decorations, but its types allow only one.
  return { ...format, decoration: [...[format.decoration ?? []].flat(), line] as never };
}

function toLinkFormat(format: Format, url: string): Format {
  return isSafeLink(url) ? { ...decorate(format, 'underline'), link: url, color: colors.link } : format;
}

/**
 * Runs by font. A word that is wider than the available width can break anywhere; other text breaks only between words.
 */
export function toTexts(text: string, place: Place, format: Format): InlineText[] {
  const { font = 'Sans', ...style } = format;
  const size = (style.fontSize ?? place.size) * MARGIN;
  const isLong = (word: string) => word.length > LONG_WORD && textWidth(word, size) > place.width;
  return splitByFont(text, font).flatMap((run) =>
    splitLongWords(run.text, isLong).map(({ text: part, isLong: isBroken }) => ({
      ...style,
      ...(isBroken ? { wordBreak: 'break-all' as const } : {}),
      text: part,
      font: run.font,
    })),
  );
}

/** A zero-width character in the Arabic font. It gives the text beside Arabic text the same line height. */
export function toStrut(text: string): InlineText[] {
  return ARABIC.test(text) ? [{ text: ZERO_WIDTH, font: 'Arabic' }] : [];
}

function splitLongWords(text: string, isLong: (word: string) => boolean): { text: string; isLong: boolean }[] {
  const parts: { text: string; isLong: boolean }[] = [];
  let from = 0;
  for (const match of text.matchAll(WORD)) {
    if (!isLong(match[0])) continue;
    if (match.index > from) parts.push({ text: text.slice(from, match.index), isLong: false });
    parts.push({ text: match[0], isLong: true });
    from = match.index + match[0].length;
  }
  if (from < text.length) parts.push({ text: text.slice(from), isLong: false });
  return parts;
}

function toNoteMark(identifier: string, label: string, { document, noteNumbers }: PdfContext): InlineText {
  if (!document.footnotes.has(identifier)) return { text: `[${label}]`, font: 'Sans' };
  const number = noteNumbers.get(identifier) ?? noteNumbers.size + 1;
  noteNumbers.set(identifier, number);
  return { text: `[${number}]`, font: 'Sans', sup: true, color: colors.link, linkToDestination: toNoteId(number) };
}

export const toNoteId = (number: number) => `note-${number}`;

function toImage(node: Image, { document }: PdfContext, place: Place, format: Format): Inline[] {
  const image = document.images.get(node.url);
  if (!image) return toTexts(`[${node.alt || exportTexts.image}]`, place, toLinkFormat(format, node.url));
  const [width, height] = [image.width * PX_TO_PT, image.height * PX_TO_PT];
  const scale = Math.min(1, place.width / width, (MAX_IMAGE_SHARE * place.pageHeight) / height);
  // pdfmake draws images from data addresses.
  const data = `data:${imageTypes[image.type]};base64,${Buffer.from(image.bytes).toString('base64')}`;
  const tag: Tag = { role: 'Figure', parent: place.tag, alt: node.alt || exportTexts.image };
  const box = { width: width * scale, height: height * scale, margin: [0, 4, 0, 6] as Margins };
  return [{ image: { image: data, ...box, tag } as ContentImage }];
}
