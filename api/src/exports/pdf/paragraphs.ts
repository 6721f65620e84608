import type { Content, Margins } from 'pdfmake/interfaces.js';
import type { PhrasingContent } from 'mdast';
import { hasRightToLeft, isRightToLeft } from '#api/exports/markdown/direction.ts';
import { getText } from '#api/exports/markdown/limitDepth.ts';
import type { PdfContext, Place } from './context.ts';
import { isImage, toInlines, type Inline, type InlineText } from './inlines.ts';
import { MAX_WHOLE_LINES } from './keepTogether.ts';
import { layoutRightToLeft } from './rightToLeft.ts';
import { setTag } from './tags.ts';

const ARABIC_LINE_HEIGHT = 0.85;

/** Lines of text, and images on separate lines. */
export function toParagraph(
  nodes: readonly PhrasingContent[],
  context: PdfContext,
  place: Place,
  [left, above, right, below]: [number, number, number, number],
  strut: InlineText[] = [],
): Content[] {
  const groups: Inline[][] = [];
  for (const inline of toInlines(nodes, context, place)) {
    const last = groups.at(-1);
    if (!last || isImage(inline) || last.some(isImage)) groups.push([inline]);
    else last.push(inline);
  }
  const text = getText({ type: 'paragraph', children: [...nodes] });
  const isReversed = isRightToLeft(text);
  const contents = groups.flatMap((group, index): Content[] => {
    const margin: Margins = [left, index === 0 ? above : 0, right, index === groups.length - 1 ? below : 0];
    const [first] = group;
    if (first && isImage(first)) return [{ ...first.image, ...(isReversed ? { alignment: 'right' } : {}) }];
    const texts = group as InlineText[];
    return toLines(isReversed ? texts : [...texts, ...strut], place, isReversed, margin);
  });
  // The text is drawn in another order than it is read.
  if (hasRightToLeft(text) && groups.length === 1)
    setTag(contents, { role: 'Span', parent: place.tag, actual: text.replaceAll('\n', ' ') });
  return contents;
}

/** pdfmake lays out from left to right only, so text in the other direction is broken into ordered lines here. */
export function toLines(texts: InlineText[], place: Place, isReversed: boolean, margin: Margins): Content[] {
  const style = { fontSize: place.size, color: place.color, bold: place.bold };
  const lines = layoutRightToLeft(texts, place, isReversed);
  if (lines === null) return [{ ...style, text: texts as Content, margin }];
  const [left, above, right, below] = margin as [number, number, number, number];
  const contents = lines.map((line, index): Content => ({
    ...style,
    text: line as Content,
    alignment: isReversed ? 'right' : 'left',
    // The Arabic font is higher than its letters.
    ...(line.some(({ font }) => font === 'Arabic') ? { lineHeight: ARABIC_LINE_HEIGHT } : {}),
    margin: [left, index === 0 ? above : 0, right, index === lines.length - 1 ? below : 0],
  }));
  return contents.length > MAX_WHOLE_LINES || contents.length < 2 ? contents : [{ stack: contents, unbreakable: true }];
}
