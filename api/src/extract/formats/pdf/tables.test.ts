import { toOrderedText } from './readingOrder.ts';
import type { TextRun } from './textRun.ts';

const HEIGHT = 10;

function cell(text: string, x: number, y: number): TextRun {
  return { text, x, y, width: text.length * 5, height: HEIGHT, upright: true, endsLine: true };
}

const X = [50, 200, 320];
const row = (y: number, ...texts: (string | null)[]) =>
  texts.flatMap((text, index) => (text === null ? [] : [cell(text, X[index]!, y)]));
const prose = (y: number) =>
  cell('A line of prose that runs over the whole width of the page, as most lines do.', 50, y);

const read = (runs: TextRun[]) => toOrderedText(runs).trim().split('\n');

it('a table becomes rows, with empty cells in their column, between the prose around it', () => {
  const runs = [
    prose(60),
    ...row(100, 'Region', '2025', '2026'),
    ...row(120, 'EMEA', null, '1,500'),
    ...row(140, 'APAC', '900', '1,100'),
    ...row(160, 'Total', '900', '2,600'),
    prose(200),
  ];
  expect(read(runs)).toEqual([
    runs[0]!.text,
    '| Region | 2025 | 2026 |',
    '| EMEA |  | 1,500 |',
    '| APAC | 900 | 1,100 |',
    '| Total | 900 | 2,600 |',
    runs[0]!.text,
  ]);
});

it('a table that is drawn column by column becomes rows', () => {
  const column = (index: number, texts: string[]) => texts.map((text, line) => cell(text, X[index]!, 100 + line * 20));
  const runs = [
    ...column(0, ['Region', 'EMEA', 'APAC', 'Total']),
    ...column(1, ['2025', '100', '200', '300']),
    ...column(2, ['2026', '110', '220', '330']),
  ];
  expect(read(runs)).toEqual([
    '| Region | 2025 | 2026 |',
    '| EMEA | 100 | 110 |',
    '| APAC | 200 | 220 |',
    '| Total | 300 | 330 |',
  ]);
});

it('an index in three columns is no table', () => {
  const words = (index: number) =>
    ['apple', 'brick', 'chair', 'drawer', 'eel'].map((word, line) =>
      cell(`${word}${index}, 12`, X[index]!, 100 + line * 14),
    );
  const runs = [0, 1, 2].flatMap(words);
  expect(read(runs)).toEqual(runs.map(({ text }) => text));
});

it('the two lines of a cell stay together, whichever column the cell is in', () => {
  const runs = [
    ...row(100, 'Step', 'Who', 'Until'),
    ...row(130, 'Sign the', 'Head of', 'May 4'),
    ...row(142, 'contract', 'purchasing', null),
    ...row(172, 'Pay', 'Ada', 'June 1'),
    ...row(202, 'Archive', 'Ben', 'June'),
    ...row(214, null, null, 'or July'),
  ];
  expect(read(runs)).toEqual([
    '| Step | Who | Until |',
    '| Sign the contract | Head of purchasing | May 4 |',
    '| Pay | Ada | June 1 |',
    '| Archive | Ben | June or July |',
  ]);
});

it('lines of numbers stay separate rows, however close they are to the header', () => {
  const runs = [
    ...row(100, 'Region', '2025', '2026'),
    ...row(130, 'EMEA', '1,200', '1,500'),
    ...row(142, 'APAC', '900', '1,100'),
    ...row(154, 'Total', '2,100', '2,600'),
  ];
  expect(read(runs)).toEqual([
    '| Region | 2025 | 2026 |',
    '| EMEA | 1,200 | 1,500 |',
    '| APAC | 900 | 1,100 |',
    '| Total | 2,100 | 2,600 |',
  ]);
});

it('lines of words stay separate rows if no cell is empty, however close they are to the header', () => {
  const runs = [
    ...row(100, 'Name', 'Role', 'Office'),
    ...row(130, 'Ada', 'Editor', 'Bern'),
    ...row(142, 'Ben', 'Designer', 'Basel'),
    ...row(154, 'Cleo', 'Lawyer', 'Chur'),
    ...row(166, 'Dan', 'Driver', 'Brig'),
    ...row(178, 'Eva', 'Archivist', 'Biel'),
  ];
  expect(read(runs)).toEqual([
    '| Name | Role | Office |',
    '| Ada | Editor | Bern |',
    '| Ben | Designer | Basel |',
    '| Cleo | Lawyer | Chur |',
    '| Dan | Driver | Brig |',
    '| Eva | Archivist | Biel |',
  ]);
});

it('the name of a group of rows is a row, and a line across the columns ends the table', () => {
  const runs = [
    ...row(100, 'Item', 'Count', 'Price'),
    ...row(120, 'Europe', null, null),
    ...row(140, 'Desk', '4', '300'),
    ...row(160, 'Lamp', '2', '40'),
    prose(180),
    ...row(220, 'one', 'two', 'three'),
  ];
  expect(read(runs)).toEqual([
    '| Item | Count | Price |',
    '| Europe |  |  |',
    '| Desk | 4 | 300 |',
    '| Lamp | 2 | 40 |',
    prose(0).text,
    'one',
    'two',
    'three',
  ]);
});

it('a table that is drawn cell by cell keeps the lines of its cells together', () => {
  const lines = (x: number, y: number, ...texts: string[]) => texts.map((text, line) => cell(text, x, y + line * 14));
  const runs = [
    ...row(100, 'Measure', 'Owner', 'Due'),
    ...lines(X[0]!, 122, 'Publish the new', 'style guide'),
    ...lines(X[1]!, 122, 'Communications'),
    ...lines(X[2]!, 122, '15 May'),
    ...lines(X[0]!, 158, 'Hire translators', 'for Finnish'),
    ...lines(X[1]!, 158, 'Human', 'Resources'),
    ...lines(X[2]!, 158, '30 June'),
  ];
  expect(read(runs)).toEqual([
    '| Measure | Owner | Due |',
    '| Publish the new style guide | Communications | 15 May |',
    '| Hire translators for Finnish | Human Resources | 30 June |',
  ]);
});
