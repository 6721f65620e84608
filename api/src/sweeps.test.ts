import { setTimeout as delay } from 'node:timers/promises';
import { silentLog } from '#tests/harness/fakes/recordingLog.ts';
import { repeat, startSweeps, type Sweep } from './sweeps.ts';

function start(...list: Sweep[]) {
  const failed: unknown[] = [];
  const log = { ...silentLog, warn: (fields: object) => void failed.push('sweep' in fields && fields.sweep) };
  return { failed, sweeps: startSweeps({ log } as never, list) };
}

/** A sweep that runs every millisecond. Each run calls the next function of `runs`; further runs repeat the last one. */
function makeSweep(name: string, ...runs: (() => Promise<unknown>)[]) {
  const reached = Promise.withResolvers<void>();
  let count = 0;
  const run = () => {
    count += 1;
    if (count === runs.length) reached.resolve();
    return (runs[count - 1] ?? runs.at(-1) ?? (async () => undefined))();
  };
  return { name, everyMs: 1, run, reached: reached.promise, count: () => count };
}

const never = () => new Promise(() => undefined);

it('a statement is repeated until it removes nothing', async () => {
  const left = [100, 100, 7, 0];
  await repeat(100, async () => left.shift() ?? Promise.reject(new Error('repeated once more')));
  expect(left).toEqual([]);
});

it('a sweep that fails is logged with its name and repeated', async () => {
  const fail = () => Promise.reject(new Error('no connection'));
  const exports = makeSweep('expired exports', fail, fail, never);
  const { failed, sweeps } = start(exports);
  await exports.reached;
  expect(failed).toEqual(['expired exports', 'expired exports']);
  sweeps.close();
});

it('a sweep that still runs is not started again, while the others continue', async () => {
  const chats = makeSweep('chats', never);
  const files = makeSweep('unused files', ...Array.from({ length: 5 }, () => async () => undefined));
  const { sweeps } = start(chats, files);
  await files.reached;
  expect(chats.count()).toBe(1);
  sweeps.close();
});

it('closing ends all sweeps', async () => {
  const chats = makeSweep('chats', async () => undefined);
  const { sweeps } = start(chats);
  await chats.reached;
  sweeps.close();
  const count = chats.count();
  await delay(20);
  expect(chats.count()).toBe(count);
});
