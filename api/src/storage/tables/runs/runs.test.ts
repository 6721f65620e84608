import { setTimeout as sleep } from 'node:timers/promises';
import {
  ada,
  ben,
  carl,
  makeChatRow,
  makeExchange,
  newId,
  makeRunRow,
} from '../../../../../tests/harness/storage/rows.ts';
import { describeOnBothEngines } from '../../../../../tests/harness/storage/testStore.ts';
import { applyEvent, emptyAnswer, type Answer, type AnswerEvent } from '../../../../contract/runs.ts';
import type { Database } from '../../database.ts';
import type { Owner } from '../../schema.ts';
import { createStore, type Store } from '../../store.ts';
import type { Exchange } from '../chats/messages.ts';
import type { ClaimOptions } from './claimNextRun.ts';
import type { RunRow, RunWrite } from './runs.ts';

const now = new Date('2026-11-20T08:00:00.000Z');

describeOnBothEngines('the runs', (makeStore) => {
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
    it('stores events in order, to be read from any number on', async () => {
      const exchange = await startAnswer();
      const events = chunks(2, 'The ', 'budget ', 'is 40.');
      expect(await store.runs.commit(exchange.run.processId, [write(exchange, events)])).toEqual([]);
      expect((await store.runs.listEvents(exchange.run.id, 0)).map(({ seq }) => seq)).toEqual([1, 2, 3, 4]);
      expect(await store.runs.listEvents(exchange.run.id, 1)).toEqual(events);
      expect(await store.runs.listEvents(exchange.run.id, 3)).toEqual(events.slice(2));
      expect(await store.runs.listEvents(exchange.run.id, 9)).toEqual([]);
      expect(await answerOf(exchange)).toMatchObject({ content: '', seq: 1, state: { name: 'streaming' } });
    });

    it('saves an answer and ends its run together with its last event and the events of other runs', async () => {
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
        const [lost, taken] = await Promise.all([
          store.runs.commit(writer, [write(exchange, chunks(2, 'mine'), true)]),
          run && store.runs.takeOver(run, sweeper),
        ]);
        const events = await store.runs.listEvents(exchange.run.id, 1);
        if (taken)
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
      const startedAt = performance.now();
      expect(await store.runs.commit(processId, writes)).toEqual([]);
      expect(performance.now() - startedAt).toBeLessThan(5_000);
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

  describe('claims', () => {
    const claimOptions = (changes: Partial<ClaimOptions> = {}): ClaimOptions => ({
      kind: 'extraction',
      processId: newId(),
      perPerson: 1_000,
      servedPeople: [],
      ...changes,
    });
    const newPerson = () => ({ tenantId: ada.tenantId, id: newId() });
    const personKey = ({ tenantId, id }: Owner) => `${tenantId}/${id}`;
    const insertWaiting = (owner: Owner) => insert({ owner, kind: 'extraction', state: 'waiting', processId: null });
    async function claimAll(): Promise<string[]> {
      const ids: string[] = [];
      for (let run = await store.runs.claimNext(claimOptions()); run; run = await store.runs.claimNext(claimOptions()))
        ids.push(run.id);
      return ids;
    }

    it('give a waiting run to one of ten workers', async () => {
      await claimAll();
      const run = await insertWaiting(ada);
      const workers = Array.from({ length: 10 }, newId);
      const claimed = await Promise.all(workers.map((processId) => store.runs.claimNext(claimOptions({ processId }))));
      expect(claimed.filter(Boolean)).toHaveLength(1);
      const processId = workers[claimed.findIndex(Boolean)];
      expect(await store.runs.find(run.id)).toEqual({ ...run, state: 'running', processId });
      expect(await store.runs.claimNext(claimOptions())).toBeUndefined();
    });

    it('prefer the person with the fewest running runs, then the one served longest ago', async () => {
      await claimAll();
      const [many, few, other] = [newPerson(), newPerson(), newPerson()];
      const first = await insertWaiting(many);
      const second = await insertWaiting(many);
      const third = await insertWaiting(many);
      const fewRun = await insertWaiting(few);
      const otherRun = await insertWaiting(other);
      const processId = newId();
      const next = async (changes: Partial<ClaimOptions> = {}) =>
        (await store.runs.claimNext(claimOptions({ processId, ...changes })))?.id;
      expect(await next()).toBe(first.id);
      expect(await next({ servedPeople: [personKey(few)] })).toBe(otherRun.id);
      expect(await next()).toBe(fewRun.id);
      expect(await next({ perPerson: 1 })).toBeUndefined();
      expect(await next({ perPerson: 2 })).toBe(second.id);
      expect(await next({ perPerson: 2 })).toBeUndefined();
      expect(await next({ perPerson: 2, processId: newId() })).toBe(third.id);
    });

    it('count as attempts unless the process shut down gracefully', async () => {
      await claimAll();
      const run = await insertWaiting(ada);
      const claim = async (processId: string) => {
        await store.runs.claimNext(claimOptions({ processId }));
        const [held] = await store.runs.listHeldBy(processId);
        return held;
      };
      const [dead, closed, last] = [newId(), newId(), newId()];
      const firstClaim = await claim(dead);
      expect(firstClaim).toMatchObject({ id: run.id, attempts: 1 });
      expect(await store.runs.release(firstClaim ?? run)).toBe(true);
      const secondClaim = await claim(closed);
      expect(secondClaim).toMatchObject({ attempts: 2 });
      await store.runs.forgiveAttempt(run.id, closed);
      await store.runs.forgiveAttempt(run.id, dead);
      await store.runs.release(secondClaim ?? run);
      expect(await claim(last)).toMatchObject({ attempts: 2 });
    });

    it('of a dead process are taken over or released by one of ten sweepers', async () => {
      const [answer, extraction] = [await insert(), await insert({ kind: 'extraction' })];
      const sweepers = Array.from({ length: 10 }, newId);
      const taken = await Promise.all(sweepers.map((sweeper) => store.runs.takeOver(answer, sweeper)));
      expect(taken.filter(Boolean)).toHaveLength(1);
      expect((await store.runs.find(answer.id))?.processId).toBe(sweepers[taken.indexOf(true)]);
      const released = await Promise.all(sweepers.map(() => store.runs.release(extraction)));
      expect(released.filter(Boolean)).toHaveLength(1);
      expect(await store.runs.find(extraction.id)).toEqual({ ...extraction, state: 'waiting', processId: null });
    });

    it('of an ended run cannot be taken over or released', async () => {
      const run = await insert();
      await store.runs.commit(run.processId ?? '', [{ runId: run.id, events: [], ended: true, answer: null }]);
      expect(await store.runs.takeOver(run, newId())).toBe(false);
      expect(await store.runs.release(run)).toBe(false);
      expect(await claimAll()).not.toContain(run.id);
    });

    it('are listed for a process', async () => {
      const processId = newId();
      const [running, ended] = [await insert({ processId }), await insert({ processId })];
      await insert();
      await store.runs.commit(processId, [{ runId: ended.id, events: [], ended: true, answer: null }]);
      expect(await store.runs.listHeldBy(processId)).toEqual([{ ...running, attempts: 0 }]);
    });

    it('lists the runs of silent and unknown processes by the database’s clock', async () => {
      const [alive, silent, unknown] = [newId(), newId(), newId()];
      const runs = new Map<string, RunRow>();
      for (const processId of [alive, silent, unknown]) runs.set(processId, await insert({ processId }));
      const waiting = await insert({ state: 'waiting', processId: null });
      await store.processes.saveHeartbeat({ id: silent, host: 'desk', pid: 1 });
      await sleep(3_000);
      await store.processes.saveHeartbeat({ id: alive, host: 'desk', pid: 2 });
      const orphanedIds = new Set((await store.runs.listOrphaned(2_500)).map(({ id }) => id));
      expect(orphanedIds.has(runs.get(silent)?.id ?? '')).toBe(true);
      expect(orphanedIds.has(runs.get(unknown)?.id ?? '')).toBe(true);
      expect(orphanedIds.has(runs.get(alive)?.id ?? '')).toBe(false);
      expect(orphanedIds.has(waiting.id)).toBe(false);
    });

    it('counts a person’s waiting and running runs', async () => {
      const dev = { tenantId: ada.tenantId, id: newId() };
      await store.runs.insert(makeRunRow(dev, { state: 'waiting', processId: null }), now);
      await store.runs.insert(makeRunRow(dev), now);
      const ended = makeRunRow(dev);
      await store.runs.insert(ended, now);
      await store.runs.commit(ended.processId ?? '', [{ runId: ended.id, events: [], ended: true, answer: null }]);
      expect(await store.runs.countUnended(dev)).toBe(2);
      expect(await store.runs.countUnended({ ...dev, tenantId: carl.tenantId })).toBe(0);
      expect(await store.runs.countUnended(ben)).toBe(0);
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
    await sleep(120);
    await end(young);
    await store.runs.pruneEvents(100);
    expect(await store.runs.listEvents(old.run.id, 0)).toEqual([]);
    expect(await store.runs.find(old.run.id)).toMatchObject({ state: 'ended' });
    expect(await answerOf(old)).toMatchObject({ content: 'kept' });
    expect(await store.runs.listEvents(young.run.id, 0)).toHaveLength(2);
    expect(await store.runs.listEvents(running.run.id, 0)).toHaveLength(1);
  });
});
