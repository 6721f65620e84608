import { MAX_TITLE_CHARACTERS } from '../../contract/limits.ts';
import { expectLinear } from '../../../tests/harness/hostile/linearTime.ts';
import { tidyTitle } from './title.ts';

it.each([
  ['a plain title', 'Budget for 2027', 'Budget for 2027'],
  ['quotation marks and a stop', ' "Budget for 2027." ', 'Budget for 2027'],
  ['other quotation marks', '„Reisekosten“', 'Reisekosten'],
  ['several lines', 'Budget\n\nfor\t2027', 'Budget for 2027'],
  ['an apostrophe inside', "Ada's budget", "Ada's budget"],
  ['nothing but marks', '"." . ', ''],
  ['nothing', ' \n ', ''],
])('tidies %s', (_, text, title) => {
  expect(tidyTitle(text)).toBe(title);
});

it('cuts a long one between words, and between characters where there are none', () => {
  const long = tidyTitle('The budget of the coming year '.repeat(9));
  expect(long).toBe('The budget of the coming year The budget of the coming year The budget of the…');
  const solid = tidyTitle(`x${'😀'.repeat(90)}`);
  expect(solid.isWellFormed()).toBe(true);
  for (const title of [long, solid]) expect(title.length).toBeLessThan(MAX_TITLE_CHARACTERS);
});

it.each(['"', '“.', ' ', '.a', 'a '])('costs no more for a long text of %j', async (piece) => {
  const make = (size: number) => `a${piece.repeat(size / piece.length)}b`;
  await expectLinear(20_000, make, (text) => tidyTitle(text));
});
