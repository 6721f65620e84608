/** Lines above a table that can say what it is about: its caption, the period, the unit. */
const CAPTION_LINES = 5;
const MAX_CAPTION_LINE = 160;
const MAX_LENGTH = 400;

/**
 * The lines above a table and the names of its columns, for a piece of text that begins inside that table. Empty for
 * text that begins elsewhere.
 * @param before the text of its page or section before it
 * @param text the piece, with tables as Markdown
 */
export function findTableHead(before: string, text: string): string {
  if (!text.startsWith('|')) return '';
  const lines = before.split('\n').filter((line) => line.trim() !== '');
  let first = lines.length;
  while (first > 0 && lines[first - 1]!.startsWith('|')) first -= 1;
  const columns = lines[first];
  if (columns === undefined) return '';
  const caption: string[] = [];
  for (const line of lines.slice(0, first).toReversed()) {
    if (caption.length === CAPTION_LINES || line.length > MAX_CAPTION_LINE || line.startsWith('|')) break;
    caption.unshift(line.trim());
  }
  return [...caption, columns].join('\n').slice(-MAX_LENGTH).toWellFormed();
}
