import { joinPrintedLines } from './printedText.ts';

it.each([
  ['a word that is split at the end of a line is joined', 'the em-\nployees are', 'the employees\nare'],
  ['a word that ends its line leaves no empty line', 'the depart-\nment.\nNext', 'the department.\nNext'],
  ['a compound with a capital letter keeps its hyphen', 'the Meyer-\nLansky form', 'the Meyer-Lansky\nform'],
  ['a word that is always hyphenated keeps its hyphen', 'only non-\nsmoking rooms', 'only non-smoking\nrooms'],
  [
    'two words of the text stay a compound',
    'a source, a level, source-\nlevel code',
    'a source, a level, source-level\ncode',
  ],
  ['a French compound keeps its hyphen', 'Il viendra peut-\nêtre demain', 'Il viendra peut-être\ndemain'],
  ['a French verb keeps the hyphen before its pronoun', 'Que voulez-\nvous dire', 'Que voulez-vous\ndire'],
  [
    'a compound that stands within another line keeps its hyphen',
    'the co-owner signs, and a co-\nowner pays',
    'the co-owner signs, and a co-owner\npays',
  ],
  [
    'a word that stands whole in another line is joined',
    'a cooperation of an operation, co-\noperation is',
    'a cooperation of an operation, cooperation\nis',
  ],
  ['the shared end of two words stays open', 'Ein-\nund Ausgaben', 'Ein-\nund Ausgaben'],
  ['numbers are not joined', 'in 2025-\n2026', 'in 2025-\n2026'],
  ['leader dots go', '1 Scope ........ 3\n2 Fees . . . . . . 7', '1 Scope 3\n2 Fees 7'],
  ['an ellipsis stays', 'and so on... or not', 'and so on... or not'],
])('%s', (_, text, shown) => {
  expect(joinPrintedLines(text)).toBe(shown);
});
