import { ada, ben, makeChatRow, makeExchange, makeMessageRow, newId, openRow } from '#tests/harness/storage/rows.ts';
import { describeOnBothEngines } from '#tests/harness/storage/testStore.ts';
import { MAX_VERSIONS } from '#contract/limits.ts';
import type { AnswerEvent, AnswerState } from '#contract/runs/answerEvents.ts';
import type { Database } from '#api/storage/database.ts';
import { createStore, type Store } from '#api/storage/store.ts';
import type { Exchange } from './messages.ts';

const complete: AnswerState = { name: 'complete', finish: 'stop' };
const stopped: AnswerState = { name: 'stopped' };

describeOnBothEngines('versions of messages', (makeStore) => {
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

  const settle = (id: string, content: string, state: AnswerState = complete) =>
    database.kysely
      .updateTable('message')
      .set({ state: JSON.stringify(state), content, seq: 7 })
      .where('chat_id', '=', chatId)
      .where('id', '=', id)
      .execute();

  /** Asks a question and settles its answer, `re: ` and the question. */
  async function ask(text: string, more: Partial<Exchange> = {}): Promise<Exchange> {
    const exchange = { ...makeExchange(chatId, { text }), ...more };
    expect(await store.messages.accept(exchange)).toMatchObject({ name: 'accepted' });
    await settle(exchange.answerId, `re: ${text}`);
    return exchange;
  }

  /** Regenerates an answer and settles the new one. */
  async function regenerate(exchange: Exchange, content: string): Promise<string> {
    const again = { ...makeExchange(chatId), question: exchange.question };
    expect(await store.messages.acceptRegeneration(again, exchange.answerId)).toMatchObject({ name: 'accepted' });
    await settle(again.answerId, content);
    return again.answerId;
  }

  const read = async (before?: string) =>
    (await store.messages.list(chatId, before === undefined ? {} : { before })).map(
      (message) => openRow(message).content,
    );
  const choose = (id: string) => store.messages.choose(chatId, id, new Date());

  it('keeps the earlier question and the messages after it when Ada edits it', async () => {
    const tea = await ask('tea');
    const cake = await ask('cake');
    await ask('plate');
    const pie = await ask('pie', { editOf: cake.question.id });
    expect(await read()).toEqual(['tea', 're: tea', 'pie', 're: pie']);
    expect(await store.messages.listVersions(chatId, [tea.question.id, pie.question.id, pie.answerId])).toEqual(
      new Map([[pie.question.id, [cake.question.id, pie.question.id]]]),
    );
    expect(await choose(cake.question.id)).toBe(true);
    expect(await read()).toEqual(['tea', 're: tea', 'cake', 're: cake', 'plate', 're: plate']);
  });

  it('continues the version that is shown', async () => {
    const cake = await ask('cake');
    await ask('pie', { editOf: cake.question.id });
    await ask('cream');
    await choose(cake.question.id);
    await ask('plate');
    expect(await read()).toEqual(['cake', 're: cake', 'plate', 're: plate']);
    await store.messages.append(makeMessageRow(chatId, { content: '@nobody' }));
    expect(await read()).toEqual(['cake', 're: cake', 'plate', 're: plate', '@nobody']);
  });

  it('remembers which answer was chosen under an earlier question', async () => {
    const cake = await ask('cake');
    await regenerate(cake, 'a second answer');
    await choose(cake.answerId);
    const pie = await ask('pie', { editOf: cake.question.id });
    await choose(cake.question.id);
    expect(await read()).toEqual(['cake', 're: cake']);
    await choose(pie.answerId);
    expect(await read()).toEqual(['pie', 're: pie']);
  });

  it('adds an answer as a new version, and keeps the messages after the earlier one', async () => {
    const tea = await ask('tea');
    await ask('cake');
    const second = await regenerate(tea, 'another tea');
    expect(await read()).toEqual(['tea', 'another tea']);
    expect(await store.messages.listVersions(chatId, [second])).toEqual(new Map([[second, [tea.answerId, second]]]));
    await choose(tea.answerId);
    expect(await read()).toEqual(['tea', 're: tea', 'cake', 're: cake']);
  });

  it('reads the history of a message in the version that contains it', async () => {
    const tea = await ask('tea');
    const cake = await ask('cake');
    const plate = await ask('plate');
    await ask('pie', { editOf: cake.question.id });
    expect(await read(plate.question.id)).toEqual(['tea', 're: tea', 'cake', 're: cake']);
    expect(await store.messages.list(chatId, { before: plate.question.id, messages: 1 })).toMatchObject([
      { content: 're: cake' },
    ]);
    expect(await store.messages.getEarlier(chatId, plate.question.id, [])).toMatchObject({ texts: [] });
    expect((await store.messages.getEarlier(chatId, plate.question.id, []))?.bytes).toBeGreaterThan(
      (await store.messages.getEarlier(chatId, cake.question.id, []))?.bytes ?? 0,
    );
    expect(await store.messages.getEarlier(chatId, tea.question.id, [])).toBeNull();
  });

  it('keeps both edits when two devices change the same question at once', async () => {
    const cake = await ask('cake');
    const edits = ['pie', 'tart', 'jam', 'cream'].map((text) => ({
      ...makeExchange(chatId, { text }),
      editOf: cake.question.id,
    }));
    const results = await Promise.all(edits.map((edit) => store.messages.accept(edit)));
    expect(results.map(({ name }) => name)).toEqual(edits.map(() => 'accepted'));
    const [question, answer, ...more] = await store.messages.list(chatId);
    expect(more).toEqual([]);
    expect(answer?.replyTo).toBe(question?.id);
    const versions = (await store.messages.listVersions(chatId, [question?.id ?? ''])).get(question?.id ?? '');
    expect(new Set(versions)).toEqual(new Set([cake.question.id, ...edits.map((edit) => edit.question.id)]));
    expect(versions?.at(-1)).toBe(question?.id);
  });

  it('keeps one path when two devices send at once', async () => {
    await ask('cake');
    await Promise.all(
      Array.from({ length: 6 }, (_, index) => store.messages.accept(makeExchange(chatId, { text: `${index}` }))),
    );
    const messages = await store.messages.list(chatId);
    expect(messages).toHaveLength(14);
    expect(
      (
        await store.messages.listVersions(
          chatId,
          messages.map(({ id }) => id),
        )
      ).size,
    ).toBe(0);
  });

  it('stores one answer when Ada’s tab regenerates with the same id several times', async () => {
    const cake = await ask('cake');
    const again = { ...makeExchange(chatId), question: cake.question };
    const results = await Promise.all(
      Array.from({ length: 5 }, () =>
        store.messages.acceptRegeneration({ ...again, run: { ...again.run, id: newId() } }, cake.answerId),
      ),
    );
    expect(results.map(({ name }) => name).toSorted()).toEqual(['accepted', ...Array(4).fill('duplicate')]);
    const other = { ...makeExchange(chatId), question: cake.question };
    expect(await store.messages.acceptRegeneration(other, cake.answerId)).toEqual({ name: 'answering' });
    expect((await store.messages.listVersions(chatId, [cake.answerId])).get(cake.answerId)).toEqual([
      cake.answerId,
      again.answerId,
    ]);
  });

  it('refuses an edit while the answer below it is being written, and after that accepts it', async () => {
    const cake = await ask('cake');
    const streaming = makeExchange(chatId, { text: 'plate' });
    await store.messages.accept(streaming);
    const edit = { ...makeExchange(chatId, { text: 'pie' }), editOf: cake.question.id };
    expect(await store.messages.accept(edit)).toEqual({ name: 'answering' });
    await settle(streaming.answerId, 'done');
    expect(await store.messages.accept(edit)).toMatchObject({ name: 'accepted' });
    expect(await store.messages.accept({ ...edit, run: { ...edit.run, id: newId() } })).toMatchObject({
      name: 'duplicate',
      runId: edit.run.id,
    });
  });

  it('replaces a failed answer without text, but keeps a failed answer with text as a version', async () => {
    const cake = await ask('cake');
    const failed: AnswerState = { name: 'failed', error: { code: 'model_unavailable', detail: '' } };
    await settle(cake.answerId, '', failed);
    const again = { ...makeExchange(chatId), question: cake.question };
    expect(await store.messages.acceptRegeneration(again, cake.answerId)).toEqual({
      name: 'accepted',
      answerId: cake.answerId,
    });
    await settle(cake.answerId, 'half a sentence', failed);
    await regenerate(cake, 'whole');
    expect((await store.messages.listVersions(chatId, [cake.answerId])).get(cake.answerId)).toHaveLength(2);
  });

  it('rejects a version of a message in another chat, of an answer treated as a question, and of a missing message', async () => {
    const cake = await ask('cake');
    const other = await store.chats.create(makeChatRow(ben));
    const foreign = makeMessageRow(other.id);
    await store.messages.append(foreign);
    for (const editOf of [newId(), foreign.id, cake.answerId])
      expect(await store.messages.accept({ ...makeExchange(chatId), editOf })).toEqual({ name: 'missing' });
    for (const answerId of [newId(), foreign.id, cake.question.id])
      expect(
        await store.messages.acceptRegeneration({ ...makeExchange(chatId), question: cake.question }, answerId),
      ).toEqual({ name: 'missing' });
    expect(await choose(foreign.id)).toBe(false);
    expect(await choose(newId())).toBe(false);
    expect(await read()).toEqual(['cake', 're: cake']);
    expect(await store.messages.list(other.id)).toHaveLength(1);
  });

  it('rejects a version above the limit', async () => {
    const cake = await ask('cake');
    for (let version = 2; version <= MAX_VERSIONS; version += 1)
      await store.messages.append(makeMessageRow(chatId, { content: `version ${version}` }), cake.question.id);
    expect(await read()).toEqual([`version ${MAX_VERSIONS}`]);
    const edit = { ...makeExchange(chatId), editOf: cake.question.id };
    expect(await store.messages.accept(edit)).toEqual({ name: 'full' });
    expect(await store.messages.append(makeMessageRow(chatId), cake.question.id)).toBe('full');
  });

  it('copies the version that is shown, as a chat with one version', async () => {
    const cake = await ask('cake');
    await ask('plate');
    await ask('pie', { editOf: cake.question.id });
    await ask('cream');
    const copy = makeChatRow(ben);
    expect(await store.chats.share({ fromChatId: chatId, sharer: ada, copies: [copy] })).toBeNull();
    const copied = await store.messages.list(copy.id);
    expect(copied.map((message) => openRow(message).content)).toEqual(['pie', 're: pie', 'cream', 're: cream']);
    expect(
      (
        await store.messages.listVersions(
          copy.id,
          copied.map(({ id }) => id),
        )
      ).size,
    ).toBe(0);
    const edit = { ...makeExchange(copy.id, { text: 'jam' }), owner: ben, editOf: copied[2]?.id ?? '' };
    expect(await store.messages.accept(edit)).toMatchObject({ name: 'accepted' });
    expect((await store.messages.list(copy.id)).map((message) => openRow(message).content)).toEqual([
      'pie',
      're: pie',
      'jam',
      '',
    ]);
  });

  describe('continuing an answer', () => {
    const makeContinuation = ({ question, answerId }: Exchange, runId: string) => {
      const exchange: Exchange = { ...makeExchange(chatId), question, answerId };
      const events: AnswerEvent[] = [
        { type: 'started', seq: 1, run_id: exchange.run.id, message_id: answerId, user_message_id: question.id },
        { type: 'chunk', seq: 2, chunk: 'half' },
      ];
      return [exchange, { priorRunId: runId, events }] as const;
    };

    it('stores a second run that starts with the text so far', async () => {
      const cake = await ask('cake');
      await settle(cake.answerId, 'half', stopped);
      const [exchange, continuation] = makeContinuation(cake, cake.run.id);
      expect(await store.messages.acceptContinuation(exchange, continuation)).toMatchObject({ name: 'accepted' });
      expect(await store.messages.findInChat(chatId, cake.answerId)).toMatchObject({
        content: 'half',
        state: { name: 'streaming' },
        runId: exchange.run.id,
        seq: 2,
      });
      expect(await store.runs.listEvents(exchange.run.id, 0)).toEqual(continuation.events);
      expect(await store.messages.acceptContinuation(...makeContinuation(cake, cake.run.id))).toEqual({
        name: 'answering',
      });
    });

    it('is refused for a complete or empty answer, and for one that is not the last', async () => {
      const cake = await ask('cake');
      const attempt = () => store.messages.acceptContinuation(...makeContinuation(cake, cake.run.id));
      expect(await attempt()).toEqual({ name: 'notContinuable' });
      await settle(cake.answerId, '', stopped);
      expect(await attempt()).toEqual({ name: 'notContinuable' });
      await settle(cake.answerId, 'half', stopped);
      expect(await store.messages.acceptContinuation(...makeContinuation(cake, newId()))).toEqual({
        name: 'answering',
      });
      await ask('plate');
      expect(await attempt()).toEqual({ name: 'notContinuable' });
    });
  });

  it('two branches with the same id at the same time copy the messages once', async () => {
    const { answerId } = await ask('tea');
    const branch = makeChatRow(ada);
    const results = await Promise.all(
      [1, 2, 3, 4].map(() => store.chats.branch({ fromChatId: chatId, messageId: answerId, branch })),
    );
    expect(results.toSorted()).toEqual(['branched', 'taken', 'taken', 'taken']);
    expect((await store.messages.list(branch.id)).map((message) => openRow(message).content)).toEqual([
      'tea',
      're: tea',
    ]);
  });
});
