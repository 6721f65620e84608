import { hostileTexts } from '#tab/testing/hostileTexts.ts';
import { closeOpenEnd } from './closeOpenEnd.ts';

it.each([
  ['It takes **about five', 'It takes **about five**'],
  ['It takes **', 'It takes'],
  ['It takes **five**', 'It takes **five**'],
  ['It is ***both*', 'It is ***both***'],
  ['Call `read_fi', 'Call `read_fi`'],
  ['See [the pol', 'See the pol'],
  ['See [the policy]', 'See the policy'],
  ['See [the policy](https://northwind.ex', 'See the policy'],
  ['As said [1]', 'As said [1]'],
  ['Since $E = mc', 'Since'],
  ['It costs $5 and', 'It costs $5 and'],
  ['Set $HOME and then', 'Set $HOME and then'],
  ['Since \\(a < b', 'Since'],
  ['H<sub>2', 'H<sub>2</sub>'],
  ['H<sub>2</su', 'H<sub>2</sub>'],
  ['Dear <Name', 'Dear'],
  ['Dear <Name>, we', 'Dear <Name>, we'],
  ['- one\n- ', '- one'],
  ['| City | Price |\n| --', ''],
  ['| City | Price |\n| --- | --- |\n| Oslo', '| City | Price |\n| --- | --- |\n| Oslo'],
])('%j is shown like %j', (block, closed) => {
  expect(closeOpenEnd(block)).toBe(closed);
});

it.each(Object.entries(hostileTexts))('%s are closed without a failure', (_, make) => {
  expect(typeof closeOpenEnd(make(2_000))).toBe('string');
});
