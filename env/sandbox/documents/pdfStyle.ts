/** The page layout of a PDF. */
export interface PdfStyle {
  /** Small letters, and no empty line after a paragraph, as in the tables of a report. */
  small?: true;
  columns?: 1 | 2;
  /** `across` draws line by line across both columns, as some programs do. */
  lineOrder?: 'columns' | 'across';
  /** Printed at the top of every page. */
  header?: string;
  /** Printed at the foot of every page, before the page label. */
  footer?: string;
  /** Number of front pages labeled i, ii, iii …; the pages after them are labeled from 1. */
  romanPages?: number;
}

/** The label printed on a page; it differs from the page number if the front pages have roman numerals. */
export function getPageLabel(index: number, { romanPages = 0 }: PdfStyle): string {
  return index < romanPages ? toRoman(index + 1) : String(index - romanPages + 1);
}

function toRoman(number: number): string {
  const tens = 'x'.repeat(Math.floor(number / 10));
  return tens + ['', 'i', 'ii', 'iii', 'iv', 'v', 'vi', 'vii', 'viii', 'ix'][number % 10];
}
