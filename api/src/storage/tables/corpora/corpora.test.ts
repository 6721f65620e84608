import { ada, ben, carl, makeCorpusFile, newId, makeSiteRow } from '#tests/harness/storage/rows.ts';
import { describeOnBothEngines } from '#tests/harness/storage/testStore.ts';
import type { Database } from '#api/storage/database.ts';
import { createStore, type Store } from '#api/storage/store.ts';
import type { CorpusFileRow, NewCorpusFile } from './corpusFiles.ts';
import type { SiteRow } from './sites.ts';

const monday = new Date('2026-11-16T08:00:00.000Z');
const LEASE_MS = 60_000;
const SHA = 'a'.repeat(64);

describeOnBothEngines('corpora', (makeStore) => {
  let database: Database;
  let store: Store;
  let site: SiteRow;
  beforeAll(async () => {
    database = await makeStore().open();
    store = createStore(database.kysely);
  });
  afterAll(() => database?.close());
  beforeEach(async () => {
    site = makeSiteRow(ada);
    await store.sites.create(site, monday);
  });

  const startEmbedding = (file: NewCorpusFile, takesOwnership = true) =>
    store.corpusFiles.startEmbedding(file, ada, monday, takesOwnership);
  async function findFile(file: NewCorpusFile): Promise<CorpusFileRow> {
    const row = await store.corpusFiles.find(file.tenantId, file.siteId, file.itemId);
    if (!row) throw new Error('The file does not exist.');
    return row;
  }
  async function createFile(changes: Partial<NewCorpusFile> = {}): Promise<CorpusFileRow> {
    const file = makeCorpusFile(site, ada, changes);
    await startEmbedding(file);
    return findFile(file);
  }

  describe('sites', () => {
    it('are created once per organization, even by simultaneous requests', async () => {
      const other = makeSiteRow(ada, { name: 'Travel \u0000', prompt: 'Say \ud83d' });
      const created = await Promise.all(Array.from({ length: 8 }, () => store.sites.create(other, monday)));
      expect(created.filter(Boolean)).toHaveLength(1);
      expect(await store.sites.create({ ...other, tenantId: carl.tenantId }, monday)).toBe(true);
      expect(await store.sites.find(ada.tenantId, other.id)).toEqual({
        ...other,
        name: 'Travel ',
        prompt: 'Say \ufffd',
      });
      expect((await store.sites.list(carl.tenantId)).map(({ id }) => id)).toEqual([other.id]);
      expect(await store.sites.find(carl.tenantId, site.id)).toBeUndefined();
    });

    it('are changed only if the person has seen their current texts', async () => {
      const [from, to] = [
        { description: 'Money', prompt: '' },
        { description: 'Money, rules', prompt: 'In crowns.' },
      ];
      const changed = await Promise.all([1, 2, 3].map(() => store.sites.change(site.tenantId, site.id, from, to)));
      expect(changed.filter(Boolean)).toEqual([{ ...site, ...to }]);
    });

    it('are checked for each person by one process at a time, from the saved delta link', async () => {
      const claims = await Promise.all([1, 2, 3].map(() => store.sites.claimVisit(site, ada, LEASE_MS)));
      expect(claims.filter(Boolean)).toEqual([{ deltaLink: null }]);
      await store.sites.saveDeltaLink(site, ada, 'https://graph/delta?token=1');
      expect(await store.sites.claimVisit(site, ben, LEASE_MS)).toEqual({ deltaLink: null });
      expect(await store.sites.claimVisit(site, ada, LEASE_MS)).toBeNull();
      expect(await store.sites.claimVisit(site, ada, 0)).toEqual({ deltaLink: 'https://graph/delta?token=1' });
    });
  });

  describe('files', () => {
    it('are stored with all fields and wait for a person', async () => {
      const file = makeCorpusFile(site, ada, { name: 'Plan\u0000.pdf' });
      expect(await startEmbedding(file)).toEqual({ name: 'started', replaced: null });
      const { runId, ...rest } = await findFile(file);
      expect({ runId, ...rest }).toEqual({
        ...file,
        name: 'Plan.pdf',
        state: 'needsYou',
        reason: null,
        sha256: null,
        citations: 0,
      });
      expect(await store.runs.find(runId)).toMatchObject({
        kind: 'embedding',
        state: 'waiting',
        owner: ada,
        subjectId: file.id,
      });
      expect(await store.corpusFiles.findById(file.id)).toEqual(await findFile(file));
      expect(await store.corpusFiles.list(ada.tenantId, [])).toEqual([]);
      expect(await store.corpusFiles.list(carl.tenantId, [site.id])).toEqual([]);
    });

    it('have one run per version, even if several people add them at once', async () => {
      const file = makeCorpusFile(site, ada);
      const results = await Promise.all(
        Array.from({ length: 6 }, () => startEmbedding({ ...file, id: newId(), runId: newId() })),
      );
      expect(results.filter(({ name }) => name === 'started')).toHaveLength(1);
      const { runId } = await findFile(file);
      expect(results.flatMap((result) => (result.name === 'duplicate' ? result.runId : []))).toEqual(
        Array.from({ length: 5 }, () => runId),
      );
      expect(await store.corpusFiles.countEmbedding(ada)).toBeGreaterThan(0);
      expect(await store.runs.countUnended(ada)).toBe(0);
    });

    it('are replaced by another version; a failed file belongs to the person who adds it again', async () => {
      const first = await createFile();
      const bens = { id: ben.id, name: 'Ben Okafor', email: 'ben.okafor@northwind.example' };
      const next = { ...first, id: newId(), runId: newId(), etag: '"{1},2"', creator: bens };
      expect(await startEmbedding(next)).toEqual({ name: 'started', replaced: first.runId });
      const second = await findFile(first);
      expect(second).toMatchObject({ id: first.id, etag: '"{1},2"', creator: first.creator, runId: next.runId });
      await store.corpusFiles.markFailed(second, 'The file is damaged.');
      await startEmbedding({ ...next, runId: newId() }, false);
      expect((await findFile(first)).creator).toEqual(first.creator);
      await store.corpusFiles.markFailed(await findFile(first), 'The file is damaged.');
      await startEmbedding({ ...next, runId: newId() });
      expect(await findFile(first)).toMatchObject({ creator: bens, reason: null, state: 'needsYou' });
    });

    /** Claims all runs that a process could work on. */
    async function claimAllRuns(): Promise<string[]> {
      const ids: string[] = [];
      const options = { kind: 'embedding', processId: newId(), perPerson: 1_000, servedPeople: [] } as const;
      for (let run = await store.runs.claimNext(options); run; run = await store.runs.claimNext(options))
        ids.push(run.id);
      return ids;
    }

    it('are fetched by one process at a time, until its lease ends', async () => {
      const file = await createFile();
      expect(await claimAllRuns()).not.toContain(file.runId);
      const claims = await Promise.all([1, 2, 3].map(() => store.corpusFiles.claimFetch(file, LEASE_MS)));
      expect(claims.filter(Boolean)).toHaveLength(1);
      expect((await findFile(file)).state).toBe('waiting');
      await store.corpusFiles.extendFetch(file, -1);
      expect((await findFile(file)).state).toBe('needsYou');
      expect(await store.corpusFiles.claimFetch(file, LEASE_MS)).toBe(true);
      expect(await store.corpusFiles.postponeFetch(file, LEASE_MS)).toBe(1);
      expect(await store.corpusFiles.claimFetch(file, LEASE_MS)).toBe(false);
      expect(await store.corpusFiles.markFetched(file, SHA, { ...file, etag: '"{1},7"' })).toBe(true);
      expect(await findFile(file)).toMatchObject({ state: 'waiting', sha256: SHA, etag: '"{1},7"' });
      expect(await store.corpusFiles.claimFetch(file, LEASE_MS)).toBe(false);
      expect(await claimAllRuns()).toContain(file.runId);
      expect(await store.corpusFiles.isReferenced(SHA)).toBe(true);
    });

    it('are in progress while their bytes are fetched and read, not while they wait for a person', async () => {
      const [first, second] = [await createFile(), await createFile()];
      const other = makeSiteRow(ada);
      await store.sites.create(other, monday);
      const third = makeCorpusFile(other, ada);
      await startEmbedding(third);
      const list = async (limit: number) =>
        (await store.corpusFiles.listInProgress(ada.tenantId, [site.id, other.id], limit)).map(({ itemId }) => itemId);
      expect(await list(9)).toEqual([]);
      for (const file of [first, second, await findFile(third)]) await store.corpusFiles.claimFetch(file, LEASE_MS);
      // Each site comes first with one file.
      expect(await list(2)).toContain(third.itemId);
      expect(await list(9)).toHaveLength(3);
      await store.corpusFiles.markFetched(first, SHA, first);
      await store.corpusFiles.markEmbedding(first);
      await store.corpusFiles.postponeFetch(second, LEASE_MS);
      expect((await list(9)).toSorted()).toEqual([first.itemId, third.itemId].toSorted());
      await store.corpusFiles.markReady(first);
      expect(await list(9)).toEqual([third.itemId]);
      expect(await store.corpusFiles.listInProgress(carl.tenantId, [site.id, other.id], 9)).toEqual([]);
      expect(await store.corpusFiles.listInProgress(ada.tenantId, [], 9)).toEqual([]);
    });

    it('are updated only by their current run', async () => {
      const file = await createFile();
      const outdated = { ...file, runId: newId() };
      for (const step of [store.corpusFiles.markEmbedding, store.corpusFiles.markReady])
        expect(await step(outdated)).toBe(false);
      expect(await store.corpusFiles.markFailed(outdated, 'No.')).toBe(false);
      expect(await store.corpusFiles.markEmbedding(file)).toBe(true);
      expect(await store.corpusFiles.markReady(file)).toBe(true);
      expect(await findFile(file)).toMatchObject({ state: 'ready', reason: null });
    });

    it('count their citations and can be removed', async () => {
      const file = await createFile();
      await store.corpusFiles.countCitations(file.tenantId, file.siteId, [file.itemId, 'nowhere']);
      await store.corpusFiles.countCitations(file.tenantId, file.siteId, []);
      expect((await findFile(file)).citations).toBe(1);
      await store.corpusFiles.remove(file);
      expect(await store.corpusFiles.findById(file.id)).toBeUndefined();
    });
  });
});
