import { sql } from 'kysely';
import { ada, newId, openRow } from '#tests/harness/storage/rows.ts';
import { describeOnEmptyEngines } from '#tests/harness/storage/testStore.ts';
import type { Database } from '#api/storage/database.ts';
import { createStore } from '#api/storage/store.ts';
import { migrations } from './index.ts';

const { tenantId, id: ownerId } = ada;
const AT = '2026-11-16T08:00:00.000Z';
const SITE = '0'.repeat(32);
const [chatId, questionId, answerId, runId, fileId, corpusFileId, versionId] = Array.from({ length: 7 }, newId);

/** The migrations before the rename. */
const former = Object.fromEntries(Object.entries(migrations).filter(([name]) => name < '0012'));

const json = (value: unknown) => JSON.stringify(value);
const citation = {
  number: 1,
  fileid: 'item',
  filename: 'Minutes.pdf',
  place: 'page 3',
  quote: 'Tea',
  standing: 'holds',
};
const extraction = {
  type: 'PDF',
  parts: [
    { place: { kind: 'page', page: 1 }, text: 'One' },
    { place: { kind: 'page', page: 3 }, text: 'Three' },
  ],
  pages: 3,
  usedOcr: false,
};

async function fill({ kysely }: Database): Promise<void> {
  const statements = [
    sql`insert into person values (${tenantId}, ${ownerId}, 'Ada', 'ada@northwind.example', ${AT}, ${AT})`,
    sql`insert into chat (id, tenant_id, owner_id, type, title, created_at, updated_at)
      values (${chatId}, ${tenantId}, ${ownerId}, 'search', 'Tea', ${AT}, ${AT})`,
    sql`insert into message (chat_id, id, source, content, state, created_at)
      values (${chatId}, ${questionId}, 'User', 'When is tea?', ${json({ name: 'complete', finish: 'stop' })}, ${AT})`,
    sql`insert into message (chat_id, id, source, content, state, run_id, seq, links, reply_to, created_at)
      values (${chatId}, ${answerId}, 'AVA', 'At four [1].', ${json({ name: 'complete', finish: 'stop' })}, ${runId}, 3,
        ${json([citation, { ...citation, number: 2, place: 'page 4' }])}, ${questionId}, ${AT})`,
    sql`insert into process values (${newId()}, 'host', 7, now())`,
    sql`insert into run (id, kind, tenant_id, owner_id, subject_id, message_id, session_id, state, created_at)
      values (${runId}, 'answer', ${tenantId}, ${ownerId}, ${chatId}, ${answerId}, ${newId()}, 'running', ${AT})`,
    sql`insert into run_event values (${runId}, 1, ${json({ type: 'chunk', seq: 1, chunk: 'At four' })}),
      (${runId}, 2, ${json({ type: 'citations', seq: 2, citations: [citation] })})`,
    sql`insert into file values (${fileId}, ${tenantId}, ${ownerId}, 'Minutes.pdf', 'PDF', 10, 'abc', ${AT})`,
    sql`insert into file_text values (${fileId}, ${json(extraction)}, 2)`,
    sql`insert into site values (${tenantId}, ${SITE}, 'graph', 'drive', 'Travel', '', '', '', '{}', ${ownerId}, '', ${AT})`,
    sql`insert into corpus_file (id, tenant_id, site_id, item_id, drive_id, library, name, type, link, size, etag,
        modified_at, creator_id, creator_name, creator_email, state, run_id, created_at)
      values (${corpusFileId}, ${tenantId}, ${SITE}, 'item', 'drive', 'Documents', 'Minutes.pdf', 'PDF', '', 10, 'v1', ${AT},
        ${ownerId}, 'Ada', '', 'ready', ${newId()}, ${AT})`,
    sql`insert into site_visit values (${tenantId}, ${SITE}, ${ownerId}, now(), 'https://graph.example/delta')`,
    sql`insert into shelf (tenant_id, site_id, files, chunks, words) values (${tenantId}, ${SITE}, 1, 1, 2)`,
    sql`insert into chunk_set (id, shelf_id, item_id, etag, name, type, language, embedder, visible, chunks, words,
        begun_at)
      select ${versionId}::uuid, id, 'item', 'v1', 'Minutes.pdf', 'PDF', 'english', 'model', true, 1, 2, ${AT} from shelf`,
    sql`insert into chunk (set_id, n, part, char_from, char_to, place, body)
      values (${versionId}, 0, 0, 0, 9, ${json({ kind: 'page', page: 3 })}, 'tea party')`,
    sql`insert into chunk_words select id, set_id, (select id from shelf), 2, $$'tea':1 'parti':2$$::tsvector from chunk`,
    sql`insert into chunk_vector select id, set_id, (select id from shelf), 'model', '10'::varbit,
        ${Buffer.from(new Float32Array([1, -1]).buffer)} from chunk`,
    sql`insert into term select id, unnest(array['tea', 'parti']), 1, 1 from shelf`,
    sql`insert into search values (${answerId}, ${chatId}, ${tenantId}, ${SITE},
        ${json([{ chunkId: 1, setId: versionId, siteId: SITE, itemId: 'item', given: true }])}, ${AT},
        ${json([{ siteId: SITE, itemId: 'earlier' }])})`,
    sql`insert into unanswered values (${tenantId}, ${SITE}, 'cake', 'Cakes', 'hash', ${AT})`,
    sql`insert into bot_notice values (${tenantId}, ${ownerId}, 'reference', now())`,
  ];
  for (const statement of statements) await statement.execute(kysely);
}

