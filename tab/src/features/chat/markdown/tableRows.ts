/**
 * The cells of a shown table. Long tables are rendered in several pieces under the same header; the rows of all pieces
 * are returned.
 */
export function readTableRows(frame: HTMLElement): string[][] {
  const header = readHeader(frame);
  const isPiece = (element: Element | null): element is HTMLElement =>
    element instanceof HTMLElement && element.dataset['table'] !== undefined && isEqual(readHeader(element), header);
  let first = frame;
  while (isPiece(first.previousElementSibling)) first = first.previousElementSibling;
  const rows = [header];
  for (let piece: Element | null = first; isPiece(piece); piece = piece.nextElementSibling)
    rows.push(...[...piece.querySelectorAll<HTMLTableRowElement>('tbody tr')].map(readCells));
  return rows;
}

function readHeader(frame: HTMLElement): string[] {
  const row = frame.querySelector<HTMLTableRowElement>('thead tr');
  return row ? readCells(row) : [];
}

/** Citations are written as in the text; everything else that is only on screen is left out. */
function readCells({ cells }: HTMLTableRowElement): string[] {
  return [...cells].map((cell) => {
    const copy = cell.cloneNode(true) as HTMLElement;
    for (const mark of copy.querySelectorAll('[data-citation]'))
      mark.replaceWith(`[${mark.getAttribute('data-citation')}]`);
    for (const formula of copy.querySelectorAll('[data-tex]'))
      formula.replaceWith(formula.getAttribute('data-tex') ?? '');
    return (copy.textContent ?? '').trim();
  });
}

function isEqual(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((cell, index) => cell === b[index]);
}
