import { sql } from 'kysely';
import type { Database } from '#api/storage/database.ts';
import { createSearchLibrary, makeSiteId, type SearchLibrary } from '#tests/harness/fakes/searchLibrary.ts';
import { ada } from '#tests/harness/storage/rows.ts';
import { describeOnBothEngines } from '#tests/harness/storage/testStore.ts';
import { indexFile } from './indexFile.ts';

const site = makeSiteId(1);
const file = { tenantId: ada.tenantId, siteId: site, itemId: 'plan' };
const createPages = (count: number, verb: string) =>
  Array.from({ length: count }, (_, index) => ({
    location: { kind: 'page' as const, page: index + 1 },
    text: `Page ${index + 1} ${verb} a harbour and item${index}.`,
  }));
const createVersion = (etag: string, count: number, verb: string) => ({
  ...file,
  etag,
  name: 'Plan.pdf',
  extraction: { type: 'PDF' as const, parts: createPages(count, verb), pages: count, usedOcr: false },
});

describeOnBothEngines('indexing a file', (makeStore) => {
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
    fileVersion: ReturnType<typeof createVersion>,
    signal = new AbortController().signal,
    onProgress?: (done: number, total: number) => void,
  ) => indexFile(library.ctx, fileVersion, signal, onProgress);

  /** Reads all versions of the file and counts their rows. */
  async function readIndexed() {
    const select = async <T>(query: ReturnType<typeof sql<T>>) => (await query.execute(database.kysely)).rows;
    return {
      versions: await select(
        sql<object>`select etag, visible, chunks from document_version where item_id = 'plan' order by etag`,
      ),
      rows: await select(sql<object>`select count(distinct c.version_id)::int as versions, count(*)::int as chunks, count(w.chunk_id)::int as words,
        count(v.chunk_id)::int as vectors from chunk c join document_version s on s.id = c.version_id and s.item_id = 'plan'
        left join chunk_words w on w.chunk_id = c.id left join chunk_vector v on v.chunk_id = c.id`),
    };
  }

  /** Returns the saved word counts, and for comparison the words counted in the visible versions. */
  async function readCounts() {
    const saved = await sql`select word, files, chunks from term order by word collate "C"`.execute(database.kysely);
    const counted =
      await sql`select u.lexeme as word, count(distinct w.version_id)::int as files, count(*)::int as chunks
      from chunk_words w join document_version s on s.id = w.version_id and s.visible, unnest(w.tsv) u group by u.lexeme order by u.lexeme collate "C"`.execute(
        database.kysely,
      );
    const totals =
      await sql`select h.files = count(s.id) and h.chunks = sum(s.chunks) and h.words = sum(s.words) as agrees
      from search_index h join document_version s on s.index_id = h.id and s.visible group by h.id`.execute(
        database.kysely,
      );
    return { saved: saved.rows, counted: counted.rows, totals: totals.rows };
  }
  const expectCorrectCounts = async () => {
    const { saved, counted, totals } = await readCounts();
    expect(saved).toEqual(counted);
    expect(totals).toEqual([{ agrees: true }]);
  };

  it('stores one version with words and vectors, even if it is repeated', async () => {
    const progress: number[] = [];
    for (let repetition = 0; repetition < 3; repetition += 1)
      await index(createVersion('v1', 5, 'shows'), undefined, (done, total) => progress.push(done / total));
    expect(await readIndexed()).toEqual({
      versions: [{ etag: 'v1', visible: true, chunks: 5 }],
      rows: [{ versions: 1, chunks: 5, words: 5, vectors: 5 }],
    });
    expect(progress).toEqual([1]);
    await expectCorrectCounts();
  });

  it('replaces the old version and updates the word counts', async () => {
    await index(createVersion('v1', 70, 'shows'));
    await index(createVersion('v2', 3, 'hides'));
    expect((await readIndexed()).rows).toEqual([{ versions: 1, chunks: 3, words: 3, vectors: 3 }]);
    await expectCorrectCounts();
    const { saved } = await readCounts();
    expect(saved).not.toContainEqual(expect.objectContaining({ word: 'show' }));
  });

  it.each([0, 1, 2])('leaves one version when it is aborted in batch %i and repeated', async (batches) => {
    await index(createVersion('v1', 2, 'shows'));
    const controller = new AbortController();
    let indexedBatches = 0;
    if (batches === 0) controller.abort();
    const indexing = index(createVersion('v2', 130, 'hides'), controller.signal, () => {
      indexedBatches += 1;
      if (indexedBatches === batches) controller.abort();
    });
    await expect(indexing).rejects.toThrow();
    const visible = (await readIndexed()).versions.filter((row) => (row as { visible: boolean }).visible);
    expect(visible).toEqual([{ etag: 'v1', visible: true, chunks: 2 }]);
    await expectCorrectCounts();
    await index(createVersion('v2', 130, 'hides'));
    expect(await readIndexed()).toEqual({
      versions: [{ etag: 'v2', visible: true, chunks: 130 }],
      rows: [{ versions: 1, chunks: 130, words: 130, vectors: 130 }],
    });
    await expectCorrectCounts();
  });

  it('makes nothing visible if the embedder fails in the middle', async () => {
    const indexing = index(createVersion('v1', 200, 'shows'), undefined, () => (library.available.embedder = false));
    await expect(indexing).rejects.toThrow('the embedder is unavailable');
    expect((await readIndexed()).versions).toEqual([{ etag: 'v1', visible: false, chunks: 0 }]);
    library.available.embedder = true;
    await index(createVersion('v1', 200, 'shows'));
    expect((await readIndexed()).versions).toEqual([{ etag: 'v1', visible: true, chunks: 200 }]);
  });

  it('makes only the later version visible when two are indexed at the same time', async () => {
    const first = index(createVersion('v1', 150, 'shows'));
    await library.ctx.clock.advance(10);
    await Promise.all([first, index(createVersion('v2', 100, 'hides'))]);
    expect((await readIndexed()).versions).toEqual([{ etag: 'v2', visible: true, chunks: 100 }]);
    await expectCorrectCounts();
  });

  it('leaves no data of a file that is removed during indexing', async () => {
    let removal = Promise.resolve();
    await index(
      createVersion('v1', 200, 'shows'),
      undefined,
      () => (removal = library.ctx.store.chunks.removeFile(file)),
    );
    await removal;
    expect(await readIndexed()).toEqual({ versions: [], rows: [{ versions: 0, chunks: 0, words: 0, vectors: 0 }] });
    await expectCorrectCounts();
  });

  it('stores a version without chunks for a file without words', async () => {
    await index({ ...createVersion('v1', 0, ''), extraction: { type: 'PDF', parts: [], pages: 1, usedOcr: false } });
    expect((await readIndexed()).versions).toEqual([{ etag: 'v1', visible: true, chunks: 0 }]);
    await expectCorrectCounts();
  });

  it('repeats only the start of long names and headings with each chunk', async () => {
    const lengths: number[] = [];
    const fileEmbedder = {
      getEmbedderName: async () => 'lexical',
      async embed(texts: readonly string[]) {
        for (const text of texts) lengths.push(text.length);
        return texts.map(() => Float32Array.of(1, 0, 0, 0, 0, 0, 0, 0));
      },
    };
    const path = ['Heading '.repeat(8_000), 'Tides'];
    const parts = Array.from({ length: 20 }, (_, index) => ({
      location: { kind: 'section' as const, path },
      text: `Item ${index} tells of a lighthouse.`,
    }));
    const extraction = { type: 'DOCX' as const, parts, pages: null, usedOcr: false };
    const longFile = { ...createVersion('long', 1, ''), name: `${'Name '.repeat(2_000)}.docx`, extraction };
    await indexFile({ ...library.ctx, fileEmbedder }, longFile, new AbortController().signal);
    expect(lengths).toHaveLength(20);
    expect(Math.max(...lengths)).toBeLessThan(1_000);
  });
});
