import type { TextPart } from '#contract/files/locations.ts';
import { findRangeStart, isNumber, makeTables, MAX_TABLE_ROWS, splitValues } from './table.rules.ts';

const sheet = (text: string, range = 'A1:C3'): TextPart => ({
  location: { kind: 'sheet', sheet: 'Budget', range },
  text,
});
const budget = sheet('| Department | Million |  |\n| Marketing | 0.9 | x |\n| Research | 0.2 |');

it('reads the cells of a sheet, including empty ones, and marks only the cited row', () => {
  const { parts, isQuoteFound } = makeTables([budget, sheet('| Marketing | 0.9 | x |')], '| Marketing | 0.9 | x |', 0);
  expect(parts[0]?.rows).toEqual([
    { cells: ['Department', 'Million', ''], isCited: false },
    { cells: ['Marketing', '0.9', 'x'], isCited: true },
    { cells: ['Research', '0.2', ''], isCited: false },
  ]);
  expect(parts[1]?.rows[0]?.isCited).toBe(false);
  expect(isQuoteFound).toBe(true);
  expect(makeTables([budget], '', null).parts[0]?.rows.some(({ isCited }) => isCited)).toBe(false);
  expect(makeTables([budget], 'something else entirely', null).isQuoteFound).toBe(false);
});

it('marks the rows of an excerpt and not the row that names their columns', () => {
  const cited = (parts: TextPart[], quote: string) =>
    makeTables(parts, quote, 0).parts[0]?.rows.map(({ isCited }) => isCited);
  expect(cited([budget], '| Department | Million |\n| Research | 0.2 |')).toEqual([false, false, true]);
  const values: TextPart = { location: { kind: 'rows', from: 1, to: 3 }, text: 'month,rent\nMay,41\nJune,43' };
  expect(cited([values], 'month,rent\nJune,43')).toEqual([false, false, true]);
});

it('tells numbers, which are not broken, from words', () => {
  for (const number of ['1,234,567.89', '(56)', '−71', '34.7 %', '€ 1 234', '45.000 EUR', '2026-03-12'.slice(0, 4)])
    expect(isNumber(number)).toBe(true);
  for (const words of ['', 'May', 'Q3', '5 apples', '12 March 2026']) expect(isNumber(words)).toBe(false);
});

it('reads values in quotes, with separators and line breaks in them', () => {
  expect(splitValues('Name,Note\nAda,"a, ""b""\nc"\nBen,\n')).toEqual([
    ['Name', 'Note'],
    ['Ada', 'a, "b"\nc'],
    ['Ben', ''],
  ]);
  expect(splitValues('a;b,c\nd;e')).toEqual([
    ['a', 'b,c'],
    ['d', 'e'],
  ]);
  expect(splitValues('height\n6" tall')).toEqual([['height'], ['6" tall']]);
});

it('stops at the largest number of rows and reports that rows are missing', () => {
  const part = sheet('| x |\n'.repeat(3_000).trimEnd());
  const { parts, isCut } = makeTables([part, part, part], '', null);
  expect(parts.reduce((rows, each) => rows + each.rows.length, 0)).toBe(MAX_TABLE_ROWS);
  expect(isCut).toBe(true);
});

it('finds where a range begins that spans several parts, in its sheet only', () => {
  const parts = [sheet('| x |', 'A1:C50'), sheet('| x |', 'A51:C100'), sheet('| x |', 'A101:C120')];
  const findIn = (label: string | undefined) => findRangeStart(parts, label);
  expect(findIn('sheet Budget, B60:C110')).toBe(1);
  expect(findIn('sheet Budget, B2')).toBe(0);
  expect(findIn('sheet Other, B60:C110')).toBeNull();
  expect(findIn('sheet Budget, A51:C100')).toBeNull();
  expect(findIn('page 3')).toBeNull();
  expect(findIn(undefined)).toBeNull();
  const rows = [1, 51].map((from): TextPart => ({ location: { kind: 'rows', from, to: from + 49 }, text: 'a,b' }));
  expect(findRangeStart(rows, 'rows 60 to 80')).toBe(1);
});
