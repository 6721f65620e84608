import {
  ada,
  makeChatRow,
  makeCorpusFile,
  makeExchange,
  makeRunRow,
  makeSiteRow,
  newId,
} from '#tests/harness/storage/rows.ts';
import { describeOnBothEngines } from '#tests/harness/storage/testStore.ts';
import { applyEvent, emptyAnswer, type Answer, type AnswerEvent } from '#contract/runs/answerEvents.ts';
import type { Database } from '#api/storage/database.ts';
import { createStore, type Store } from '#api/storage/store.ts';
import type { Exchange } from '#api/storage/tables/chats/messages.ts';
import type { RunRow, RunWrite } from './runs.ts';

const now = new Date('2026-11-20T08:00:00.000Z');

describeOnBothEngines('the table of runs', (makeStore) => {
  let database: Database;
  let store: Store;
  beforeAll(async () => {
    database = await makeStore().open();
    store = createStore(database.kysely);
  });
  afterAll(() => database?.close());

  /** Stores a chat, a question, its answer, the run and the run's first event. */
  async function startAnswer(processId = newId()): Promise<Exchange> {
    const chat = await store.chats.create(makeChatRow(ada));
    const exchange = makeExchange(chat.id, { processId });
    await store.messages.accept(exchange);
    return exchange;
  }

  async function insert(changes: Partial<RunRow> = {}): Promise<RunRow> {
    const run = makeRunRow(ada, changes);
    await store.runs.insert(run, now);
    return run;
  }

  const chunks = (from: number, ...texts: string[]): AnswerEvent[] =>
    texts.map((chunk, index) => ({ type: 'chunk', seq: from + index, chunk }));

  function write({ run, chatId, answerId }: Exchange, events: AnswerEvent[], ended = false): RunWrite {
    const answer: Answer = emptyAnswer(answerId, run.id);
    for (const event of events) applyEvent(answer, event);
    return { runId: run.id, events, ended, answer: ended ? { chatId, answer } : null };
  }

  const answerOf = async ({ chatId, answerId }: Exchange) =>
    (await store.messages.list(chatId)).find((message) => message.id === answerId);

  describe('commit', () => {
    it('stores events in order and lists those after a sequence number', async () => {
      const exchange = await startAnswer();
      const events = chunks(2, 'The ', 'budget ', 'is 40.');
      expect(await store.runs.commit(exchange.run.processId, [write(exchange, events)])).toEqual([]);
      expect((await store.runs.listEvents(exchange.run.id, 0)).map(({ seq }) => seq)).toEqual([1, 2, 3, 4]);
      expect(await store.runs.listEvents(exchange.run.id, 1)).toEqual(events);
      expect(await store.runs.listEvents(exchange.run.id, 3)).toEqual(events.slice(2));
      expect(await store.runs.listEvents(exchange.run.id, 9)).toEqual([]);
      expect(await answerOf(exchange)).toMatchObject({ content: '', seq: 1, state: { name: 'streaming' } });
    });

    it('saves an answer, its last event, the end of its run and events of other runs in one commit', async () => {
      const processId = newId();
      const [ending, other] = [await startAnswer(processId), await startAnswer(processId)];
      const last: AnswerEvent[] = [
        ...chunks(2, 'Forty.'),
        { type: 'done', seq: 3, finish: 'stop' },
        { type: 'follow_ups', seq: 4, questions: ['Why?'] },
      ];
      await store.runs.commit(processId, [write(ending, last, true), write(other, chunks(2, 'Fif'))]);
      expect(await answerOf(ending)).toMatchObject({
        content: 'Forty.',
        seq: 4,
        state: { name: 'complete' },
        followUps: ['Why?'],
      });
      expect((await store.runs.find(ending.run.id))?.state).toBe('ended');
      expect((await store.runs.find(other.run.id))?.state).toBe('running');
      expect(await store.runs.listEvents(other.run.id, 1)).toEqual(chunks(2, 'Fif'));
    });

    it('stores everything or nothing', async () => {
      const processId = newId();
      const [good, bad] = [await startAnswer(processId), await startAnswer(processId)];
      const valid = write(bad, chunks(2, 'text'), true);
      const invalid = { ...valid, answer: valid.answer && { chatId: 'not an id', answer: valid.answer.answer } };
      await expect(
        store.runs.commit(processId, [write(good, chunks(2, 'Forty.'), true), invalid]),
      ).rejects.toMatchObject({ code: '22P02' });
      for (const exchange of [good, bad]) {
        expect(await store.runs.listEvents(exchange.run.id, 1)).toEqual([]);
        expect((await store.runs.find(exchange.run.id))?.state).toBe('running');
        expect(await answerOf(exchange)).toMatchObject({ content: '' });
      }
    });

    it('changes nothing when it is repeated because its reply was lost', async () => {
      const exchange = await startAnswer();
      const writes = [write(exchange, [...chunks(2, 'Forty.'), { type: 'done', seq: 3, finish: 'stop' }], true)];
      for (let attempt = 0; attempt < 3; attempt += 1)
        expect(await store.runs.commit(exchange.run.processId, writes)).toEqual([]);
      expect(await store.runs.listEvents(exchange.run.id, 1)).toEqual(writes[0]?.events);
      expect(await answerOf(exchange)).toMatchObject({ content: 'Forty.', state: { name: 'complete' } });
    });

    it('writes nothing for runs that were taken over, and returns their ids', async () => {
      const [formerOwner, sweeper] = [newId(), newId()];
      const [lost, kept] = [await startAnswer(formerOwner), await startAnswer(formerOwner)];
      const run = await store.runs.find(lost.run.id);
      expect(run && (await store.runs.takeOver(run, sweeper))).toBe(true);
      const writes = [write(lost, chunks(2, 'too late'), true), write(kept, chunks(2, 'in time'), true)];
      expect(await store.runs.commit(formerOwner, writes)).toEqual([lost.run.id]);
      expect(await store.runs.commit(formerOwner, [write(lost, chunks(2, 'too late'))])).toEqual([lost.run.id]);
      expect(await store.runs.listEvents(lost.run.id, 1)).toEqual([]);
      expect((await store.runs.find(lost.run.id))?.state).toBe('running');
      expect(await answerOf(lost)).toMatchObject({ content: '' });
      expect(await answerOf(kept)).toMatchObject({ content: 'in time' });
      expect(await store.runs.commit(sweeper, [write(lost, [{ type: 'interrupted', seq: 2 }], true)])).toEqual([]);
      expect(await answerOf(lost)).toMatchObject({ state: { name: 'interrupted' } });
    });

    it('excludes a simultaneous takeover', async () => {
      const [writer, sweeper] = [newId(), newId()];
      for (let round = 0; round < 15; round += 1) {
        const exchange = await startAnswer(writer);
        const run = await store.runs.find(exchange.run.id);
        const [lost, isTakenOver] = await Promise.all([
          store.runs.commit(writer, [write(exchange, chunks(2, 'mine'), true)]),
          run && store.runs.takeOver(run, sweeper),
        ]);
        const events = await store.runs.listEvents(exchange.run.id, 1);
        if (isTakenOver)
          expect({ lost, events }).toEqual(
            lost.length > 0 ? { lost: [exchange.run.id], events: [] } : { lost: [], events: chunks(2, 'mine') },
          );
        else expect(events).toEqual(chunks(2, 'mine'));
      }
    });

    it('does not change an answer that now belongs to another run', async () => {
      const exchange = await startAnswer();
      const late = { ...exchange, run: { ...exchange.run, id: newId() } };
      await store.runs.insert(makeRunRow(ada, { id: late.run.id, processId: late.run.processId }), now);
      await store.runs.commit(late.run.processId, [write(late, chunks(1, 'of another run'), true)]);
      expect(await answerOf(exchange)).toMatchObject({ content: '', runId: exchange.run.id });
    });

    it('ends the run of a deleted chat', async () => {
      const exchange = await startAnswer();
      await store.chats.delete(exchange.chatId);
      expect(await store.runs.commit(exchange.run.processId, [write(exchange, chunks(2, 'for nobody'), true)])).toEqual(
        [],
      );
      expect((await store.runs.find(exchange.run.id))?.state).toBe('ended');
    });

    it('stores 5,000 events of a hundred runs in one statement', async () => {
      const processId = newId();
      const runs: RunRow[] = [];
      for (let count = 0; count < 100; count += 1) runs.push(await insert({ processId }));
      const writes = runs.map(({ id }) => ({
        runId: id,
        events: chunks(1, ...Array.from({ length: 50 }, (_, index) => `${index} 😀 "'\\`)),
        ended: false,
        answer: null,
      }));
      expect(await store.runs.commit(processId, writes)).toEqual([]);
      const { count } = await database.kysely
        .selectFrom('run_event')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where(
          'run_id',
          'in',
          runs.map(({ id }) => id),
        )
        .executeTakeFirstOrThrow();
      expect(count).toBe(5_000);
      expect(await store.runs.listEvents(runs[99]?.id ?? '', 0)).toEqual(writes[99]?.events);
    });

    it('accepts any text, and an empty list', async () => {
      const exchange = await startAnswer();
      const events = chunks(2, 'a\u0000b', '\ud83d', '\ude00', 'c\n\t"\\u0000"');
      await store.runs.commit(exchange.run.processId, [write(exchange, events)]);
      expect(await store.runs.listEvents(exchange.run.id, 1)).toEqual(
        chunks(2, 'ab', '\ufffd', '\ufffd', 'c\n\t"\\u0000"'),
      );
      expect(await store.runs.commit(exchange.run.processId, [])).toEqual([]);
    });
  });

  describe('cancel', () => {
    it('finds an unended run of a chat by its session id or its own id', async () => {
      const exchange = await startAnswer();
      const { chatId, run } = exchange;
      for (const name of [run.sessionId, run.id]) expect((await store.runs.findUnended(chatId, name))?.id).toBe(run.id);
      expect(await store.runs.findUnended(newId(), run.sessionId)).toBeUndefined();
      expect((await store.runs.listUnended(chatId)).map(({ id }) => id)).toEqual([run.id]);
      await store.runs.commit(run.processId, [write(exchange, [], true)]);
      expect(await store.runs.findUnended(chatId, run.sessionId)).toBeUndefined();
      expect(await store.runs.listUnended(chatId)).toEqual([]);
    });

    it('is listed for the process that works on the run until the run ends', async () => {
      const processId = newId();
      const [stopped, other] = [await insert({ processId }), await insert({ processId })];
      await store.runs.requestCancel(stopped.id);
      expect(await store.runs.listCanceled(processId)).toEqual([stopped.id]);
      expect(await store.runs.listCanceled(newId())).toEqual([]);
      await store.runs.commit(processId, [{ runId: stopped.id, events: [], ended: true, answer: null }]);
      await store.runs.requestCancel(stopped.id);
      expect(await store.runs.listCanceled(processId)).toEqual([]);
      expect((await store.runs.find(other.id))?.state).toBe('running');
    });
  });

  it('deletes the events of runs that ended a while ago, and no others', async () => {
    const [old, young, running] = [await startAnswer(), await startAnswer(), await startAnswer()];
    const end = (exchange: Exchange) =>
      store.runs.commit(exchange.run.processId, [write(exchange, chunks(2, 'kept'), true)]);
    await end(old);
    await end(young);
    const earlier = new Date(Date.now() - 120_000);
    await database.kysely.updateTable('run').set({ ended_at: earlier }).where('id', '=', old.run.id).execute();
    await store.runs.pruneEvents(60_000);
    expect(await store.runs.listEvents(old.run.id, 0)).toEqual([]);
    expect(await store.runs.find(old.run.id)).toMatchObject({ state: 'ended' });
    expect(await answerOf(old)).toMatchObject({ content: 'kept' });
    expect(await store.runs.listEvents(young.run.id, 0)).toHaveLength(2);
    expect(await store.runs.listEvents(running.run.id, 0)).toHaveLength(1);
  });

  it('deletes runs that ended long ago, but no answer, no unended run, and no run that a file of a corpus names', async () => {
    const [old, young, running] = [await startAnswer(), await startAnswer(), await startAnswer()];
    const site = makeSiteRow(ada);
    await store.sites.create(site, now);
    const file = makeCorpusFile(site, ada);
    await store.corpusFiles.startEmbedding(file, ada, now, false);
    const replaced = await insert({ kind: 'embedding', subjectId: file.id });
    for (const exchange of [old, young])
      await store.runs.commit(exchange.run.processId, [write(exchange, chunks(2, 'kept'), true)]);
    const longAgo = [old.run.id, file.runId, replaced.id];
    await database.kysely
      .updateTable('run')
      .set({ state: 'ended', ended_at: new Date('2026-01-01') })
      .where('id', 'in', longAgo)
      .execute();
    expect(await store.runs.deleteEnded(86_400_000, 1)).toBe(1);
    expect(await store.runs.deleteEnded(86_400_000, 10)).toBe(1);
    const kept = [young.run.id, running.run.id, file.runId];
    const found = await Promise.all([...longAgo, ...kept].map((id) => store.runs.find(id)));
    expect(found.flatMap((run) => run?.id ?? []).toSorted()).toEqual([file.runId, ...kept].toSorted());
    expect(await answerOf(old)).toMatchObject({ content: 'kept', state: { name: 'streaming' } });
  });
});
