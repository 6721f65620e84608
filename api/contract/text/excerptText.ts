const DELIMITER = /^:?-{2,}:?$/;

/** An excerpt of a document as a person reads it: cells of a table are separated by dots instead of bars, a row a line. */
export function toExcerptText(excerpt: string): string {
  return excerpt
    .split('\n')
    .map(toRowText)
    .filter((line, index) => line !== '' || index === 0)
    .join('\n');
}

function toRowText(line: string): string {
  const text = line.trim();
  const cells = text.split(/(?<!\\)\|/).map((cell) =>
    cell
      .replaceAll('\\|', '|')
      .replace(/<br ?\/?>/gi, ' ')
      .trim(),
  );
  const isRow = cells.length > 2 && (text.startsWith('|') || /\|…?$/.test(text));
  return isRow ? cells.filter((cell) => cell !== '' && !DELIMITER.test(cell)).join(' · ') : line;
}

const isRow = (line: string) => line.startsWith('|') && line.trimEnd().endsWith('|');

/** The lines of an excerpt that are marked in its file: all but the row that only names the columns of the rows below it. */
export function listMarkedLines(excerpt: string): string[] {
  const lines = excerpt.split('\n').filter((line) => line.trim() !== '');
  const namesColumns = (index: number) =>
    isRow(lines[index]!) && isRow(lines[index + 1] ?? '') && !isRow(lines[index - 1] ?? '');
  return lines.filter((_, index) => !namesColumns(index));
}
