import { setTimeout as sleep } from 'node:timers/promises';
import { ada, ben, carl, chatOf, exchangeIn, newId, runOf } from '../../../../../tests/harness/storage/rows.ts';
import { onBothEngines } from '../../../../../tests/harness/storage/testStore.ts';
import { applyEvent, emptyAnswer, type Answer, type AnswerEvent } from '../../../../contract/runs.ts';
import type { Database } from '../../open.ts';
import type { Owner } from '../../schema.ts';
import { createStore, type Store } from '../../store.ts';
import type { Exchange } from '../chats/messages.ts';
import type { ClaimOptions } from './claimNextRun.ts';
import type { RunRow, RunWrite } from './runs.ts';

const now = new Date('2026-11-20T08:00:00.000Z');

onBothEngines('the runs', (makeStore) => {
  let database: Database;
  let store: Store;
  beforeAll(async () => {
    database = await makeStore().open();
    store = createStore(database.kysely);
  });
  afterAll(() => database?.close());

  /** An answer that has begun: its chat, question and run are stored, and the run's first event. */
  async function begun(processId = newId()): Promise<Exchange> {
    const chat = await store.chats.create(chatOf(ada));
    const exchange = exchangeIn(chat.id, { processId });
    await store.messages.accept(exchange);
    return exchange;
  }

  async function insert(given: Partial<RunRow> = {}): Promise<RunRow> {
    const run = runOf(ada, given);
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
    it('stores events in their order, for readers from any of them on', async () => {
      const exchange = await begun();
      const events = chunks(2, 'The ', 'budget ', 'is 40.');
      expect(await store.runs.commit(exchange.run.processId, [write(exchange, events)])).toEqual([]);
      expect((await store.runs.listEvents(exchange.run.id, 0)).map(({ seq }) => seq)).toEqual([1, 2, 3, 4]);
      expect(await store.runs.listEvents(exchange.run.id, 1)).toEqual(events);
      expect(await store.runs.listEvents(exchange.run.id, 3)).toEqual(events.slice(2));
      expect(await store.runs.listEvents(exchange.run.id, 9)).toEqual([]);
      expect(await answerOf(exchange)).toMatchObject({ content: '', seq: 1, state: { name: 'streaming' } });
    });

    it('saves the answer and the end of its run with the last event, and what other runs wrote, in one go', async () => {
      const processId = newId();
      const [one, other] = [await begun(processId), await begun(processId)];
      const last: AnswerEvent[] = [
        ...chunks(2, 'Forty.'),
        { type: 'done', seq: 3, finish: 'stop' },
        { type: 'follow_ups', seq: 4, questions: ['Why?'] },
      ];
      await store.runs.commit(processId, [write(one, last, true), write(other, chunks(2, 'Fif'))]);
      expect(await answerOf(one)).toMatchObject({
        content: 'Forty.',
        seq: 4,
        state: { name: 'complete' },
        followUps: ['Why?'],
      });
      expect((await store.runs.find(one.run.id))?.state).toBe('ended');
      expect((await store.runs.find(other.run.id))?.state).toBe('running');
      expect(await store.runs.listEvents(other.run.id, 1)).toEqual(chunks(2, 'Fif'));
    });

    it('is all or nothing', async () => {
      const processId = newId();
      const [good, bad] = [await begun(processId), await begun(processId)];
      const broken = write(bad, chunks(2, 'text'), true);
      const tooLate = { ...broken, answer: broken.answer && { chatId: 'not an id', answer: broken.answer.answer } };
      await expect(
        store.runs.commit(processId, [write(good, chunks(2, 'Forty.'), true), tooLate]),
      ).rejects.toMatchObject({ code: '22P02' });
      for (const exchange of [good, bad]) {
        expect(await store.runs.listEvents(exchange.run.id, 1)).toEqual([]);
        expect((await store.runs.find(exchange.run.id))?.state).toBe('running');
        expect(await answerOf(exchange)).toMatchObject({ content: '' });
      }
    });

    it('changes nothing when it is done again, because nobody heard that it was done', async () => {
      const exchange = await begun();
      const writes = [write(exchange, [...chunks(2, 'Forty.'), { type: 'done', seq: 3, finish: 'stop' }], true)];
      for (let time = 0; time < 3; time += 1)
        expect(await store.runs.commit(exchange.run.processId, writes)).toEqual([]);
      expect(await store.runs.listEvents(exchange.run.id, 1)).toEqual(writes[0]?.events);
      expect(await answerOf(exchange)).toMatchObject({ content: 'Forty.', state: { name: 'complete' } });
    });

    it('writes nothing for a process whose run was taken over, and says so', async () => {
      const [asleep, sweeper] = [newId(), newId()];
      const [lost, kept] = [await begun(asleep), await begun(asleep)];
      const run = await store.runs.find(lost.run.id);
      expect(run && (await store.runs.takeOver(run, sweeper))).toBe(true);
      const writes = [write(lost, chunks(2, 'too late'), true), write(kept, chunks(2, 'in time'), true)];
      expect(await store.runs.commit(asleep, writes)).toEqual([lost.run.id]);
      expect(await store.runs.commit(asleep, [write(lost, chunks(2, 'too late'))])).toEqual([lost.run.id]);
      expect(await store.runs.listEvents(lost.run.id, 1)).toEqual([]);
      expect((await store.runs.find(lost.run.id))?.state).toBe('running');
      expect(await answerOf(lost)).toMatchObject({ content: '' });
      expect(await answerOf(kept)).toMatchObject({ content: 'in time' });
      expect(await store.runs.commit(sweeper, [write(lost, [{ type: 'interrupted', seq: 2 }], true)])).toEqual([]);
      expect(await answerOf(lost)).toMatchObject({ state: { name: 'interrupted' } });
    });

    it('decides between a writer and a sweeper who come at once: never both', async () => {
      const [writer, sweeper] = [newId(), newId()];
      for (let round = 0; round < 15; round += 1) {
        const exchange = await begun(writer);
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

    it('saves nothing into an answer that another run writes by now', async () => {
      const exchange = await begun();
      const late = { ...exchange, run: { ...exchange.run, id: newId() } };
      await store.runs.insert(runOf(ada, { id: late.run.id, processId: late.run.processId }), now);
      await store.runs.commit(late.run.processId, [write(late, chunks(1, 'of another run'), true)]);
      expect(await answerOf(exchange)).toMatchObject({ content: '', runId: exchange.run.id });
    });

    it('ends the run of a deleted chat without a word', async () => {
      const exchange = await begun();
      await store.chats.delete(exchange.chatId);
      expect(await store.runs.commit(exchange.run.processId, [write(exchange, chunks(2, 'for nobody'), true)])).toEqual(
        [],
      );
      expect((await store.runs.find(exchange.run.id))?.state).toBe('ended');
    });

    it('takes 5,000 events of a hundred runs in one statement', async () => {
      const processId = newId();
      const runs: RunRow[] = [];
      for (let count = 0; count < 100; count += 1) runs.push(await insert({ processId }));
      const writes = runs.map(({ id }) => ({
        runId: id,
        events: chunks(1, ...Array.from({ length: 50 }, (_, index) => `${index} 😀 "'\\`)),
        ended: false,
        answer: null,
      }));
      const from = performance.now();
      expect(await store.runs.commit(processId, writes)).toEqual([]);
      expect(performance.now() - from).toBeLessThan(5_000);
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

    it('takes any text, and nothing at all', async () => {
      const exchange = await begun();
      const events = chunks(2, 'a\u0000b', '\ud83d', '\ude00', 'c\n\t"\\u0000"');
      await store.runs.commit(exchange.run.processId, [write(exchange, events)]);
      expect(await store.runs.listEvents(exchange.run.id, 1)).toEqual(
        chunks(2, 'ab', '\ufffd', '\ufffd', 'c\n\t"\\u0000"'),
      );
      expect(await store.runs.commit(exchange.run.processId, [])).toEqual([]);
    });
  });

  describe('who has what', () => {
    const turn = (given: Partial<ClaimOptions> = {}): ClaimOptions => ({
      kind: 'extraction',
      processId: newId(),
      perPerson: 1_000,
      servedPeople: [],
      ...given,
    });
    const someone = () => ({ tenantId: ada.tenantId, id: newId() });
    const nameOf = ({ tenantId, id }: Owner) => `${tenantId}/${id}`;
    const waits = (owner: Owner) => insert({ owner, kind: 'extraction', state: 'waiting', processId: null });
    async function takeAll(): Promise<string[]> {
      const ids: string[] = [];
      for (let run = await store.runs.claimNext(turn()); run; run = await store.runs.claimNext(turn()))
        ids.push(run.id);
      return ids;
    }

    it('gives a waiting run to one of ten workers', async () => {
      await takeAll();
      const run = await waits(ada);
      const workers = Array.from({ length: 10 }, newId);
      const claimed = await Promise.all(workers.map((processId) => store.runs.claimNext(turn({ processId }))));
      expect(claimed.filter(Boolean)).toHaveLength(1);
      const processId = workers[claimed.findIndex(Boolean)];
      expect(await store.runs.find(run.id)).toEqual({ ...run, state: 'running', processId });
      expect(await store.runs.claimNext(turn())).toBeUndefined();
    });

    it('gives the next turn to who has the fewest under way, then to who was served longest ago', async () => {
      await takeAll();
      const [many, few, other] = [someone(), someone(), someone()];
      const first = await waits(many);
      const second = await waits(many);
      const third = await waits(many);
      const fewRun = await waits(few);
      const otherRun = await waits(other);
      const processId = newId();
      const next = async (given: Partial<ClaimOptions> = {}) =>
        (await store.runs.claimNext(turn({ processId, ...given })))?.id;
      expect(await next()).toBe(first.id);
      expect(await next({ servedPeople: [nameOf(few)] })).toBe(otherRun.id);
      expect(await next()).toBe(fewRun.id);
      expect(await next({ perPerson: 1 })).toBeUndefined();
      expect(await next({ perPerson: 2 })).toBe(second.id);
      expect(await next({ perPerson: 2 })).toBeUndefined();
      expect(await next({ perPerson: 2, processId: newId() })).toBe(third.id);
    });

    it('counts how often a process has begun a run, not one that closed in order', async () => {
      await takeAll();
      const run = await waits(ada);
      const attempts = async (processId: string) => {
        await store.runs.claimNext(turn({ processId }));
        const [held] = await store.runs.listHeldBy(processId);
        return held;
      };
      const [dead, closed, last] = [newId(), newId(), newId()];
      const firstTime = await attempts(dead);
      expect(firstTime).toMatchObject({ id: run.id, attempts: 1 });
      expect(await store.runs.release(firstTime ?? run)).toBe(true);
      const secondTime = await attempts(closed);
      expect(secondTime).toMatchObject({ attempts: 2 });
      await store.runs.forgiveAttempt(run.id, closed);
      await store.runs.forgiveAttempt(run.id, dead);
      await store.runs.release(secondTime ?? run);
      expect(await attempts(last)).toMatchObject({ attempts: 2 });
    });

    it('lets one of ten sweepers take a dead process’ run over, and one put it back', async () => {
      const [answer, extraction] = [await insert(), await insert({ kind: 'extraction' })];
      const sweepers = Array.from({ length: 10 }, newId);
      const taken = await Promise.all(sweepers.map((sweeper) => store.runs.takeOver(answer, sweeper)));
      expect(taken.filter(Boolean)).toHaveLength(1);
      expect((await store.runs.find(answer.id))?.processId).toBe(sweepers[taken.indexOf(true)]);
      const released = await Promise.all(sweepers.map(() => store.runs.release(extraction)));
      expect(released.filter(Boolean)).toHaveLength(1);
      expect(await store.runs.find(extraction.id)).toEqual({ ...extraction, state: 'waiting', processId: null });
    });

    it('takes over or puts back no run that has ended', async () => {
      const run = await insert();
      await store.runs.commit(run.processId ?? '', [{ runId: run.id, events: [], ended: true, answer: null }]);
      expect(await store.runs.takeOver(run, newId())).toBe(false);
      expect(await store.runs.release(run)).toBe(false);
      expect(await takeAll()).not.toContain(run.id);
    });

    it('knows what a process holds', async () => {
      const processId = newId();
      const [running, ended] = [await insert({ processId }), await insert({ processId })];
      await insert();
      await store.runs.commit(processId, [{ runId: ended.id, events: [], ended: true, answer: null }]);
      expect(await store.runs.listHeldBy(processId)).toEqual([{ ...running, attempts: 0 }]);
    });

    it('finds the runs of processes that are silent or unknown, whatever the clocks of this machine say', async () => {
      const [alive, silent, unknown] = [newId(), newId(), newId()];
      const runs = new Map<string, RunRow>();
      for (const processId of [alive, silent, unknown]) runs.set(processId, await insert({ processId }));
      const waiting = await insert({ state: 'waiting', processId: null });
      await store.processes.saveHeartbeat({ id: silent, host: 'desk', pid: 1 });
      await sleep(3_000);
      await store.processes.saveHeartbeat({ id: alive, host: 'desk', pid: 2 });
      const found = new Set((await store.runs.listOrphaned(2_500)).map(({ id }) => id));
      expect(found.has(runs.get(silent)?.id ?? '')).toBe(true);
      expect(found.has(runs.get(unknown)?.id ?? '')).toBe(true);
      expect(found.has(runs.get(alive)?.id ?? '')).toBe(false);
      expect(found.has(waiting.id)).toBe(false);
    });

    it('counts what a person has under way, waiting or running', async () => {
      const dev = { tenantId: ada.tenantId, id: newId() };
      await store.runs.insert(runOf(dev, { state: 'waiting', processId: null }), now);
      await store.runs.insert(runOf(dev), now);
      const ended = runOf(dev);
      await store.runs.insert(ended, now);
      await store.runs.commit(ended.processId ?? '', [{ runId: ended.id, events: [], ended: true, answer: null }]);
      expect(await store.runs.countUnended(dev)).toBe(2);
      expect(await store.runs.countUnended({ ...dev, tenantId: carl.tenantId })).toBe(0);
      expect(await store.runs.countUnended(ben)).toBe(0);
    });
  });

  describe('cancel', () => {
    it('finds the answer under way by the client’s name for it or by its own, in that chat only', async () => {
      const exchange = await begun();
      const { chatId, run } = exchange;
      for (const name of [run.sessionId, run.id]) expect((await store.runs.findUnended(chatId, name))?.id).toBe(run.id);
      expect(await store.runs.findUnended(newId(), run.sessionId)).toBeUndefined();
      expect((await store.runs.listUnended(chatId)).map(({ id }) => id)).toEqual([run.id]);
      await store.runs.commit(run.processId, [write(exchange, [], true)]);
      expect(await store.runs.findUnended(chatId, run.sessionId)).toBeUndefined();
      expect(await store.runs.listUnended(chatId)).toEqual([]);
    });

    it('is told to the process that works on it, while it does', async () => {
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

  it('forgets the events of runs that ended a while ago, and of no others', async () => {
    const [old, young, running] = [await begun(), await begun(), await begun()];
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
