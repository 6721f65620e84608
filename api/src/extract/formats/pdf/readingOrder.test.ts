import { toOrderedText } from './readingOrder.ts';
import type { TextRun } from './textRun.ts';

function line(text: string, x: number, y: number, changes: Partial<TextRun> = {}): TextRun {
  return { text, x, y, width: text.length * 5, height: 10, upright: true, endsLine: false, ...changes };
}

const left = (row: number) => line(`left line ${row} of the first column`, 50, 100 + row * 14);
const right = (row: number) => line(`right line ${row} of the other one`, 320, 100 + row * 14);
const rows = [0, 1, 2, 3, 4, 5];
const columnText = [...rows.map((row) => left(row).text), ...rows.map((row) => right(row).text)].join('\n');

describe('reading order of a page', () => {
  it('joins pieces of a line and keeps lines apart', () => {
    const pieces = [
      line('Ada', 50, 100),
      line(' ', 65, 100),
      line('asked', 70, 100, { endsLine: true }),
      line('Ben.', 50, 114),
    ];
    expect(toOrderedText(pieces).trim()).toBe('Ada asked\nBen.');
  });

  it('reads two columns in their drawn order', () => {
    expect(toOrderedText([...rows.map(left), ...rows.map(right)]).trim()).toBe(columnText);
  });

  it('reads two columns in order when each line is drawn across both', () => {
    expect(toOrderedText(rows.flatMap((row) => [left(row), right(row)])).trim()).toBe(columnText);
  });

  it('reads three columns in order when each line is drawn across all', () => {
    const column = (row: number, index: number) =>
      line(`row ${row} in column ${index} here`, 30 + index * 180, 100 + row * 14);
    const across = rows.flatMap((row) => [0, 1, 2].map((index) => column(row, index)));
    const expected = [0, 1, 2].flatMap((index) => rows.map((row) => column(row, index).text));
    expect(toOrderedText(across).split('\n')).toEqual(expected);
  });

  it('reads columns above a full line before it and columns below after it', () => {
    const fullLine = line(
      'A heading that runs over the whole width of the page, over both of its columns at once',
      50,
      300,
    );
    const below = rows.flatMap((row) => [left(row + 20), right(row + 20)]);
    const text = toOrderedText([...rows.flatMap((row) => [left(row), right(row)]), fullLine, ...below]).split('\n');
    expect(text.indexOf(fullLine.text)).toBe(12);
    expect(text.slice(0, 12).join('\n')).toBe(columnText);
    expect(text[13]).toBe(left(20).text);
  });

  it('keeps the cells of a table row together', () => {
    const cells = rows.flatMap((row) => [
      line(`item ${row}`, 50, 100 + row * 14),
      line(`${row}00 EUR`, 320, 100 + row * 14),
    ]);
    expect(toOrderedText(cells).trim()).toBe(rows.map((row) => `item ${row} ${row}00 EUR`).join('\n'));
  });

  it('sorts a page that is drawn from the bottom up', () => {
    const upwards = Array.from({ length: 12 }, (_, index) => line(`line ${index}`, 50, 700 - index * 30));
    expect(toOrderedText(upwards)).toBe(
      upwards
        .toReversed()
        .map(({ text }) => text)
        .join('\n'),
    );
  });

  it('puts rotated text at the end', () => {
    const stamp = line('rotated stamp', 10, 400, { upright: false });
    const text = toOrderedText([stamp, ...rows.flatMap((row) => [left(row), right(row)])]);
    expect(text.trim()).toBe(`${columnText}\nrotated stamp`);
  });

  it('is found for a page with many thousand pieces of text', () => {
    const many = Array.from({ length: 20_000 }, (_, index) =>
      line('x', (index % 100) * 20, Math.floor(index / 100) * 20),
    );
    expect(toOrderedText(many).length).toBeGreaterThan(20_000);
  });
});
