import { isOfNamesake, nextTo } from './namesakes.ts';
import { questionOf } from './question.ts';

const asked = questionOf(['Who is the keeper of Saint Odran Light?']);

it.each([
  ['The keeper of Saint Odran Light is Una Devlin.', false],
  ['The keeper of Saint Oran Light is Jens Okkels.', true],
  ['The keeper is Una Devlin.', false],
  ['Saint Odran Light and Saint Oran Light share a keeper.', false],
])('%s — about a namesake: %s', (sentence, is) => {
  expect(isOfNamesake(sentence, asked)).toBe(is);
});

it('a plural is another name', () => {
  expect(isOfNamesake('The Cairns trail is closed.', questionOf(['Is the Cairn trail closed?']))).toBe(true);
});

it('tells what a thing has from what lies next to it', () => {
  const steps = questionOf(['How many steps has Saint Odran Light?']);
  expect(nextTo('The path to Saint Odran Light has 40 steps.', steps)).toBe(1);
  expect(nextTo('The tower of Saint Odran Light has 90 steps.', steps)).toBe(0);
  expect(
    nextTo('The path to Saint Odran Light has 40 steps.', questionOf(['How long is the path to Saint Odran Light?'])),
  ).toBe(0);
});
