export interface PdfLook {
  columns?: 1 | 2;
  /** `across` draws the lines of both columns in turn, as some programs do. */
  drawn?: 'columns' | 'across';
  /** Stands at the top of every page. */
  header?: string;
  /** Stands at the foot of every page, before the page's printed label. */
  footer?: string;
  /** So many pages at the front are labelled i, ii, iii …; the count begins anew at 1 after them. */
  romanPages?: number;
}

/** What is printed on a page, which is not its number where the front matter is counted in roman figures. */
export function pageLabel(index: number, { romanPages = 0 }: PdfLook): string {
  return index < romanPages ? roman(index + 1) : String(index - romanPages + 1);
}

function roman(number: number): string {
  const tens = 'x'.repeat(Math.floor(number / 10));
  return tens + ['', 'i', 'ii', 'iii', 'iv', 'v', 'vi', 'vii', 'viii', 'ix'][number % 10];
}
