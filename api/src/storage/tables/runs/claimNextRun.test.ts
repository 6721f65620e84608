import { setTimeout as sleep } from 'node:timers/promises';
import { ada, ben, carl, newId, makeRunRow } from '#tests/harness/storage/rows.ts';
import { describeOnBothEngines } from '#tests/harness/storage/testStore.ts';
import type { Database } from '#api/storage/database.ts';
import type { Owner } from '#api/storage/schema.ts';
import { createStore, type Store } from '#api/storage/store.ts';
import type { ClaimOptions } from './claimNextRun.ts';
import type { RunRow } from './runs.ts';

const now = new Date('2026-11-20T08:00:00.000Z');

describeOnBothEngines('claims', (makeStore) => {
  let database: Database;
  let store: Store;
  beforeAll(async () => {
    database = await makeStore().open();
    store = createStore(database.kysely);
  });
  afterAll(() => database?.close());

  let inserted = 0;
  /** Each run is a second younger than the one before it. */
  async function insert(changes: Partial<RunRow> = {}): Promise<RunRow> {
    const run = makeRunRow(ada, changes);
    inserted += 1;
    await store.runs.insert(run, new Date(now.getTime() + inserted * 1_000));
    return run;
  }

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
    const takeovers = await Promise.all(sweepers.map((sweeper) => store.runs.takeOver(answer, sweeper)));
    expect(takeovers.filter(Boolean)).toHaveLength(1);
    expect((await store.runs.find(answer.id))?.processId).toBe(sweepers[takeovers.indexOf(true)]);
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

  /** @proves threat:differing-clocks */
  it('of silent and unknown processes are listed by the database’s clock', async () => {
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

  it('are counted per person, together with waiting runs', async () => {
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
