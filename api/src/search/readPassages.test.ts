import type { ReadableHit } from './access/trimToReadable.ts';
import { readBestPassages, type PassageContext } from './readPassages.ts';

interface TestChunk {
  id: number;
  page: number;
  body: string;
}

/** Chunks of one file in reading order. Those of a page follow each other without shared text. */
function createContext(chunks: readonly TestChunk[]): PassageContext {
  const rows = chunks.map(({ id, page, body }, n) => {
    const before = chunks.slice(0, n).filter((other) => other.page === page);
    const charFrom = before.reduce((length, other) => length + other.body.length, 0);
    const location = { kind: 'page' as const, page };
    return { id, versionId: 'v1', n, part: page - 1, charFrom, location, body, unread: [] };
  });
  const findTexts: PassageContext['store']['chunkSearch']['findTexts'] = async (ids, around = 0) =>
    rows.filter(({ n, part }) =>
      rows.some((hit) => ids.includes(hit.id) && (hit.n === n || (hit.part === part && Math.abs(hit.n - n) <= around))),
    );
  return { store: { chunkSearch: { findTexts } } };
}

const toHit = (chunkId: number) =>
  ({
    hit: { chunkId, versionId: 'v1' },
    file: { itemId: 'report', versionId: 'v1', siteId: 'site', type: 'PDF' },
    item: { name: 'Report.pdf', webUrl: '', lastModified: '' },
    hasChanged: false,
  }) as unknown as ReadableHit;

const PROSE = 'The company rents its offices. '.repeat(20);
const pages = (count: number): TestChunk[] =>
  Array.from({ length: count }, (_, page) => [
    { id: page * 10 + 1, page: page + 1, body: `Top of page ${page + 1}. ${PROSE}` },
    { id: page * 10 + 2, page: page + 1, body: `End of page ${page + 1}.` },
  ]).flat();

describe('the passages of a search', () => {
  it('are whole pages for the best hits, and only the hits themselves after that, without repeating any text', async () => {
    const hits = [2, 1, 11, 21, 32, 42, 52].map(toHit);
    const { passages, passageHits } = await readBestPassages(createContext(pages(9)), hits, 1_200);
    expect(passages.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5, 6]);
    expect(passages.map(({ text }) => [text.includes('Top of'), text.includes('End of')])).toEqual([
      [true, true],
      [true, true],
      [true, true],
      [false, true],
      [false, true],
      [false, true],
    ]);
    expect(passageHits.map(({ hit }) => hit.chunkId)).toEqual([2, 11, 21, 32, 42, 52]);
  });

  it('are the same if they are read again from their hits', async () => {
    const ctx = createContext(pages(9));
    const first = await readBestPassages(ctx, [2, 1, 11, 12, 21, 32, 42].map(toHit), 900);
    expect(await readBestPassages(ctx, first.passageHits, 900)).toEqual(first);
  });

  it('end when the tokens are used up, but the first hit is always read, and a continuation reads all hits', async () => {
    const ctx = createContext(pages(9));
    const hits = [1, 11, 21, 31].map(toHit);
    expect((await readBestPassages(ctx, hits, 10)).passages).toHaveLength(1);
    expect((await readBestPassages(ctx, hits, 400)).passages).toHaveLength(2);
    expect((await readBestPassages(ctx, hits, 10, true)).passages).toHaveLength(4);
  });

  it('contain only the text around the hit if its page is too long', async () => {
    const chunks = Array.from({ length: 30 }, (_, id) => ({ id, page: 1, body: `${id}: ${'x '.repeat(450)}` }));
    const { passages } = await readBestPassages(createContext(chunks), [toHit(15)], 100_000);
    const text = passages[0]?.text ?? '';
    expect(text.length).toBeLessThanOrEqual(6_000);
    expect(text).toMatch(/^13: [^]*14: [^]*15: [^]*16: [^]*17: /);
  });

  it('begin with the caption and column names of the table in which they start', async () => {
    const table = {
      id: 1,
      page: 1,
      body: `Balance sheet\nJune 30\n| Item | 2022 | 2021 |\n${'| Cash | 1 | 2 |\n'.repeat(9)}`,
    };
    const rest = { id: 2, page: 1, body: '| Debt | 3 | 4 |' };
    const { passages } = await readBestPassages(
      createContext([...pages(9).slice(2), table, rest]),
      [11, 21, 2].map(toHit),
      500,
    );
    expect(passages.at(-1)?.text).toBe('Balance sheet\nJune 30\n| Item | 2022 | 2021 |\n| Debt | 3 | 4 |');
  });
});
