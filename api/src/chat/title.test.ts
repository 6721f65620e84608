import { MAX_TITLE_CHARACTERS } from '../../contract/limits.ts';
import { expectLinear } from '../../../tests/harness/hostile/linearTime.ts';
import { tidyTitle } from './title.ts';

it.each([
  ['a plain title', 'Budget for 2027', 'Budget for 2027'],
  ['quotation marks and a period', ' "Budget for 2027." ', 'Budget for 2027'],
  ['other quotation marks', '„Reisekosten“', 'Reisekosten'],
  ['several lines', 'Budget\n\nfor\t2027', 'Budget for 2027'],
  ['an apostrophe inside', "Ada's budget", "Ada's budget"],
  ['nothing but marks', '"." . ', ''],
  ['nothing', ' \n ', ''],
])('tidies %s', (_, text, title) => {
  expect(tidyTitle(text)).toBe(title);
});

it('truncates a long title between words, or between characters without spaces', () => {
  const spaced = tidyTitle('The budget of the coming year '.repeat(9));
  expect(spaced).toBe('The budget of the coming year The budget of the coming year The budget of the…');
  const unspaced = tidyTitle(`x${'😀'.repeat(90)}`);
  expect(unspaced.isWellFormed()).toBe(true);
  for (const title of [spaced, unspaced]) expect(title.length).toBeLessThan(MAX_TITLE_CHARACTERS);
});

it.each(['"', '“.', ' ', '.a', 'a '])('takes linear time for %j', async (piece) => {
  const make = (size: number) => `a${piece.repeat(size / piece.length)}b`;
  await expectLinear(20_000, make, (text) => tidyTitle(text));
});
