import { findAll, MAX_MATCHES, type TextItem } from './findText.rules.ts';

const items = (...texts: string[]): TextItem[] => texts.map((text) => ({ text, isBreak: false }));
const lines = (...texts: string[]): TextItem[] => texts.map((text) => ({ text, isBreak: true }));

it('finds a term in any case, across pieces and lines', () => {
  expect(findAll(items('Hotels in Os', 'lo. OSLO'), 'oslo')).toEqual([
    { from: { item: 0, index: 10 }, to: { item: 1, index: 2 } },
    { from: { item: 1, index: 4 }, to: { item: 1, index: 8 } },
  ]);
  expect(findAll(lines('a night in', 'a hotel'), 'in  a')).toHaveLength(1);
});

it('does not join the words of two lines or cells', () => {
  expect(findAll(lines('mail', 'box'), 'mailbox')).toEqual([]);
  expect(findAll(items('not only'), 'ton')).toEqual([]);
});

it('ignores kinds of quotation marks, dashes, ligatures and soft hyphens', () => {
  expect(
    findAll(items('Don’t use the oﬃce mid–term, co\u00adoperate'), "don't use the office mid-term, cooperate"),
  ).toEqual([{ from: { item: 0, index: 0 }, to: { item: 0, index: 39 } }]);
});

it('finds nothing for an empty term, and stops at the maximum', () => {
  expect(findAll(items('abc'), '  ')).toEqual([]);
  expect(findAll(items('a'.repeat(5_000)), 'a')).toHaveLength(MAX_MATCHES);
});
