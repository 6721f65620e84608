import { request } from 'node:http';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { Ask } from './asks.ts';
import { readClock, wallClock } from './clockStream.ts';
import { percentile } from './figures.ts';

/**
 * Many streams at once, in a process of its own so that whoever serves them is not slowed by who reads them. Is told over
 * IPC what to ask, says what came, and ends with its parent.
 */
export interface StreamPlan {
  asks: Ask[];
  /** Streams opened in a second. */
  perSecond: number;
  /** Deltas each stream should bring. */
  deltas: number;
}

export interface StreamReport {
  whole: number;
  failures: string[];
  deltas: number;
  gaps: number;
  doubles: number;
  /** From the moment the model server wrote a delta until it was read here, in ms. */
  delay: { p50: number; p95: number; p99: number; max: number };
  /** From the request until the first delta, in ms. */
  first: { p50: number; p95: number };
  /** How late this process itself was, in ms: what it adds to every delay. */
  lag: { p50: number; p99: number };
}

const delays: number[] = [];
const firsts: number[] = [];
const sum = { deltas: 0, gaps: 0, doubles: 0 };
const failures: string[] = [];
let whole = 0;

function stream(ask: Ask, deltas: number): Promise<void> {
  return new Promise((done) => {
    const began = performance.now();
    let waiting = true;
    const reader = readClock((delay) => {
      if (waiting) firsts.push(performance.now() - began);
      waiting = false;
      delays.push(delay);
    });
    const finish = (failure?: string) => {
      const counts = reader.counts();
      const missing = deltas - counts.deltas - counts.gaps;
      sum.deltas += counts.deltas;
      sum.gaps += counts.gaps + missing;
      sum.doubles += counts.doubles;
      if (failure !== undefined) failures.push(failure);
      else if (missing === 0) whole += 1;
      done();
    };
    const call = request(ask.url, { method: 'POST', headers: ask.headers }, (answer) => {
      answer.on('data', (part: Buffer) => reader.push(part.toString('latin1'), wallClock()));
      answer.once('error', (error) => finish(error.message));
      answer.once('end', () => finish(answer.statusCode === 200 ? undefined : `status ${answer.statusCode}`));
    });
    call.once('error', (error) => finish(error.message));
    call.end(ask.body);
  });
}

async function run({ asks, perSecond, deltas }: StreamPlan): Promise<StreamReport> {
  const loop = monitorEventLoopDelay({ resolution: 1 });
  loop.enable();
  const running: Promise<void>[] = [];
  const began = performance.now();
  while (running.length < asks.length) {
    const due = Math.min(asks.length, Math.ceil(((performance.now() - began) / 1_000) * perSecond));
    for (const ask of asks.slice(running.length, due)) running.push(stream(ask, deltas));
    await new Promise((wake) => setTimeout(wake, 5));
  }
  await Promise.all(running);
  const at = (share: number) => percentile(delays, share);
  return {
    whole,
    failures: failures.slice(0, 5),
    ...sum,
    delay: { p50: at(0.5), p95: at(0.95), p99: at(0.99), max: at(1) },
    first: { p50: percentile(firsts, 0.5), p95: percentile(firsts, 0.95) },
    lag: { p50: loop.percentile(50) / 1e6, p99: loop.percentile(99) / 1e6 },
  };
}

process.on('disconnect', () => process.exit(0));
process.once('message', (plan) => {
  void run(plan as StreamPlan).then((report) => process.send?.(report));
});
