import { MAX_TITLE_CHARACTERS } from '#contract/limits.ts';
import { expectLinear } from '#tests/harness/hostile/linearTime.ts';
import { ada, makeChatRow, makeExchange, makeSiteRow } from '#tests/harness/storage/rows.ts';
import { describeOnBothEngines } from '#tests/harness/storage/testStore.ts';
import { createStore } from '#api/storage/store.ts';
import { nameUntitledChats, tidyTitle } from './title.ts';

it.each([
  ['a plain title', 'Budget for 2027', 'Budget for 2027'],
  ['quotation marks and a period', ' "Budget for 2027." ', 'Budget for 2027'],
  ['other quotation marks', '„Reisekosten“', 'Reisekosten'],
  ['several lines', 'Budget\n\nfor\t2027', 'Budget for 2027'],
  ['an apostrophe inside', "Ada's budget", "Ada's budget"],
  ['nothing but marks', '"." . ', ''],
  ['nothing', ' \n ', ''],
])('tidies %s', (_, text, title) => {
  expect(tidyTitle(text)).toBe(title);
});

it('truncates a long title between words, or between characters without spaces', () => {
  const spaced = tidyTitle('The budget of the coming year '.repeat(9));
  expect(spaced).toBe('The budget of the coming year The budget of the coming year The budget of the…');
  const unspaced = tidyTitle(`x${'😀'.repeat(90)}`);
  expect(unspaced.isWellFormed()).toBe(true);
  for (const title of [spaced, unspaced]) expect(title.length).toBeLessThan(MAX_TITLE_CHARACTERS);
});

it.each(['"', '“.', ' ', '.a', 'a '])('takes linear time for %j', async (piece) => {
  const make = (size: number) => `a${piece.repeat(size / piece.length)}b`;
  await expectLinear(20_000, make, (text) => tidyTitle(text));
});

describeOnBothEngines('a chat whose tab was closed in mid answer', (makeStore) => {
  it('is named after its first question, unless it has a name or is temporary', async () => {
    const database = await makeStore().open();
    const store = createStore(database.kysely);
    const finance = makeSiteRow(ada);
    await store.sites.create(finance, new Date());
    const askAndClose = async (changes: Parameters<typeof makeChatRow>[1], text = 'How much  is left?') => {
      const { id } = await store.chats.create(makeChatRow(ada, changes));
      const { run, ...exchange } = makeExchange(id, { text });
      await store.messages.accept({ ...exchange, run });
      await nameUntitledChats({ store }, 0);
      expect(await store.chats.find(id)).toMatchObject({ title: changes?.title });
      await store.runs.commit(run.processId, [{ runId: run.id, events: [], answer: null, ended: true }]);
      await nameUntitledChats({ store });
      expect(await store.chats.find(id)).toMatchObject({ title: changes?.title });
      await nameUntitledChats({ store }, 0);
      return (await store.chats.find(id))?.title;
    };
    expect(await askAndClose({ title: 'New Chat' })).toBe('How much is left?');
    const search = { title: 'New Search', type: 'search', sites: [finance.id] } satisfies Parameters<
      typeof makeChatRow
    >[1];
    expect(await askAndClose(search, '[Finance] How much is left?')).toBe('How much is left?');
    expect(await askAndClose({ title: 'Budget' })).toBe('Budget');
    expect(await askAndClose({ title: 'New Chat', temporary: true })).toBe('New Chat');
    await database.close();
  });
});
