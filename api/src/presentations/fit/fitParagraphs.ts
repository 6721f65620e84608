import type { Paragraph } from '../content/blocks.ts';
import type { LevelStyle } from '../template/placeholders.ts';
import { breakLines, LINE_HEIGHT, splitAfterLines, type TextLook } from './measureText.ts';

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
  if (paragraph.list || paragraph.continues) return style.margin || LIST_INDENT * (paragraph.level + 1);
  return paragraph.style === 'quote' ? LIST_INDENT : 0;
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

/** Splits a paragraph at the last line that fits into `height` points; at least one line is taken. */
export function splitParagraph(paragraph: Paragraph, area: TextArea, height: number): [Paragraph, Paragraph | null] {
  const look = lookOf(paragraph, area);
  const lines = Math.max(1, Math.floor((height - look.before) / look.lineHeight));
  const [first, rest] = splitAfterLines(paragraph.runs, look, lines);
  if (rest.length === 0) return [paragraph, null];
  const { list, ...shape } = paragraph;
  const next: Paragraph = { ...shape, runs: rest, ...(list || paragraph.continues ? { continues: true } : {}) };
  return [{ ...paragraph, runs: first }, next];
}