describeOnEmptyEngines('a store that was filled before tables were renamed', (store) => {
  let database: Database;
  beforeAll(async () => {
    const old = await store().open({ migrations: former });
    await fill(old).finally(() => old.close());
    database = await store().open();
  });
  afterAll(() => database?.close());

  const stored = () => createStore(database.kysely);
  const file = { tenantId, siteId: SITE, itemId: 'item' };

  it('keeps the citations of its answers', async () => {
    const [question, answer] = (await stored().messages.list(chatId ?? '')).map(openRow);
    expect(question?.links).toEqual([]);
    const { place, ...rest } = citation;
    expect(answer?.links).toEqual([
      { ...rest, location: place },
      { ...rest, number: 2, location: 'page 4' },
    ]);
    expect(await stored().runs.listEvents(runId ?? '', 0)).toEqual([
      { type: 'chunk', seq: 1, chunk: 'At four' },
      { type: 'citations', seq: 2, citations: [{ ...rest, location: place }] },
    ]);
  });

  it('keeps the text of its files', async () => {
    const texts = await stored().files.findTexts([fileId ?? '']);
    expect(texts.get(fileId ?? '')).toEqual({
      extraction: { ...extraction, parts: extraction.parts.map(({ place, text }) => ({ location: place, text })) },
      tokens: 2,
    });
  });

  it('finds the same documents', async () => {
    const { chunks, chunkSearch, wordCounts } = stored();
    expect(await chunks.findVisible(file)).toMatchObject({ id: versionId, etag: 'v1', embedder: 'model', chunks: 1 });
    expect(await chunks.findText(file)).toMatchObject({
      parts: [{ location: { kind: 'page', page: 3 }, text: 'tea party' }],
    });
    const { indexIds, chunks: count } = await chunkSearch.findIndexes({ tenantId, siteIds: [SITE], itemIds: null });
    expect(count).toBe(1);
    const scope = { indexIds, versions: { only: [versionId ?? ''] } };
    const words = { selecting: ['tea'], selectingNames: [], ranking: [{ word: 'tea', weight: 1 }], names: [] };
    expect(await chunkSearch.findByWords(scope, words, 2, 5)).toMatchObject([{ versionId }]);
    expect(await chunkSearch.findByVector(scope, 'model', new Float32Array([1, -1]), 5)).toMatchObject([
      { versionId, score: 0 },
    ]);
    const counted = { indexIds, versionIds: [versionId ?? ''], isSmallPart: false };
    expect(await wordCounts.count(counted, ['tea'])).toEqual(new Map([['tea', { files: 1, chunks: 1 }]]));
  });

  it('replaces a document by its next version', async () => {
    const { chunks } = stored();
    const id = newId();
    const next = {
      id,
      ...file,
      etag: 'v2',
      name: 'Minutes.pdf',
      type: 'PDF',
      language: 'english',
      embedder: null,
      unread: [],
    };
    await chunks.createVersion(next, new Date());
    expect(await chunks.publish(id)).toBe(true);
    expect(await chunks.findVisible(file)).toMatchObject({ id, etag: 'v2' });
    expect((await sql`select * from term`.execute(database.kysely)).rows).toEqual([]);
  });

  it('keeps the origins of its answers and the unanswered words', async () => {
    const { searches } = stored();
    expect((await searches.findOrigins(chatId ?? '', [answerId ?? ''])).get(answerId ?? '')).toEqual({
      siteId: SITE,
      hits: [{ chunkId: 1, versionId, siteId: SITE, itemId: 'item', given: true }],
      otherOrigins: [{ siteId: SITE, itemId: 'earlier' }],
    });
    expect(await searches.listUnansweredWords(tenantId, SITE, 1)).toEqual([{ terms: 'Cakes', askers: 1 }]);
  });

  it('keeps visits, notices and processes', async () => {
    const { bot, runs, sites } = stored();
    const site = await sites.find(tenantId, SITE);
    expect(site && (await sites.claimVisit(site, ada, 60_000))).toBeNull();
    expect(await bot.takeNotice(ada)).toEqual({ reference: 'reference', filesInProgress: 0, finishedFiles: [] });
    expect((await runs.listOrphaned(60_000)).map(({ id }) => id)).toEqual([runId]);
  });
});
