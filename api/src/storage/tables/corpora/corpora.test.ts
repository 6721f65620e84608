import { ada, ben, carl, corpusFileOf, newId, siteOf } from '../../../../../tests/harness/storage/rows.ts';
import { onBothEngines } from '../../../../../tests/harness/storage/testStore.ts';
import type { Database } from '../../open.ts';
import { createStore, type Store } from '../../store.ts';
import type { CorpusFileRow, NewCorpusFile } from './corpusFiles.ts';
import type { SiteRow } from './sites.ts';

const monday = new Date('2026-11-16T08:00:00.000Z');
const LEASE_MS = 60_000;
const SHA = 'a'.repeat(64);

onBothEngines('corpora', (makeStore) => {
  let database: Database;
  let store: Store;
  let site: SiteRow;
  beforeAll(async () => {
    database = await makeStore().open();
    store = createStore(database.kysely);
  });
  afterAll(() => database?.close());
  beforeEach(async () => {
    site = siteOf(ada);
    await store.sites.create(site, monday);
  });

  const begin = (file: NewCorpusFile, adopts = true) => store.corpusFiles.startEmbedding(file, ada, monday, adopts);
  async function found(file: NewCorpusFile): Promise<CorpusFileRow> {
    const row = await store.corpusFiles.find(file.tenantId, file.siteId, file.itemId);
    if (!row) throw new Error('The file is not there.');
    return row;
  }
  async function begun(given: Partial<NewCorpusFile> = {}): Promise<CorpusFileRow> {
    const file = corpusFileOf(site, ada, given);
    await begin(file);
    return found(file);
  }

  describe('sites', () => {
    it('are made once, whoever comes at the same time, and each organization has its own', async () => {
      const other = siteOf(ada, { name: 'Travel \u0000', prompt: 'Say \ud83d' });
      const made = await Promise.all(Array.from({ length: 8 }, () => store.sites.create(other, monday)));
      expect(made.filter(Boolean)).toHaveLength(1);
      expect(await store.sites.create({ ...other, tenantId: carl.tenantId }, monday)).toBe(true);
      expect(await store.sites.find(ada.tenantId, other.id)).toEqual({
        ...other,
        name: 'Travel ',
        prompt: 'Say \ufffd',
      });
      expect((await store.sites.list(carl.tenantId)).map(({ id }) => id)).toEqual([other.id]);
      expect(await store.sites.find(carl.tenantId, site.id)).toBeUndefined();
    });

    it('change where they are what the person saw', async () => {
      const [from, to] = [
        { description: 'Money', prompt: '' },
        { description: 'Money, rules', prompt: 'In crowns.' },
      ];
      const changed = await Promise.all([1, 2, 3].map(() => store.sites.change(site.tenantId, site.id, from, to)));
      expect(changed.filter(Boolean)).toEqual([{ ...site, ...to }]);
    });

    it('are looked at for a person by one process at a time, and go on where they were', async () => {
      const turns = await Promise.all([1, 2, 3].map(() => store.sites.claimVisit(site, ada, LEASE_MS)));
      expect(turns.filter(Boolean)).toEqual([{ deltaLink: null }]);
      await store.sites.saveDeltaLink(site, ada, 'https://graph/delta?token=1');
      expect(await store.sites.claimVisit(site, ben, LEASE_MS)).toEqual({ deltaLink: null });
      expect(await store.sites.claimVisit(site, ada, LEASE_MS)).toBeNull();
      expect(await store.sites.claimVisit(site, ada, 0)).toEqual({ deltaLink: 'https://graph/delta?token=1' });
    });
  });

  describe('files', () => {
    it('give back what was put in, and wait for somebody', async () => {
      const file = corpusFileOf(site, ada, { name: 'Plan\u0000.pdf' });
      expect(await begin(file)).toEqual({ name: 'begun', replaced: null });
      const { runId, ...rest } = await found(file);
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
      expect(await store.corpusFiles.findById(file.id)).toEqual(await found(file));
      expect(await store.corpusFiles.list(ada.tenantId, [])).toEqual([]);
      expect(await store.corpusFiles.list(carl.tenantId, [site.id])).toEqual([]);
    });

    it('of one version have one run, however many add it at once', async () => {
      const file = corpusFileOf(site, ada);
      const both = await Promise.all(Array.from({ length: 6 }, () => begin({ ...file, id: newId(), runId: newId() })));
      expect(both.filter(({ name }) => name === 'begun')).toHaveLength(1);
      const { runId } = await found(file);
      expect(both.flatMap((one) => (one.name === 'already' ? one.runId : []))).toEqual(
        Array.from({ length: 5 }, () => runId),
      );
      expect(await store.corpusFiles.countEmbedding(ada)).toBeGreaterThan(0);
      expect(await store.runs.countUnended(ada)).toBe(0);
    });

    it('take another version for the same file; what failed belongs to who adds it again, not to who comes by', async () => {
      const first = await begun();
      const bens = { id: ben.id, name: 'Ben Okafor', email: 'ben.okafor@northwind.example' };
      const next = { ...first, id: newId(), runId: newId(), etag: '"{1},2"', creator: bens };
      expect(await begin(next)).toEqual({ name: 'begun', replaced: first.runId });
      const second = await found(first);
      expect(second).toMatchObject({ id: first.id, etag: '"{1},2"', creator: first.creator, runId: next.runId });
      await store.corpusFiles.markFailed(second, 'The file is damaged.');
      await begin({ ...next, runId: newId() }, false);
      expect((await found(first)).creator).toEqual(first.creator);
      await store.corpusFiles.markFailed(await found(first), 'The file is damaged.');
      await begin({ ...next, runId: newId() });
      expect(await found(first)).toMatchObject({ creator: bens, reason: null, state: 'needsYou' });
    });

    /** The embeddings that a process could work on. */
    async function taken(): Promise<string[]> {
      const ids: string[] = [];
      const turn = { kind: 'embedding', processId: newId(), perPerson: 1_000, servedPeople: [] } as const;
      for (let run = await store.runs.claimNext(turn); run; run = await store.runs.claimNext(turn)) ids.push(run.id);
      return ids;
    }

    it('are fetched by one at a time; who dies lets go, and who is late is not heard', async () => {
      const file = await begun();
      expect(await taken()).not.toContain(file.runId);
      const claims = await Promise.all([1, 2, 3].map(() => store.corpusFiles.claimFetch(file, LEASE_MS)));
      expect(claims.filter(Boolean)).toHaveLength(1);
      expect((await found(file)).state).toBe('waiting');
      await store.corpusFiles.extendFetch(file, -1);
      expect((await found(file)).state).toBe('needsYou');
      expect(await store.corpusFiles.claimFetch(file, LEASE_MS)).toBe(true);
      expect(await store.corpusFiles.postponeFetch(file, LEASE_MS)).toBe(1);
      expect(await store.corpusFiles.claimFetch(file, LEASE_MS)).toBe(false);
      expect(await store.corpusFiles.markFetched(file, SHA, { ...file, etag: '"{1},7"' })).toBe(true);
      expect(await found(file)).toMatchObject({ state: 'waiting', sha256: SHA, etag: '"{1},7"' });
      expect(await store.corpusFiles.claimFetch(file, LEASE_MS)).toBe(false);
      expect(await taken()).toContain(file.runId);
      expect(await store.corpusFiles.isReferenced(SHA)).toBe(true);
    });

    it('go on only for the run they wait for', async () => {
      const file = await begun();
      const late = { ...file, runId: newId() };
      for (const step of [store.corpusFiles.markEmbedding, store.corpusFiles.markReady])
        expect(await step(late)).toBe(false);
      expect(await store.corpusFiles.markFailed(late, 'No.')).toBe(false);
      expect(await store.corpusFiles.markEmbedding(file)).toBe(true);
      expect(await store.corpusFiles.markReady(file)).toBe(true);
      expect(await found(file)).toMatchObject({ state: 'ready', reason: null });
    });

    it('count how often they were cited, and leave with their rows', async () => {
      const file = await begun();
      await store.corpusFiles.countCitations(file.tenantId, file.siteId, [file.itemId, 'nowhere']);
      await store.corpusFiles.countCitations(file.tenantId, file.siteId, []);
      expect((await found(file)).citations).toBe(1);
      await store.corpusFiles.remove(file);
      expect(await store.corpusFiles.findById(file.id)).toBeUndefined();
    });
  });
});
