/** Pairs of antonyms, one pair per line. */
const PAIRS = `
up down
above below
before after
inside outside
in outside
first last
with without
most least
maximum minimum
heaviest lightest
highest lowest
tallest shortest
longest shortest
largest smallest
oldest newest
earliest latest
early late
summer winter
spring autumn
morning evening
day night
top bottom
left right
east west
north south
`;

const antonymPatterns = PAIRS.trim()
  .split('\n')
  .map((line) => line.split(' ').map((word) => new RegExp(`\\b${word}\\b`, 'iu')) as [RegExp, RegExp]);

/** Number of antonym pairs of which the question contains only one word and the sentence only the other. */
export function countContradictions(question: string, sentence: string): number {
  const isContrary = (word: RegExp, antonym: RegExp) =>
    word.test(question) && !antonym.test(question) && antonym.test(sentence) && !word.test(sentence);
  return antonymPatterns.filter(([first, second]) => isContrary(first, second) || isContrary(second, first)).length;
}
