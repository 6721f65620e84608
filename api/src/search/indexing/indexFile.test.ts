import { sql } from 'kysely';
import type { Database } from '../../storage/database.ts';
import { createSearchLibrary, makeSiteId, type SearchLibrary } from '../../../../tests/harness/fakes/searchLibrary.ts';
import { ada } from '../../../../tests/harness/storage/rows.ts';
import { describeOnBothEngines } from '../../../../tests/harness/storage/testStore.ts';
import { indexFile } from './indexFile.ts';

const site = makeSiteId(1);
const file = { tenantId: ada.tenantId, siteId: site, itemId: 'plan' };
const pages = (count: number, says: string) =>
  Array.from({ length: count }, (_, at) => ({
    location: { kind: 'page' as const, page: at + 1 },
    text: `Page ${at + 1} ${says} a harbour and item${at}.`,
  }));
const version = (etag: string, count: number, says: string) => ({
  ...file,
  etag,
  name: 'Plan.pdf',
  extraction: { type: 'PDF' as const, parts: pages(count, says), pages: count, usedOcr: false },
});

describeOnBothEngines('a file that becomes findable', (makeStore) => {
  let database: Database;
  let library: SearchLibrary;
  beforeAll(async () => {
    database = await makeStore().open();
    library = createSearchLibrary(database);
    await library.put(site, 'other', ['A ferry and a harbour.', 'A lens.']);
  });
  afterAll(() => database.close());
  afterEach(() => library.ctx.store.chunks.removeFile(file));

  const index = (
    given: ReturnType<typeof version>,
    signal = new AbortController().signal,
    onProgress?: (done: number, total: number) => void,
  ) => indexFile(library.ctx, given, signal, onProgress);

  /** Everything that is kept of the file, and what is counted of its site. */
  async function kept() {
    const one = async <T>(query: ReturnType<typeof sql<T>>) => (await query.execute(database.kysely)).rows;
    return {
      sets: await one(
        sql<object>`select etag, visible, chunks from document_version where item_id = 'plan' order by etag`,
      ),
      rows: await one(sql<object>`select count(distinct c.version_id)::int as sets, count(*)::int as chunks, count(w.chunk_id)::int as words,
        count(v.chunk_id)::int as vectors from chunk c join document_version s on s.id = c.version_id and s.item_id = 'plan'
        left join chunk_words w on w.chunk_id = c.id left join chunk_vector v on v.chunk_id = c.id`),
    };
  }

  /** What the site's counts say, beside what is there in truth. */
  async function counts() {
    const told = await sql`select word, files, chunks from term order by word collate "C"`.execute(database.kysely);
    const true_ = await sql`select u.lexeme as word, count(distinct w.version_id)::int as files, count(*)::int as chunks
      from chunk_words w join document_version s on s.id = w.version_id and s.visible, unnest(w.tsv) u group by u.lexeme order by u.lexeme collate "C"`.execute(
      database.kysely,
    );
    const shelf =
      await sql`select h.files = count(s.id) and h.chunks = sum(s.chunks) and h.words = sum(s.words) as agrees
      from search_index h join document_version s on s.index_id = h.id and s.visible group by h.id`.execute(
        database.kysely,
      );
    return { told: told.rows, true_: true_.rows, agrees: shelf.rows };
  }
  const expectRightCounts = async () => {
    const { told, true_, agrees } = await counts();
    expect(told).toEqual(true_);
    expect(agrees).toEqual([{ agrees: true }]);
  };

  it('is one set of chunks with words and vectors, however often it is indexed', async () => {
    const told: number[] = [];
    for (let time = 0; time < 3; time += 1)
      await index(version('v1', 5, 'shows'), undefined, (done, total) => told.push(done / total));
    expect(await kept()).toEqual({
      sets: [{ etag: 'v1', visible: true, chunks: 5 }],
      rows: [{ sets: 1, chunks: 5, words: 5, vectors: 5 }],
    });
    expect(told).toEqual([1]);
    await expectRightCounts();
  });

  it('is replaced as a whole, and the counts of words follow', async () => {
    await index(version('v1', 70, 'shows'));
    await index(version('v2', 3, 'hides'));
    expect((await kept()).rows).toEqual([{ sets: 1, chunks: 3, words: 3, vectors: 3 }]);
    await expectRightCounts();
    const { told } = await counts();
    expect(told).not.toContainEqual(expect.objectContaining({ word: 'show' }));
  });

  it.each([0, 1, 2, 3])('ended after batch %i and begun again, it leaves exactly one set', async (batches) => {
    await index(version('v1', 2, 'shows'));
    const controller = new AbortController();
    let done = 0;
    if (batches === 0) controller.abort();
    const ended = index(version('v2', 200, 'hides'), controller.signal, () => {
      done += 1;
      if (done === batches) controller.abort();
    });
    await expect(ended).rejects.toThrow();
    const seen = (await kept()).sets.filter((set) => (set as { visible: boolean }).visible);
    expect(seen).toEqual([{ etag: 'v1', visible: true, chunks: 2 }]);
    await expectRightCounts();
    await index(version('v2', 200, 'hides'));
    expect(await kept()).toEqual({
      sets: [{ etag: 'v2', visible: true, chunks: 200 }],
      rows: [{ sets: 1, chunks: 200, words: 200, vectors: 200 }],
    });
    await expectRightCounts();
  });

  it('an embedder that goes away in the middle shows nothing half', async () => {
    const ended = index(version('v1', 200, 'shows'), undefined, () => (library.available.embedder = false));
    await expect(ended).rejects.toThrow('the embedder is away');
    expect((await kept()).sets).toEqual([{ etag: 'v1', visible: false, chunks: 0 }]);
    library.available.embedder = true;
    await index(version('v1', 200, 'shows'));
    expect((await kept()).sets).toEqual([{ etag: 'v1', visible: true, chunks: 200 }]);
  });

  it('by two at once it is still one set, the one that was begun last', async () => {
    const first = index(version('v1', 150, 'shows'));
    await library.ctx.clock.advance(10);
    await Promise.all([first, index(version('v2', 100, 'hides'))]);
    expect((await kept()).sets).toEqual([{ etag: 'v2', visible: true, chunks: 100 }]);
    await expectRightCounts();
  });

  it('leaves nothing when it is forgotten in the middle', async () => {
    let forgotten = Promise.resolve();
    await index(version('v1', 200, 'shows'), undefined, () => (forgotten = library.ctx.store.chunks.removeFile(file)));
    await forgotten;
    expect(await kept()).toEqual({ sets: [], rows: [{ sets: 0, chunks: 0, words: 0, vectors: 0 }] });
    await expectRightCounts();
  });

  it('without a word it is a set without chunks', async () => {
    await index({ ...version('v1', 0, ''), extraction: { type: 'PDF', parts: [], pages: 1, usedOcr: false } });
    expect((await kept()).sets).toEqual([{ etag: 'v1', visible: true, chunks: 0 }]);
    await expectRightCounts();
  });

  it('says little of a long heading and a long name again with each chunk', async () => {
    const lengths: number[] = [];
    const models = {
      getEmbedderName: async () => 'lexical',
      async embed(texts: readonly string[]) {
        for (const text of texts) lengths.push(text.length);
        return texts.map(() => Float32Array.of(1, 0, 0, 0, 0, 0, 0, 0));
      },
    };
    const path = ['Heading '.repeat(80_000), 'Tides'];
    const parts = Array.from({ length: 100 }, (_, at) => ({
      location: { kind: 'section' as const, path },
      text: `Item ${at} tells of a lighthouse.`,
    }));
    const extraction = { type: 'DOCX' as const, parts, pages: null, usedOcr: false };
    const given = { ...version('long', 1, ''), name: `${'Name '.repeat(2_000)}.docx`, extraction };
    await indexFile({ ...library.ctx, models: models as never }, given, new AbortController().signal);
    expect(lengths).toHaveLength(100);
    expect(Math.max(...lengths)).toBeLessThan(1_000);
  });
});
