import type { Content } from 'pdfmake/interfaces.js';
import type { Place } from './context.ts';
import { toTexts } from './inlines.ts';
import { CODE_SIZE, colors } from './styles.ts';

const PADDING = 8;
/** Advance width of the monospaced font, as a share of its size. */
const CHARACTER_WIDTH = 0.6;
const WIDE = /[\u1100-\u{3fffd}]/u;

/** Lines of code in a box. A line that is too long continues on the next one, as in an editor that wraps. */
export function toCodeBlock(code: string, place: Place): Content {
  const columns = Math.max(10, Math.floor((place.width - 2 * PADDING) / (CODE_SIZE * CHARACTER_WIDTH)) - 1);
  const inner = { ...place, width: Number.POSITIVE_INFINITY, size: CODE_SIZE };
  const lines = code.split('\n').flatMap((line) => wrapLine(line.replaceAll('\t', '    '), columns));
  const rows = lines.map((line) => [
    {
      text: toTexts(line === '' ? ' ' : line, inner, { font: 'Mono', preserveLeadingSpaces: true }) as Content,
      fontSize: CODE_SIZE,
      color: colors.text,
      bold: false,
    },
  ]);
  return {
    table: { widths: ['*'], body: rows },
    layout: {
      hLineWidth: (index: number, { table }: { table: { body: unknown[] } }) =>
        index === 0 || index === table.body.length ? 0.6 : 0,
      vLineWidth: () => 0.6,
      hLineColor: () => colors.line,
      vLineColor: () => colors.line,
      fillColor: () => colors.fill,
      paddingLeft: () => PADDING,
      paddingRight: () => PADDING,
      paddingTop: (index: number) => (index === 0 ? PADDING - 2 : 0),
      paddingBottom: (index: number) => (index === rows.length - 1 ? PADDING - 1 : 0.5),
    },
    margin: [0, 2, 0, 9],
  };
}

/** Splits by columns; East Asian characters take two. */
function wrapLine(line: string, columns: number): string[] {
  if (line.length <= columns && !WIDE.test(line)) return [line];
  const lines: string[] = [];
  let current = '';
  let used = 0;
  for (const character of line) {
    const width = WIDE.test(character) ? 2 : 1;
    if (used + width > columns) {
      lines.push(current);
      current = '';
      used = 0;
    }
    current += character;
    used += width;
  }
  return [...lines, current];
}
