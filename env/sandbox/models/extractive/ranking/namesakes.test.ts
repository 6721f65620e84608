import { isAboutNamesake, scoreSurroundings } from './namesakes.ts';
import { parseQuestion } from './question.ts';

const question = parseQuestion(['Who is the keeper of Saint Odran Light?']);

it.each([
  ['The keeper of Saint Odran Light is Una Devlin.', false],
  ['The keeper of Saint Oran Light is Jens Okkels.', true],
  ['The keeper is Una Devlin.', false],
  ['Saint Odran Light and Saint Oran Light share a keeper.', false],
])('%s — about a namesake: %s', (sentence, isExpected) => {
  expect(isAboutNamesake(sentence, question)).toBe(isExpected);
});

it('treats a plural as another name', () => {
  expect(isAboutNamesake('The Cairns trail is closed.', parseQuestion(['Is the Cairn trail closed?']))).toBe(true);
});

it('separates statements about a place from statements about its surroundings', () => {
  const steps = parseQuestion(['How many steps has Saint Odran Light?']);
  expect(scoreSurroundings('The path to Saint Odran Light has 40 steps.', steps)).toBe(1);
  expect(scoreSurroundings('The tower of Saint Odran Light has 90 steps.', steps)).toBe(0);
  expect(
    scoreSurroundings(
      'The path to Saint Odran Light has 40 steps.',
      parseQuestion(['How long is the path to Saint Odran Light?']),
    ),
  ).toBe(0);
});
