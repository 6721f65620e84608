import { splitIntoChunks } from './chunking.ts';
import { findBodies } from './marginLines.ts';

const makeParts = (...texts: string[]) =>
  texts.map((text, index) => ({ location: { kind: 'page' as const, page: index + 1 }, text }));
const getBodies = (...texts: string[]) => {
  const parts = makeParts(...texts);
  return findBodies({ parts }).map(({ start, end }, index) => parts[index]!.text.slice(start, end));
};

it('running headers, footers and page numbers are removed from the body, except on the first page', () => {
  const page = (number: number) =>
    `Northwind Annual Report\nChapter ${number}\nText ${number * 7}.\nPage ${number} of 4`;
  expect(getBodies(page(1), page(2), page(3), page(4))).toEqual([
    'Northwind Annual Report\nChapter 1\nText 7.',
    'Text 14.',
    'Text 21.',
    'Text 28.',
  ]);
});

it.each([
  [
    'lines of different pages that differ in more than the number of the page',
    ['Clause 111 is old.\na', 'Clause 222 is old.\nb', 'Clause 333 is old.\nc'],
  ],
  ['a page with nothing else', ['Draft', 'Draft', 'Draft']],
  ['the header of a table that goes on', ['| Region |\n| a |', '| Region |\n| b |', '| Region |\n| c |']],
  ['what two pages of many have', ['Same\na', 'Same\nb', 'Other\nc', 'Another\nd']],
])('keeps %s', (_, texts) => {
  expect(getBodies(...texts)).toEqual(texts);
});

it('chunks leave out running headers, and keep their positions in the text of the page', () => {
  const parts = makeParts(
    ...['Fees are 40.', 'Rooms cost 90.', 'Meals are free.'].map((text) => `Confidential\n${text}`),
  );
  const chunks = [...splitIntoChunks({ parts })];
  expect(chunks.map(({ body }) => body)).toEqual(['Confidential\nFees are 40.', 'Rooms cost 90.', 'Meals are free.']);
  for (const { part, charFrom, charTo, body } of chunks) expect(parts[part]!.text.slice(charFrom, charTo)).toBe(body);
});
