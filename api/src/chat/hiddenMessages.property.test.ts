import fc from 'fast-check';
import { createSearchLibrary, makePerson, makeSiteId, type SearchLibrary } from '#tests/harness/fakes/searchLibrary.ts';
import { ben, makeChatRow, makeMessageRow, newId } from '#tests/harness/storage/rows.ts';
import { makeStoreOnAnyEngine, type TestStore } from '#tests/harness/storage/testStore.ts';
import { expectSameInAllWorlds } from '#tests/harness/twoWorlds.ts';
import { CHAT_PAGE_BYTES } from '#contract/limits.ts';
import type { Model } from '#contract/models.ts';
import { findHiddenMessages } from '#api/answers/hiddenMessages.ts';
import { readHistory } from '#api/answers/prompt/history.ts';
import type { AppContext } from '#api/context.ts';
import { loadParts } from '#api/exports/loadDocument.ts';
import { listSimilarPassages } from '#api/search/similarPassages.ts';
import type { Database } from '#api/storage/database.ts';
import type { MessageRow } from '#api/storage/tables/chats/messages.ts';
import { openChat } from './chats.ts';
import { getAnswerMetadata, getMessage } from './messages.ts';
import { searchChats } from './searchChats.ts';

const finance = makeSiteId(1);
const WORDS = ['budget', 'hotel', 'ferry', 'garden'];
const SECRETS = ['vantablack', 'redundancy'];
const model = { context_window: 1_000_000, max_output_tokens: 100 } as Model;

/** The content of a hidden answer in one of the compared worlds, which differ only in such answers. */
interface Secret {
  text: string;
  seq: number;
  state: MessageRow['state'];
  followUps: string[];
  thoughts: MessageRow['thoughts'];
  calls: number;
}

const secret = fc.record({
  text: fc.oneof(
    fc
      .uniqueArray(fc.constantFrom(...WORDS, ...SECRETS), { minLength: 1, maxLength: 4 })
      .map((words) => words.join(' ')),
    fc.constant(`vantablack ${'budget '.repeat(CHAT_PAGE_BYTES / 14)}`),
    fc.constant("An answer with files that you can't open: vantablack, based on this."),
  ),
  seq: fc.integer({ min: 2, max: 400 }),
  state: fc.constantFrom<MessageRow['state']>(
    { name: 'complete', finish: 'stop' },
    { name: 'complete', finish: 'length' },
    { name: 'stopped' },
  ),
  followUps: fc.subarray(['Who learns of the vantablack?', 'And the hotel?']),
  thoughts: fc.constantFrom(null, { text: 'Who reads of the vantablack?', shortened: false }),
  calls: fc.integer({ min: 0, max: 2 }),
});
/** The answers of a chat, oldest first: `hidden`, or for a readable answer the index of the word that it is about. */
const chat = fc.array(fc.oneof(fc.constant('hidden' as const), fc.nat(WORDS.length - 1)), {
  minLength: 4,
  maxLength: 9,
});

let testStore: TestStore;
let database: Database;
let library: SearchLibrary;
let ctx: AppContext;
beforeAll(async () => {
  testStore = await makeStoreOnAnyEngine();
  database = await testStore.open();
  library = createSearchLibrary(database);
  ctx = library.ctx as unknown as AppContext;
  await library.put(finance, 'open', ['The budget of the garden.']);
  await library.put(finance, 'closed', ['The vantablack redundancy.']);
});
afterAll(async () => {
  await database.close();
  await testStore.cleanUp();
});

/** Creates a person with the chats of a world, and returns everything that this person gets from AVA. */
async function readWorld(chats: readonly (number | 'hidden')[][], secrets: readonly Secret[], sharedBy: string | null) {
  const person = makePerson(newId());
  library.permissions.add(`${person.id}/open`);
  const got: unknown[] = [];
  const ids: string[] = [];
  let minute = 0;
  let next = 0;
  for (const answers of chats) {
    const { id: chatId } = await ctx.store.chats.create(makeChatRow({ ...ben, id: person.id }, { sharedBy }));
    ids.push(chatId);
    for (const answer of answers) {
      minute += 1;
      const createdAt = new Date(Date.UTC(2026, 10, 20, 8, minute));
      const hidden = answer === 'hidden' ? secrets[next % secrets.length] : undefined;
      if (answer === 'hidden') next += 1;
      const word = WORDS[Number(answer)] ?? '';
      await ctx.store.messages.append(makeMessageRow(chatId, { content: 'And the hotel of June?', createdAt }));
      const row = makeMessageRow(chatId, { source: 'AVA', content: `The ${word} is open.`, createdAt, runId: newId() });
      const call = { id: newId(), name: 'x', title: 'x', summary: 'vantablack', state: { name: 'failed', reason: '' } };
      const calls = Array.from({ length: hidden?.calls ?? 0 }, () => call) as unknown as MessageRow['calls'];
      await ctx.store.messages.append(hidden ? { ...row, ...hidden, content: hidden.text, calls } : row);
      const hit = { chunkId: 1, versionId: newId(), siteId: finance, itemId: hidden ? 'closed' : 'open', given: true };
      const search = { chatId, messageId: row.id, tenantId: person.tenantId, siteId: finance };
      await ctx.store.searches.save({ ...search, hits: [hit], otherOrigins: [] }, createdAt);
      await ctx.store.messages.saveMetadata(chatId, row.id, hidden ? { answer_tokens: hidden.text.length } : {});
      const run = { start: 0, end: 50, delta: 1 };
      got.push(await getMessage(ctx, person, chatId, row.id), await getAnswerMetadata(ctx, person, row.id));
      got.push(await listSimilarPassages(ctx, person, row.id, run));
    }
    const opened = await openChat(ctx, person, chatId);
    got.push(opened, opened.Earlier && (await openChat(ctx, person, chatId, opened.Earlier.before)));
    got.push(await loadParts(ctx, person, { kind: 'chat', chatId }));
    const history = await findHiddenMessages(ctx, person, [chatId]);
    got.push((await readHistory(ctx.store, history, { chatId, before: newId(), model })).tokens);
  }
  for (const text of [...WORDS, ...SECRETS, 'vantab', 'answer files', "can't open", 'budget garden'])
    got.push([text, await searchChats(ctx, person, text, 'chat')]);
  return got;
}

/** @proves threat:hidden-messages-in-lists */
it.each([
  ['his own chats', null],
  ['copies of Ada’s chats', 'Ada Moreau'],
])('hidden answers in %s change nothing that Ben gets', async (_, sharedBy) => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(chat, { minLength: 2, maxLength: 8 }),
      fc.array(secret, { minLength: 1, maxLength: 4 }),
      fc.array(secret, { minLength: 1, maxLength: 4 }),
      async (chats, some, others) => {
        await expectSameInAllWorlds([some, others], (secrets) => readWorld(chats, secrets, sharedBy));
      },
    ),
    { numRuns: 6, endOnFailure: true },
  );
});
