import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { MAX_PROMPT_VERSIONS } from './promptVersions.ts';
import { PROMPTS_PER_PERSON } from './prompts.ts';
import { describeOnBothEngines } from '#tests/harness/storage/testStore.ts';
import type { Database } from '#api/storage/database.ts';
import { createStore, type Store } from '#api/storage/store.ts';
import { storedText, unsafeText } from '#api/storage/tables/unsafeText.fixture.ts';
import type { PromptRow } from './promptRow.ts';

const tenantId = 'northwind';
const [finance, board] = ['f'.repeat(32), 'b'.repeat(32)];
const monday = new Date('2026-11-02T08:00:00Z');

describeOnBothEngines('the prompts', (makeStore) => {
  let database: Database;
  let store: Store;
  beforeAll(async () => {
    database = await makeStore().open();
    store = createStore(database.kysely);
  });
  afterAll(() => database?.close());

  const makePerson = (name = 'Ada') => ({ tenantId, id: randomUUID(), name, email: `${name}@northwind.example` });

  function makeRow(owner: PromptRow['owner'], fields: Partial<PromptRow> = {}): PromptRow {
    const id = randomUUID();
    const times = { createdAt: monday, modifiedAt: monday, deletedAt: null };
    return {
      id,
      owner,
      title: `Tea ${id}`,
      text: 'When?',
      labels: [],
      isPrivate: true,
      teams: [],
      version: 0,
      ...times,
      ...fields,
    };
  }

  const insert = (row: PromptRow) => store.prompts.save(row, { version: null, readableSites: [] });

  it('keep any text, and show the latest name of a renamed creator', async () => {
    const ada = makePerson('Ada Moreau');
    const row = makeRow(ada, {
      title: unsafeText,
      text: unsafeText,
      labels: ['pdf', 'word'],
      teams: [finance],
      isPrivate: false,
    });
    await insert(row);
    expect(await store.prompts.find(row.id)).toEqual({ ...row, title: storedText, text: storedText, version: 1 });
    await store.people.recordVisit({ ...ada, name: 'Ada Moreau-Lind', email: 'new@northwind.example' }, monday);
    const { prompts } = await store.prompts.list(ada, []);
    expect(prompts).toMatchObject([
      { id: row.id, owner: { id: ada.id, name: 'Ada Moreau-Lind', email: 'new@northwind.example' } },
    ]);
  });

  it('keep the latest versions only, and lose them with the prompt', async () => {
    const row = makeRow(makePerson());
    await insert(row);
    for (let version = 1; version <= MAX_PROMPT_VERSIONS; version += 1)
      await store.prompts.save({ ...row, text: `Text ${version + 1}` }, { version, readableSites: [] });
    const versions = await store.promptVersions.list(row.id);
    expect(versions).toHaveLength(MAX_PROMPT_VERSIONS);
    expect([versions[0]?.text, versions.at(-1)?.version]).toEqual([`Text ${MAX_PROMPT_VERSIONS + 1}`, 2]);
    await store.prompts.delete(row.id, monday);
    expect(await store.prompts.removeDeleted(monday, 10)).toBe(0);
    expect(await store.prompts.removeDeleted(new Date(monday.getTime() + 1), 10)).toBe(1);
    expect(await store.promptVersions.list(row.id)).toEqual([]);
  });

  it('get a title once, although two devices save it at the same time', async () => {
    const ada = makePerson();
    const results = await Promise.all([1, 2, 3].map(() => insert(makeRow(ada, { title: 'Same' }))));
    expect(results.map(({ name }) => name).toSorted()).toEqual(['saved', 'title_exists', 'title_exists']);
  });

  it('of ten thousand are listed for those who see them, without reading the hidden ones', async () => {
    const [ben, cleo] = [makePerson('Ben'), makePerson('Cleo')];
    const bens = makeRow(ben);
    await insert(bens);
    await sql`insert into prompt (id, tenant_id, owner_id, owner_name, owner_email, title, title_key, text, labels,
        is_private, teams, version, created_at, modified_at)
      select gen_random_uuid(), ${tenantId}, 'owner ' || n % 20, 'Somebody', '', 'Title ' || n, 'title ' || n,
        repeat('tea ', 100), '["pdf"]', n % 10 = 0,
        case n % 4 when 0 then '[]' when 1 then ${JSON.stringify([finance])} when 2 then ${JSON.stringify([board, finance])}
          else ${JSON.stringify([board])} end::jsonb,
        1, ${monday}, ${monday}::timestamptz + n * interval '1 second'
      from generate_series(1, 10000) as n`.execute(database.kysely);
    expect((await store.prompts.listTeams(ben)).toSorted()).toEqual([board, finance]);
    const expected = (teams: (n: number) => boolean) =>
      Array.from({ length: 10_000 }, (_, index) => 10_000 - index)
        .filter((n) => n % 10 !== 0 && (n % 4 === 0 || teams(n % 4)))
        .map((n) => `Title ${n}`);
    const { prompts, truncated } = await store.prompts.list(ben, [finance]);
    const theirs = prompts.filter(({ title }) => title.startsWith('Title'));
    expect(theirs.map(({ title }) => title)).toEqual(expected((n) => n === 1 || n === 2));
    expect(truncated).toBe(false);
    expect(prompts.map(({ id }) => id)).toContain(bens.id);
    const forCleo = (await store.prompts.list(cleo, [])).prompts.filter(({ title }) => title.startsWith('Title'));
    expect(forCleo.map(({ title }) => title)).toEqual(expected(() => false));

    const few = await store.prompts.list(ben, [finance], { prompts: 3, bytes: 1_000_000 });
    expect(few.truncated).toBe(true);
    // One's own prompt is listed first, although it is the oldest.
    expect(few.prompts.map(({ title }) => title)).toEqual(['Title 9998', 'Title 9997', bens.title]);
    const small = await store.prompts.list(ben, [finance], { prompts: 100, bytes: 500 });
    expect(small.prompts.map(({ title }) => title)).toEqual(['Title 9998', bens.title]);
    const title = makeRow(cleo, { title: 'TITLE 9997', isPrivate: false });
    expect(await store.prompts.save(title, { version: null, readableSites: [finance] })).toEqual({
      name: 'title_exists',
    });
    expect(await store.prompts.save(title, { version: null, readableSites: [] })).toMatchObject({ name: 'saved' });
  });

  it('of one person are limited', async () => {
    const owner = makePerson();
    const text = 'x'.repeat(20_000);
    await sql`insert into prompt (id, tenant_id, owner_id, owner_name, owner_email, title, title_key, text, labels,
        is_private, teams, version, created_at, modified_at)
      select gen_random_uuid(), ${tenantId}, ${owner.id}, '', '', n::text, n::text, 'tea', '[]', true, '[]', 1,
        ${monday}, ${monday} from generate_series(1, ${PROMPTS_PER_PERSON - 1}::int) as n`.execute(database.kysely);
    const last = makeRow(owner);
    expect(await insert(last)).toMatchObject({ name: 'saved' });
    expect(await insert(makeRow(owner))).toEqual({ name: 'full' });
    await store.prompts.delete(last.id, monday);
    await sql`update prompt set text = repeat('x', 4190) where owner_id = ${owner.id}`.execute(database.kysely);
    expect(await insert(makeRow(owner, { text }))).toEqual({ name: 'full' });
    expect(await insert(makeRow(owner))).toMatchObject({ name: 'saved' });
  });
});
