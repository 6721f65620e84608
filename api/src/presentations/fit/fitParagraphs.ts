import { textOf, type ListMark, type Paragraph, type Run } from '#api/presentations/content/blocks.ts';
import type { LevelStyle } from '#api/presentations/template/placeholders.ts';
import { breakLines, LINE_HEIGHT, splitAfterLines, splitAt, type TextLook } from './measureText.ts';

const EMU_PER_POINT = 12_700;
/** How much an unstyled item of a list is indented, in EMU. */
export const LIST_INDENT = 342_900;

/** The levels and the width of a placeholder, at one size of its text. */
export interface TextArea {
  levels: readonly LevelStyle[];
  /** Points. */
  width: number;
  /** Share of the size that the template gives. */
  scale: number;
}

/** Left edge of a paragraph in EMU: what the template gives to items of lists, nothing for other text. */
export function marginOf(paragraph: Paragraph, style: LevelStyle): number {
  const mark = paragraph.list ?? paragraph.continues;
  if (mark) return (style.margin || LIST_INDENT * (paragraph.level + 1)) + extraIndentOf(mark, style);
  return paragraph.style === 'quote' ? LIST_INDENT : 0;
}

/** Width of a number with a period and a space, as a share of the size; bullets need less. */
const NUMBER_WIDTH = 1.6;
const DIGIT_WIDTH = 0.55;

/**
 * Width that is added to the template's indent of a numbered item, in EMU, so that the text does not touch the number.
 */
export function extraIndentOf({ number }: ListMark, style: LevelStyle): number {
  if (number === null) return 0;
  const indent = style.bullet && style.margin > 0 ? Math.abs(style.indent) : LIST_INDENT;
  const digits = Math.max(2, String(number).length);
  const needed = (NUMBER_WIDTH + (digits - 2) * DIGIT_WIDTH) * style.size * EMU_PER_POINT;
  return Math.max(0, Math.round(needed - indent));
}

export function styleOf(paragraph: Paragraph, { levels }: Pick<TextArea, 'levels'>): LevelStyle {
  return levels[Math.min(paragraph.level, levels.length - 1)]!;
}

function lookOf(paragraph: Paragraph, area: TextArea): TextLook & { lineHeight: number; before: number } {
  const style = styleOf(paragraph, area);
  const size = style.size * area.scale;
  return {
    size,
    width: Math.max(size, area.width - marginOf(paragraph, style) / EMU_PER_POINT),
    bold: paragraph.style === 'heading',
    capitals: style.capitals,
    lineHeight: size * LINE_HEIGHT * Math.max(0.8, style.lineSpacing),
    before: style.spaceBefore * area.scale,
  };
}

/** Height of a paragraph in points. Stops counting at `limit`. */
export function heightOf(paragraph: Paragraph, area: TextArea, limit = Infinity): number {
  const look = lookOf(paragraph, area);
  const maxLines = Math.ceil(limit / look.lineHeight) + 1;
  return look.before + breakLines(paragraph.runs, look, maxLines).lines.length * look.lineHeight;
}

/** A part of a paragraph that ends with a sentence has at least this share of what fits. */
const MIN_SENTENCES_SHARE = 0.4;

/**
 * Splits a paragraph after the last sentence that fits into `height` points, or in a long sentence after the last line; at
 * least one line is taken.
 */
export function splitParagraph(paragraph: Paragraph, area: TextArea, height: number): [Paragraph, Paragraph | null] {
  const look = lookOf(paragraph, area);
  const lines = Math.max(1, Math.floor((height - look.before) / look.lineHeight));
  const [fitting, beyond] = splitAfterLines(paragraph.runs, look, lines);
  if (beyond.length === 0) return [paragraph, null];
  const [first, rest] =
    paragraph.style === 'code' ? [fitting, beyond] : splitAfterSentence(paragraph.runs, textOf(fitting));
  const { list, ...shape } = paragraph;
  const continues = list ?? paragraph.continues;
  const next: Paragraph = { ...shape, runs: rest, ...(continues ? { continues } : {}) };
  return [{ ...paragraph, runs: first }, next];
}

function splitAfterSentence(runs: readonly Run[], fitting: string): [Run[], Run[]] {
  const length = fitting.length;
  // The last sentence here is the one that does not fit, so its end is not known.
  const starts = [...new Intl.Segmenter('en', { granularity: 'sentence' }).segment(fitting)].map(({ index }) => index);
  const start = starts.at(-1) ?? 0;
  return splitAt(runs, start >= length * MIN_SENTENCES_SHARE ? start : length);
}
