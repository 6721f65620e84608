import { PATIENCE_MS } from '#tests/harness/patience.ts';
import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { anyCharacter } from '#tests/harness/anyCharacter.ts';
import { ada, ben, carl, makeChatRow, makeFileRow, makeMessageRow, newId } from '#tests/harness/storage/rows.ts';
import { describeOnBothEngines } from '#tests/harness/storage/testStore.ts';
import type { Extraction } from '#contract/files/locations.ts';
import { defaultModeSettings } from '#contract/settings.ts';
import { toJson } from '#api/storage/json.ts';
import type { Database } from '#api/storage/database.ts';
import { createStore, type Store } from '#api/storage/store.ts';
import { defaultQuota } from './chats/chatQuota.ts';
import { storedText, unsafeText } from './unsafeText.fixture.ts';

const monday = new Date('2026-11-16T08:00:00.000Z');
const tuesday = new Date('2026-11-17T08:00:00.123Z');
/** Sorts the property names of objects, so that their order does not matter. */
function sortNames(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortNames);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return entries.map(([name, part]) => [name, sortNames(part)]);
}

describeOnBothEngines('the tables', (makeStore) => {
  let database: Database;
  let store: Store;
  beforeAll(async () => {
    database = await makeStore().open();
    // The files of these tests are larger than a person can store, to test sizes beyond 32 bits.
    store = createStore(database.kysely, { ...defaultQuota, uploadBytes: Infinity });
  });
  afterAll(() => database?.close());

  it('know the longest retention time that the file had since a day', async () => {
    const { fileRetention } = store;
    const at = (hours: number) => new Date(monday.getTime() + hours * 3_600_000);
    const find = (hours: number) => fileRetention.findLongest(at(hours - 24));
    await fileRetention.save(90, at(0));
    // The retention time that the file had before is not known.
    expect(await find(1)).toBeNull();
    expect(await find(25)).toBe(90);
    await fileRetention.save(7, at(30));
    await fileRetention.save(7, at(31));
    expect(await find(53)).toBe(90);
    expect(await find(55)).toBe(7);
    await fileRetention.save(null, at(60));
    await fileRetention.save(90, at(61));
    expect(await find(84)).toBeNull();
    expect(await find(86)).toBe(90);
  });

  describe('people', () => {
    it('recognizes Ada under a new name, but not a person of another organization with her id', async () => {
      const person = { ...ada, name: 'Ada Moreau', email: 'ada@northwind.example' };
      expect(await store.people.recordVisit(person, monday)).toEqual({ welcomed: false });
      expect(await store.people.recordVisit({ ...person, name: 'Ada Moreau-Lind' }, tuesday)).toEqual({
        welcomed: false,
      });
      expect(await store.people.recordVisit({ ...person, ...carl }, tuesday)).toEqual({ welcomed: false });
      const rows = await database.kysely
        .selectFrom('person')
        .selectAll()
        .where('tenant_id', '=', ada.tenantId)
        .execute();
      expect(rows).toEqual([
        {
          tenant_id: ada.tenantId,
          id: ada.id,
          name: 'Ada Moreau-Lind',
          email: person.email,
          department: '',
          first_seen_at: monday,
          last_seen_at: tuesday,
          welcomed_at: null,
        },
      ]);
    });

    it('welcomes a person once, however many tabs say so', async () => {
      const guest = { tenantId: ada.tenantId, id: newId(), name: 'Guest', email: 'guest@northwind.example' };
      expect(await store.people.isWelcomed(guest)).toBe(false);
      await store.people.recordVisit(guest, monday);
      await Promise.all([monday, tuesday].map((day) => store.people.markWelcomed(guest, day)));
      expect(await store.people.recordVisit(guest, tuesday)).toEqual({ welcomed: true });
      expect(await store.people.isWelcomed(guest)).toBe(true);
      expect(await store.people.isWelcomed({ ...guest, tenantId: carl.tenantId })).toBe(false);
    });

    it('saves one row when ten tabs open at once', async () => {
      const dev = { tenantId: ada.tenantId, id: newId(), name: unsafeText, email: unsafeText };
      await Promise.all(Array.from({ length: 10 }, () => store.people.recordVisit(dev, monday)));
      const row = await database.kysely
        .selectFrom('person')
        .selectAll()
        .where('id', '=', dev.id)
        .executeTakeFirstOrThrow();
      expect([row.name, row.email]).toEqual([storedText, storedText]);
    });
  });

  describe('settings', () => {
    it('are empty at first and belong to one person', async () => {
      expect(await store.settings.find(ben)).toEqual({});
      await store.settings.merge(ada, { defaultTheme: 'dark' });
      expect(await store.settings.find(ben)).toEqual({});
      expect(await store.settings.find(carl)).toEqual({});
    });

    it('keep the changes that several tabs make at the same time', async () => {
      const names = Array.from({ length: 20 }, (_, index) => `setting${index}`);
      await Promise.all(names.map((name, index) => store.settings.merge(ben, { [name]: index })));
      expect(await store.settings.find(ben)).toEqual(Object.fromEntries(names.map((name, index) => [name, index])));
      expect(await store.settings.merge(ben, { setting3: null, chat: defaultModeSettings('chat') })).toMatchObject({
        setting2: 2,
        setting3: null,
        chat: { useConciseMode: false },
      });
    });

    it('accept any text, even in names', async () => {
      const saved = await store.settings.merge(carl, {
        customInstructions: unsafeText,
        panelSizes: { [unsafeText]: 0.25 },
      });
      expect(saved).toEqual({ customInstructions: storedText, panelSizes: { [storedText]: 0.25 } });
      expect(await store.settings.find(carl)).toEqual(saved);
    });
  });

  describe('workspaces', () => {
    it('store any JSON, without characters that the engines reject', async () => {
      const id = newId();
      let version = 0;
      const json = fc.dictionary(fc.string({ unit: anyCharacter }), fc.jsonValue({ stringUnit: anyCharacter }), {
        maxKeys: 6,
      });
      await fc.assert(
        fc.asyncProperty(json, async (content) => {
          await store.workspaces.save(ada, id, { content, version: version++ }, monday);
          expect(JSON.stringify(sortNames((await store.workspaces.find(ada, id))?.content))).toBe(
            JSON.stringify(sortNames(JSON.parse(toJson(content)))),
          );
        }),
        { numRuns: 150 },
      );
    });

    it('with the same id are separate for each person', async () => {
      const id = newId();
      expect(await store.workspaces.find(ada, id)).toBeUndefined();
      await store.workspaces.save(ada, id, { content: { notes: 'first' }, version: 0 }, monday);
      await store.workspaces.save(ada, id, { content: { notes: unsafeText, results: [] }, version: 1 }, tuesday);
      await store.workspaces.save(ben, id, { content: { notes: 'Ben’s' }, version: 0 }, tuesday);
      const stored = { content: { notes: storedText, results: [] }, version: 2 };
      expect(await store.workspaces.find(ada, id)).toEqual(stored);
      expect(await store.workspaces.find(ben, id)).toEqual({ content: { notes: 'Ben’s' }, version: 1 });
      const old = await store.workspaces.save(ada, id, { content: { notes: 'old' }, version: 1 }, tuesday);
      expect(old).toEqual({ name: 'outdated', ...stored });
      expect(await store.workspaces.find(carl, id)).toBeUndefined();
    });

    it('list a person’s open documents, the last used first', async () => {
      const [first, second] = [newId(), newId()];
      const save = (file_viewer_id: string, document_url: string, version: number, now: Date) =>
        store.fileViewers.save(ada, { file_viewer_id, document_url, version }, now);
      await save(first, 'https://northwind.example/a', 0, monday);
      await save(second, 'https://northwind.example/b', 0, tuesday);
      await save(first, unsafeText, 1, new Date(tuesday.getTime() + 1));
      const stored = [
        { file_viewer_id: first, document_url: storedText, version: 2 },
        { file_viewer_id: second, document_url: 'https://northwind.example/b', version: 1 },
      ];
      expect(await save(first, 'https://northwind.example/c', 1, tuesday)).toEqual({
        isSaved: false,
        stored: stored[0],
      });
      expect(await store.fileViewers.list(ada)).toEqual(stored);
      expect(await store.fileViewers.list(ben)).toEqual([]);
    });
  });

  describe('files', () => {
    const extraction: Extraction = {
      type: 'PDF',
      parts: [
        { location: { kind: 'page', page: 1 }, text: 'Travel is 40,000 €.' },
        { location: { kind: 'section', path: ['A', 'B "quoted"'] }, text: unsafeText },
      ],
      pages: 2,
      usedOcr: false,
      unreadPages: [2],
    };

    it('are stored once, with a size beyond 32 bits', async () => {
      const file = makeFileRow(ada, { name: unsafeText });
      await store.files.insert(file, monday);
      await store.files.insert({ ...file, name: 'second.pdf' }, tuesday);
      expect(await store.files.find(file.id)).toEqual({ ...file, name: storedText });
      expect(await store.files.find(newId())).toBeUndefined();
    });

    it('are listed for their owner only', async () => {
      const [hers, his, carls] = [makeFileRow(ada), makeFileRow(ben), makeFileRow(carl)];
      for (const file of [hers, his, carls]) await store.files.insert(file, monday);
      expect(await store.files.listOwned(ada, [hers.id, his.id, carls.id, newId()])).toEqual([hers]);
      expect(await store.files.listOwned(ada, [])).toEqual([]);
    });

    it('keep their latest text and the type of their content', async () => {
      const file = makeFileRow(ada, { type: 'TXT', sha256: 'a'.repeat(64) });
      await store.files.insert(file, monday);
      expect((await store.files.findTexts([file.id, newId()])).size).toBe(0);
      await store.files.saveText(file.id, 'PDF', { ...extraction, parts: [] }, 0);
      await store.files.saveText(file.id, 'PDF', extraction, 12);
      const [first, second] = extraction.parts;
      expect(await store.files.findTexts([file.id])).toEqual(
        new Map([
          [file.id, { extraction: { ...extraction, parts: [first, { ...second, text: storedText }] }, tokens: 12 }],
        ]),
      );
      expect(await store.files.find(file.id)).toEqual({ ...file, type: 'PDF' });
      expect(await store.files.isReferenced(file.sha256)).toBe(true);
      expect(await store.files.isReferenced('0'.repeat(64))).toBe(false);
      expect((await store.files.findTexts([])).size).toBe(0);
    });

    it('are deleted when they are old and no message contains them, or not any more', async () => {
      const [unsent, sent, recent] = [makeFileRow(ada), makeFileRow(ada), makeFileRow(ada)];
      for (const file of [unsent, sent]) await store.files.insert(file, monday);
      await store.files.insert(recent, tuesday);
      await store.files.saveText(unsent.id, 'PDF', extraction, 12);
      const chat = await store.chats.create(makeChatRow(ada));
      const details = { fileName: sent.name, fileType: sent.type, fileSize: sent.size, fileDate: '', tokens: 1 };
      const file = { ...details, scrapedFileId: sent.id, imageTokenCount: null, fileResource: null };
      await store.messages.append(makeMessageRow(chat.id, { files: [file] }));
      const listKept = async () =>
        (await store.files.listOwned(ada, [unsent.id, sent.id, recent.id])).map(({ id }) => id).toSorted();

      while ((await store.files.deleteUnused(tuesday, 2)) > 0);
      expect(await listKept()).toEqual([sent.id, recent.id].toSorted());
      expect((await store.files.findTexts([unsent.id])).size).toBe(0);
      await store.chats.delete(chat.id);
      await store.files.deleteUnused(tuesday, 100);
      expect(await listKept()).toEqual([recent.id]);
    });
  });

  describe('processes', () => {
    it('have heartbeats by the database’s clock and are deleted when silent', async () => {
      const beat = (id: string) => store.processes.saveHeartbeat({ id, host: 'desk', pid: 1 });
      const listIds = async () =>
        (await database.kysely.selectFrom('process').select('id').execute()).map((row) => row.id).toSorted();
      const [a, b, c] = [newId(), newId(), newId()].toSorted() as [string, string, string];
      for (const id of [a, b, c]) await beat(id);
      await store.processes.remove(c);
      await sleep(60);
      await beat(b);
      await store.processes.prune(50);
      expect(await listIds()).toEqual([b]);
      await beat(a);
      await store.processes.removeOthers(a);
      expect(await listIds()).toEqual([a]);
      const [row] = await database.kysely.selectFrom('process').select('heartbeat_at').execute();
      expect(Math.abs((row?.heartbeat_at.getTime() ?? 0) - Date.now())).toBeLessThan(PATIENCE_MS);
    });
  });
});
