import { ada, ben, chatOf, exchangeIn, messageIn, newId } from '../../../../../tests/harness/storage/rows.ts';
import { onBothEngines } from '../../../../../tests/harness/storage/testStore.ts';
import type { MessageFile } from '../../../../contract/files.ts';
import type { AnswerState, Citation } from '../../../../contract/runs.ts';
import type { Database } from '../../open.ts';
import { createStore, type Store } from '../../store.ts';
import type { Accepted } from './messages.ts';
import type { RunRow } from '../runs/runs.ts';
import { toMessageColumns } from './messageRow.ts';
import { unlimitedRuns } from '../runs/runAllowance.ts';

const embedding: Omit<RunRow, 'id' | 'owner'> = {
  kind: 'embedding',
  subjectId: newId(),
  messageId: null,
  sessionId: newId(),
  processId: null,
  state: 'waiting',
};

const citation: Citation = {
  number: 1,
  fileid: newId(),
  filename: 'Budget "2027".pdf',
  pagenumber: 3,
  location: 'page 3',
  datatype: 'PDF',
  link: null,
  lastModified: null,
  quote: 'Travel is 40,000 €, a \\ less than before.\nAs ever.',
  site: null,
  standing: 'holds',
};
const file: MessageFile = {
  scrapedFileId: newId(),
  fileName: 'Budget.pdf',
  fileType: 'PDF',
  fileSize: 1_234,
  imageTokenCount: null,
  fileDate: '2026-11-01',
  fileResource: { siteId: 's', itemId: 'i' },
  tokens: 99,
};

