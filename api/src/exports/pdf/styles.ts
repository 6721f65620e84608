/** Points. */
export const PAGE = { width: 595.28, height: 841.89, margin: 64, bottom: 68 };
export const TEXT_WIDTH = PAGE.width - 2 * PAGE.margin;
export const TEXT_HEIGHT = PAGE.height - PAGE.margin - PAGE.bottom;
/** The text of a page on its side. */
export const LANDSCAPE = { width: PAGE.height - 2 * PAGE.margin, height: PAGE.width - PAGE.margin - PAGE.bottom };
export const BODY_SIZE = 10.5;
export const CODE_SIZE = 9;
export const TABLE_SIZE = 9.5;
export const LIST_INDENT = 18;
export const QUOTE_INDENT = 14;
export const LINE_HEIGHT = 1.15;

export const colors = {
  text: '#1f1f1f',
  muted: '#5c5c5c',
  accent: '#1f3864',
  link: '#0b57b0',
  line: '#bfbfbf',
  fill: '#f3f4f6',
};

/** Font size, and space above and below, by heading level, in points. */
export const headings = [
  { size: 17, above: 16, below: 6 },
  { size: 14, above: 14, below: 5 },
  { size: 12, above: 12, below: 4 },
  { size: 11, above: 10, below: 4 },
  { size: 10.5, above: 10, below: 3 },
  { size: 10.5, above: 10, below: 3 },
] as const;
