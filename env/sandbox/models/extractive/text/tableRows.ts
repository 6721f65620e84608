/** Cells are separated by tabs, or by vertical bars as in Markdown. */
const SEPARATOR = /\t|(?<=\S )\|(?= \S)/;

/** Whether a line is a row with at least two cells: `| Marketing | 0.9 million |`, with or without the outer bars. */
export function isRow(line: string): boolean {
  return (line.startsWith('|') && line.indexOf('|', 1) > 0) || SEPARATOR.test(line);
}

/** Whether a line only separates the head of a table from its rows: `| --- | ---: |`. */
export function isRuler(line: string): boolean {
  return line.includes('-') && line.includes('|') && /^[|:\s-]+$/.test(line);
}

/** A row as `Marketing | 0.9 million`. */
export function formatRow(line: string): string {
  const cells = line.split(line.includes('\t') ? '\t' : '|').map((cell) => cell.trim());
  const first = cells[0] === '' ? 1 : 0;
  const end = cells.at(-1) === '' ? cells.length - 1 : cells.length;
  return cells.slice(first, end).join(' | ');
}

/**
 * Whether a line looks like a row whose separators were lost, as in a PDF: `Marketing 0.9 million`. Two such lines in
 * a row are a table.
 */
export function isFigureLine(line: string): boolean {
  return line.length <= 80 && /^\p{Lu}[^.!?;:,]{1,50} [€$£]?\d[\d.,]*(?: ?%| \p{L}{1,12})?$/u.test(line);
}

/** Whether the first row of a table names its columns: no cell starts with a number. */
export function isHeaderRow(text: string): boolean {
  const cells = text.split(' | ');
  return cells.length > 1 && cells.every((cell) => !/^[€$£]?\p{N}/u.test(cell));
}