onBothEngines('the messages', (makeStore) => {
  let database: Database;
  let store: Store;
  let chatId: string;
  beforeAll(async () => {
    database = await makeStore().open();
    store = createStore(database.kysely);
  });
  afterAll(() => database?.close());
  beforeEach(async () => {
    chatId = (await store.chats.create(chatOf(ada))).id;
  });

  const accept = async (given: Parameters<typeof exchangeIn>[1]): Promise<Accepted> =>
    store.messages.accept(exchangeIn(chatId, given));
  const contents = async () =>
    (await store.messages.list(chatId)).map(({ source, content }) => `${source}: ${content}`);
  const settle = (messageId: string, state: AnswerState) =>
    database.kysely
      .updateTable('message')
      .set({ state: JSON.stringify(state), content: 'what was written', seq: 7 })
      .where('id', '=', messageId)
      .execute();

  it('takes a question in with its empty answer, its run and the run’s first event', async () => {
    const exchange = exchangeIn(chatId);
    exchange.question.files = [file];
    expect(await store.messages.accept(exchange)).toEqual({ name: 'accepted', answerId: exchange.answerId });
    const { question, answerId, run, now } = exchange;
    expect(await store.messages.list(chatId)).toEqual([
      messageIn(chatId, { ...question, createdAt: now, seq: 1 }),
      messageIn(chatId, {
        id: answerId,
        source: 'AVA',
        content: '',
        state: { name: 'streaming', stage: 'waiting' },
        runId: run.id,
        seq: 1,
        replyTo: question.id,
        createdAt: now,
      }),
    ]);
    expect(await store.runs.find(run.id)).toMatchObject({
      state: 'running',
      processId: run.processId,
      messageId: answerId,
      subjectId: chatId,
      owner: ada,
    });
    expect(await store.runs.listEvents(run.id, 0)).toEqual([
      { type: 'started', seq: 1, run_id: run.id, message_id: answerId, user_message_id: question.id },
    ]);
    expect((await store.chats.find(chatId))?.updatedAt).toEqual(now);
  });

  it('is one message and one answer when Ada’s tab sends it twenty times at once', async () => {
    const id = newId();
    const accepted = await Promise.all(Array.from({ length: 20 }, () => accept({ id })));
    expect(accepted.filter(({ name }) => name === 'accepted')).toHaveLength(1);
    expect(accepted.filter(({ name }) => name === 'already')).toHaveLength(19);
    expect(new Set(accepted.map((one) => 'answerId' in one && one.answerId)).size).toBe(1);
    const [, answer] = await store.messages.list(chatId);
    expect(new Set(accepted.flatMap((one) => (one.name === 'already' ? [one.runId] : [])))).toEqual(
      new Set([answer?.runId]),
    );
    expect(await contents()).toEqual(['User: How much is left of the budget?', 'AVA: ']);
    expect(await store.runs.listUnended(chatId)).toHaveLength(1);
  });

  it('refuses another message under the same id, also when both come at once', async () => {
    const id = newId();
    const texts = Array.from({ length: 10 }, (_, index) => `question ${index % 2}`);
    const accepted = await Promise.all(texts.map((text) => accept({ id, text })));
    const first = (await store.messages.list(chatId))[0]?.content;
    accepted.forEach((one, index) => {
      if (texts[index] === first) expect(one.name).not.toBe('different');
      else expect(one).toEqual({ name: 'different' });
    });
    expect(accepted.filter(({ name }) => name === 'accepted')).toHaveLength(1);
  });

  it('takes no question under the id of an answer, or of a message that was appended', async () => {
    const exchange = exchangeIn(chatId);
    await store.messages.accept(exchange);
    expect(await accept({ id: exchange.answerId })).toEqual({ name: 'different' });
    const appended = messageIn(chatId);
    await store.messages.append(appended);
    expect(await accept({ id: appended.id, text: appended.content })).toEqual({ name: 'different' });
  });

  it('keeps one order when two tabs send at once: each question with its answer, all of them', async () => {
    const texts = Array.from({ length: 12 }, (_, index) => `question ${index}`);
    await Promise.all(texts.map((text) => accept({ text })));
    const messages = await store.messages.list(chatId);
    expect(messages).toHaveLength(24);
    expect(messages.map(({ source }) => source)).toEqual(texts.flatMap(() => ['User', 'AVA']));
    messages.forEach((message, at) => {
      if (message.source === 'AVA') expect(message.replyTo).toBe(messages[at - 1]?.id);
    });
    expect(new Set(messages.map(({ content }) => content))).toEqual(new Set([...texts, '']));
    expect(await store.messages.list(chatId)).toEqual(messages);
  });

  it.each<[AnswerState, 'accepted' | 'already']>([
    [{ name: 'failed', error: { code: 'unexpected', detail: 'Sorry' } }, 'accepted'],
    [{ name: 'interrupted' }, 'accepted'],
    [{ name: 'stopped' }, 'already'],
    [{ name: 'complete', finish: 'stop' }, 'already'],
    [{ name: 'complete', finish: 'length' }, 'already'],
    [{ name: 'streaming', stage: 'thinking' }, 'already'],
  ])('sent again after %j it is %s', async (state, name) => {
    const first = exchangeIn(chatId);
    await store.messages.accept(first);
    await settle(first.answerId, state);
    await accept({ text: 'and what came later' });
    const again = exchangeIn(chatId, { id: first.question.id });
    const runId = name === 'accepted' ? again.run.id : first.run.id;
    expect(await store.messages.accept(again)).toMatchObject({ name, answerId: first.answerId });
    const [, answer, later] = await store.messages.list(chatId);
    expect(answer).toMatchObject({ id: first.answerId, runId, content: name === 'accepted' ? '' : 'what was written' });
    expect(answer?.state.name).toBe(name === 'accepted' ? 'streaming' : state.name);
    expect(later?.content).toBe('and what came later');
    const events = await store.runs.listEvents(runId, 0);
    expect(events).toEqual([expect.objectContaining({ type: 'started', message_id: first.answerId })]);
  });

  it('retries once when two tabs press Retry at once', async () => {
    const first = exchangeIn(chatId);
    await store.messages.accept(first);
    await store.runs.commit(first.run.processId, [{ runId: first.run.id, events: [], ended: true, answer: null }]);
    await settle(first.answerId, { name: 'interrupted' });
    const again = await Promise.all(Array.from({ length: 8 }, () => accept({ id: first.question.id })));
    expect(again.filter(({ name }) => name === 'accepted')).toHaveLength(1);
    expect(await store.runs.listUnended(chatId)).toHaveLength(1);
    expect(await store.messages.list(chatId)).toHaveLength(2);
  });

  it('leaves nothing of a question whose chat was deleted meanwhile', async () => {
    const exchange = exchangeIn(chatId);
    await store.chats.delete(chatId);
    expect(await store.messages.accept(exchange)).toEqual({ name: 'gone' });
    expect(await store.runs.find(exchange.run.id)).toBeUndefined();
    expect(await store.messages.append(messageIn(chatId))).toBe('gone');
  });

  it('takes no more questions at once than a person may have under way, but the same one again', async () => {
    const owner = { tenantId: ada.tenantId, id: crypto.randomUUID() };
    const { id } = await store.chats.create(chatOf(owner));
    const exchanges = Array.from({ length: 6 }, () => ({ ...exchangeIn(id), owner }));
    // Files on their way into a corpus keep nobody from asking.
    for (let file = 0; file < 5; file += 1)
      await store.runs.insert({ ...embedding, id: crypto.randomUUID(), owner }, new Date());
    const four = { ...unlimitedRuns, runs: 4 };
    const accepted = await Promise.all(exchanges.map((exchange) => store.messages.accept(exchange, four)));
    expect(accepted.map(({ name }) => name).toSorted()).toEqual([...Array(4).fill('accepted'), 'busy', 'busy']);
    const again = exchanges[accepted.findIndex(({ name }) => name === 'accepted')];
    expect(again && (await store.messages.accept(again, four))).toMatchObject({ name: 'already' });
    const others = { ...exchangeIn(chatId), owner: { ...owner, id: crypto.randomUUID() } };
    expect(await store.messages.accept(others, four)).toMatchObject({ name: 'accepted' });
  });

  it('takes no more tokens than a person may give to models in a while', async () => {
    const owner = { tenantId: ada.tenantId, id: crypto.randomUUID() };
    const { id } = await store.chats.create(chatOf(owner));
    const at = (minute: number) => new Date(Date.UTC(2026, 10, 20, 8, minute));
    const send = async (minute: number) => {
      const allowance = { ...unlimitedRuns, tokens: 150, since: at(minute - 1) };
      return (await store.messages.accept({ ...exchangeIn(id, { now: at(minute) }), owner }, allowance)).name;
    };
    expect([await send(1), await send(1), await send(1)]).toEqual(['accepted', 'accepted', 'spent']);
    expect(await send(3)).toBe('accepted');
  });

  it('appends a message once, with everything that is in it', async () => {
    const message = messageIn(chatId, {
      source: 'AVA',
      state: { name: 'failed', error: { code: 'too_large', detail: 'Too much.' } },
      links: [citation],
      followUps: ['And next year?', 'Wer "genau"?'],
      files: [file],
      seq: 3,
    });
    await Promise.all(Array.from({ length: 10 }, () => store.messages.append(message)));
    await store.messages.append({ ...message, content: 'written over' });
    expect(await store.messages.list(chatId)).toEqual([message]);
    expect((await store.chats.find(chatId))?.updatedAt).toEqual(message.createdAt);
  });

  it('leaves the answer alone that a run stored, when the tab appends it too', async () => {
    const exchange = exchangeIn(chatId);
    await store.messages.accept(exchange);
    await settle(exchange.answerId, { name: 'complete', finish: 'stop' });
    await store.messages.append(messageIn(chatId, { id: exchange.answerId, source: 'AVA', content: 'another text' }));
    expect(await contents()).toEqual(['User: How much is left of the budget?', 'AVA: what was written']);
  });

  it('copies a long chat in its order, under the same ids', async () => {
    const messages = Array.from({ length: 2_500 }, (_, index) => messageIn(chatId, { content: `message ${index}` }));
    await database.kysely.insertInto('message').values(messages.map(toMessageColumns)).execute();
    const copy = chatOf(ben);
    expect(await store.chats.share({ fromChatId: chatId, sharer: ada, copies: [copy] })).toBe(true);
    const all = { messages: 5_000, bytes: 1_000_000 };
    expect(await store.messages.list(copy.id, all)).toEqual(
      messages.map((message) => ({ ...message, chatId: copy.id })),
    );
  });

  it('finds a message of the person’s own chats only, with how it came about', async () => {
    const message = messageIn(chatId);
    await store.messages.append(message);
    expect(await store.messages.find(ada, message.id)).toEqual({ ...message, metadata: null });
    await store.messages.saveMetadata(chatId, message.id, { used_model: 'gpt\u0000-4.1', total_ms: 12.5 });
    expect(await store.messages.find(ada, message.id)).toEqual({
      ...message,
      metadata: { used_model: 'gpt-4.1', total_ms: 12.5 },
    });
    expect(await store.messages.find(ben, message.id)).toBeUndefined();
    const copy = await store.chats.create(chatOf(ben));
    await store.messages.append({ ...message, chatId: copy.id, content: 'Ben’s copy' });
    expect(await store.messages.find(ben, message.id)).toMatchObject({ content: 'Ben’s copy', metadata: null });
    expect(await store.messages.find(ada, message.id)).toMatchObject({ content: 'Hello' });
  });

  it('takes any text in every field', async () => {
    const nasty = 'a\u0000b\ud83dc \u202Eeda 😀 \\u0000';
    const cleaned = 'ab\ufffdc \u202Eeda 😀 \\u0000';
    const withText = (text: string) => ({
      links: [{ ...citation, quote: text, filename: text }],
      followUps: [text],
      files: [{ ...file, fileName: text }],
      state: { name: 'failed' as const, error: { code: 'unexpected' as const, detail: text } },
      content: text,
    });
    const message = messageIn(chatId, withText(nasty));
    await store.messages.append(message);
    expect(await store.messages.list(chatId)).toEqual([{ ...message, ...withText(cleaned) }]);
    await accept({ text: nasty });
    expect((await store.messages.list(chatId))[1]?.content).toBe(cleaned);
  });

  it('keeps a message of half a megabyte as it is', async () => {
    const content = 'Grüße, 世界 😀 '.repeat(24_900);
    const message = messageIn(chatId, { content });
    await store.messages.append(message);
    expect((await store.messages.list(chatId))[0]?.content === content).toBe(true);
  });
});
