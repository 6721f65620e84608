import { ada, makeChatRow, makeExchange, makeMessageRow, newId, openRow } from '#tests/harness/storage/rows.ts';
import { describeOnBothEngines } from '#tests/harness/storage/testStore.ts';
import type { MessageFile } from '#contract/files/files.ts';
import type { AnswerState } from '#contract/runs/answerEvents.ts';
import type { Database } from '#api/storage/database.ts';
import { createStore, type Store } from '#api/storage/store.ts';
import type { AcceptResult } from './messages.ts';
import type { RunRow } from '#api/storage/tables/runs/runs.ts';
import { unlimitedRuns } from '#api/storage/tables/runs/runAllowance.ts';

const embedding: Omit<RunRow, 'id' | 'owner'> = {
  kind: 'embedding',
  subjectId: newId(),
  messageId: null,
  sessionId: newId(),
  processId: null,
  state: 'waiting',
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

describeOnBothEngines('accepting a question', (makeStore) => {
  let database: Database;
  let store: Store;
  let chatId: string;
  beforeAll(async () => {
    database = await makeStore().open();
    store = createStore(database.kysely);
  });
  afterAll(() => database?.close());
  beforeEach(async () => {
    chatId = (await store.chats.create(makeChatRow(ada))).id;
  });

  const accept = async (given: Parameters<typeof makeExchange>[1]): Promise<AcceptResult> =>
    store.messages.accept(makeExchange(chatId, given));
  const contents = async () =>
    (await store.messages.list(chatId)).map(openRow).map(({ source, content }) => `${source}: ${content}`);
  const settle = (messageId: string, state: AnswerState) =>
    database.kysely
      .updateTable('message')
      .set({ state: JSON.stringify(state), content: 'what was written', seq: 7 })
      .where('id', '=', messageId)
      .execute();

  it('stores the question with its empty answer, its run and the run’s first event', async () => {
    const exchange = makeExchange(chatId);
    exchange.question.files = [file];
    expect(await store.messages.accept(exchange)).toEqual({ name: 'accepted', answerId: exchange.answerId });
    const { question, answerId, run, now } = exchange;
    expect(await store.messages.list(chatId)).toEqual([
      makeMessageRow(chatId, { ...question, createdAt: now, seq: 1 }),
      makeMessageRow(chatId, {
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

  it('stores one message and one answer when Ada’s tab sends a question twenty times at once', async () => {
    const id = newId();
    const accepted = await Promise.all(Array.from({ length: 20 }, () => accept({ id })));
    expect(accepted.filter(({ name }) => name === 'accepted')).toHaveLength(1);
    expect(accepted.filter(({ name }) => name === 'duplicate')).toHaveLength(19);
    expect(new Set(accepted.map((result) => 'answerId' in result && result.answerId)).size).toBe(1);
    const [, answer] = await store.messages.list(chatId);
    expect(new Set(accepted.flatMap((result) => (result.name === 'duplicate' ? [result.runId] : [])))).toEqual(
      new Set([answer?.runId]),
    );
    expect(await contents()).toEqual(['User: How much is left of the budget?', 'AVA: ']);
    expect(await store.runs.listUnended(chatId)).toHaveLength(1);
  });

  it('rejects a different message with the same id, even if both are sent at once', async () => {
    const id = newId();
    const texts = Array.from({ length: 10 }, (_, index) => `question ${index % 2}`);
    const accepted = await Promise.all(texts.map((text) => accept({ id, text })));
    const first = (await store.messages.list(chatId)).map(openRow)[0]?.content;
    accepted.forEach((result, index) => {
      if (texts[index] === first) expect(result.name).not.toBe('conflict');
      else expect(result).toEqual({ name: 'conflict' });
    });
    expect(accepted.filter(({ name }) => name === 'accepted')).toHaveLength(1);
  });

  it('rejects a question with the id of an answer or of an appended message', async () => {
    const exchange = makeExchange(chatId);
    await store.messages.accept(exchange);
    expect(await accept({ id: exchange.answerId })).toEqual({ name: 'conflict' });
    const appended = makeMessageRow(chatId);
    await store.messages.append(appended);
    expect(await accept({ id: appended.id, text: appended.content })).toEqual({ name: 'conflict' });
  });

  it('keeps each question next to its answer when tabs send at once', async () => {
    const texts = Array.from({ length: 12 }, (_, index) => `question ${index}`);
    await Promise.all(texts.map((text) => accept({ text })));
    const messages = await store.messages.list(chatId);
    expect(messages).toHaveLength(24);
    expect(messages.map(({ source }) => source)).toEqual(texts.flatMap(() => ['User', 'AVA']));
    messages.forEach((message, index) => {
      if (message.source === 'AVA') expect(message.replyTo).toBe(messages[index - 1]?.id);
    });
    expect(new Set(messages.map((message) => openRow(message).content))).toEqual(new Set([...texts, '']));
    expect(await store.messages.list(chatId)).toEqual(messages);
  });

  it.each<[AnswerState, 'accepted' | 'duplicate']>([
    [{ name: 'failed', error: { code: 'unexpected', detail: 'Sorry' } }, 'accepted'],
    [{ name: 'interrupted' }, 'accepted'],
    [{ name: 'stopped' }, 'duplicate'],
    [{ name: 'complete', finish: 'stop' }, 'duplicate'],
    [{ name: 'complete', finish: 'length' }, 'duplicate'],
    [{ name: 'streaming', stage: 'thinking' }, 'duplicate'],
  ])('returns for a question whose answer is %j: %s', async (state, name) => {
    const first = makeExchange(chatId);
    await store.messages.accept(first);
    await settle(first.answerId, state);
    await accept({ text: 'and what came later' });
    const again = makeExchange(chatId, { id: first.question.id });
    const runId = name === 'accepted' ? again.run.id : first.run.id;
    expect(await store.messages.accept(again)).toMatchObject({ name, answerId: first.answerId });
    const [, answer, later] = await store.messages.list(chatId);
    expect(answer).toMatchObject({ id: first.answerId, runId, content: name === 'accepted' ? '' : 'what was written' });
    expect(answer?.state.name).toBe(name === 'accepted' ? 'streaming' : state.name);
    expect(later).toMatchObject({ content: 'and what came later' });
    const events = await store.runs.listEvents(runId, 0);
    expect(events).toEqual([expect.objectContaining({ type: 'started', message_id: first.answerId })]);
  });

  it('starts one run when several tabs retry at once', async () => {
    const first = makeExchange(chatId);
    await store.messages.accept(first);
    await store.runs.commit(first.run.processId, [{ runId: first.run.id, events: [], ended: true, answer: null }]);
    await settle(first.answerId, { name: 'interrupted' });
    const again = await Promise.all(Array.from({ length: 8 }, () => accept({ id: first.question.id })));
    expect(again.filter(({ name }) => name === 'accepted')).toHaveLength(1);
    expect(await store.runs.listUnended(chatId)).toHaveLength(1);
    expect(await store.messages.list(chatId)).toHaveLength(2);
  });

  it('stores nothing for a chat that was deleted', async () => {
    const exchange = makeExchange(chatId);
    await store.chats.delete(chatId);
    expect(await store.messages.accept(exchange)).toEqual({ name: 'gone' });
    expect(await store.runs.find(exchange.run.id)).toBeUndefined();
    expect(await store.messages.append(makeMessageRow(chatId))).toBe('gone');
  });

  it('rejects questions beyond a person’s limit of runs, but not a repeated one', async () => {
    const owner = { tenantId: ada.tenantId, id: crypto.randomUUID() };
    const { id } = await store.chats.create(makeChatRow(owner));
    const exchanges = Array.from({ length: 6 }, () => ({ ...makeExchange(id), owner }));
    // Embedding files does not count toward the limit.
    for (let file = 0; file < 5; file += 1)
      await store.runs.insert({ ...embedding, id: crypto.randomUUID(), owner }, new Date());
    const four = { ...unlimitedRuns, runs: 4 };
    const accepted = await Promise.all(exchanges.map((exchange) => store.messages.accept(exchange, four)));
    expect(accepted.map(({ name }) => name).toSorted()).toEqual([...Array(4).fill('accepted'), 'busy', 'busy']);
    const again = exchanges[accepted.findIndex(({ name }) => name === 'accepted')];
    expect(again && (await store.messages.accept(again, four))).toMatchObject({ name: 'duplicate' });
    const others = { ...makeExchange(chatId), owner: { ...owner, id: crypto.randomUUID() } };
    expect(await store.messages.accept(others, four)).toMatchObject({ name: 'accepted' });
  });

  /** @proves threat:person-limits */
  it('accepts no question beyond a person’s token limit', async () => {
    const owner = { tenantId: ada.tenantId, id: crypto.randomUUID() };
    const { id } = await store.chats.create(makeChatRow(owner));
    const at = (minute: number) => new Date(Date.UTC(2026, 10, 20, 8, minute));
    const send = async (minute: number) => {
      const allowance = { ...unlimitedRuns, tokens: 150, since: at(minute - 1) };
      return (await store.messages.accept({ ...makeExchange(id, { now: at(minute) }), owner }, allowance)).name;
    };
    expect([await send(1), await send(1), await send(1)]).toEqual(['accepted', 'accepted', 'spent']);
    expect(await send(3)).toBe('accepted');
  });
});
