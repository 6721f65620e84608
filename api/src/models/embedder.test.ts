import { AvaError } from '#contract/errors.ts';
import { createEmbedder } from './embedder.ts';

const never = new AbortController().signal;

/** An embedder whose server returns these vectors. */
function create(...vectors: unknown[][]) {
  const data = vectors.map((embedding, index) => ({ embedding, index, object: 'embedding' }));
  const client = { embeddings: { create: async () => ({ data }) } };
  return createEmbedder({ client: client as never, listModels: async () => [], model: 'small' });
}

describe('an embedding model', () => {
  it('returns vectors that are scaled to length 1, in the order of the texts', async () => {
    const [first, second] = await create([3, 4], [0, 2]).embed(['a', 'b'], never);
    expect([...first!]).toEqual([expect.closeTo(0.6), expect.closeTo(0.8)]);
    expect([...second!]).toEqual([0, 1]);
  });

  it.each<[string, unknown[][]]>([
    ['a number that is none', [[1, Number.NaN]]],
    ['an infinite number', [[1, Number.POSITIVE_INFINITY]]],
    ['a text instead of a number', [['high', 1]]],
    ['no numbers', [[]]],
    ['fewer vectors than texts', []],
  ])('is unavailable if it returns %s', async (_, vectors) => {
    await expect(create(...vectors).embed(['a'], never)).rejects.toThrow(AvaError);
  });

  it('is unavailable if its vectors have different lengths', async () => {
    await expect(create([1, 0], [1, 0, 0]).embed(['a', 'b'], never)).rejects.toThrow(AvaError);
  });
});
