/** Small words of which one says the contrary of the other, a pair each. */
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

/** How often a sentence says the contrary of a word of the question, and not the word. */
export function countContradictions(question: string, sentence: string): number {
  const contrary = (asked: RegExp, other: RegExp) =>
    asked.test(question) && !other.test(question) && other.test(sentence) && !asked.test(sentence);
  return antonymPatterns.filter(([one, two]) => contrary(one, two) || contrary(two, one)).length;
}
