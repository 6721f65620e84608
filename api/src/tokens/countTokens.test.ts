import { countTokens as countWhole } from '#contract/text/tokens.ts';
import { createRandom } from '#sandbox/random.ts';
import { countTokens } from './countTokens.ts';
import { MAX_COUNTED_SLICES, SLICE_LENGTH, chooseSlices, sliceText } from './slices.ts';

const WORDS = ['a', 'budget', 'of', 'Österreich', '2027', 'naïve', 'numbers,', 'und', 'Käse.\n', '予算は', '🧀'];

function makeText(length: number): string {
  const random = createRandom(7);
  let text = '';
  while (text.length < length) text += `${random.pick(WORDS)} `;
  return text;
}

describe('slices of a text', () => {
  it('make up the whole text', () => {
    const text = makeText(5 * SLICE_LENGTH);
    expect(sliceText(text).join('')).toBe(text);
  });

  it('have together as many tokens as the whole text', async () => {
    const text = makeText(5 * SLICE_LENGTH);
    const counts = await Promise.all(sliceText(text).map(countWhole));
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(await countWhole(text));
  });

  it('do not split a character', () => {
    const slices = sliceText('🧀'.repeat(SLICE_LENGTH));
    expect(slices.every((slice) => slice.isWellFormed())).toBe(true);
  });

  it('are evenly spread over the text if not all are counted', () => {
    const slices = Array.from({ length: 10 * MAX_COUNTED_SLICES }, (_, index) => `${index}`);
    const chosen = chooseSlices(slices);
    expect(chosen).toHaveLength(MAX_COUNTED_SLICES);
    expect(chosen.slice(0, 3)).toEqual(['0', '10', '20']);
  });
});

describe('a long text', () => {
  it('is counted exactly up to 2 MB', async () => {
    const text = makeText(300_000);
    expect(await countTokens(text)).toBe(await countWhole(text));
  });

  it('is estimated with an error below 2 % if it is longer than 2 MB', async () => {
    const text = makeText(1.25 * MAX_COUNTED_SLICES * SLICE_LENGTH);
    const exact = await countWhole(text);
    expect(Math.abs((await countTokens(text)) / exact - 1)).toBeLessThan(0.02);
  });

  it('does not delay a shorter text that arrives later', async () => {
    const order: string[] = [];
    const long = countTokens(makeText(1_900_000)).then(() => order.push('long'));
    const short = countTokens(makeText(30_000)).then(() => order.push('short'));
    await Promise.all([long, short]);
    expect(order).toEqual(['short', 'long']);
  });
});
