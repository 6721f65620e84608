import { request } from 'node:http';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { HttpPost } from './clockQuestions.ts';
import { createClockReader, getWallClockMs } from './clockReader.ts';
import { percentile } from '#tests/bench/figures.ts';

/**
 * A process that reads many streams at once, so that reading does not slow down the server. Gets a plan over IPC, replies
 * with a report, and exits with its parent.
 */
export interface StreamPlan {
  requests: HttpPost[];
  /** Streams opened per second. */
  perSecond: number;
  /** Expected deltas per stream. */
  deltas: number;
}

export interface StreamReport {
  /** Number of streams that did not fail and received the last delta. */
  complete: number;
  failures: string[];
  deltas: number;
  gaps: number;
  doubles: number;
  /** Time from the model server's write of a delta to its arrival here, in ms. */
  delay: { p50: number; p95: number; p99: number; max: number };
  /** Time from the request to the first delta, in ms. */
  first: { p50: number; p95: number };
  /** Event loop delay of this process in ms, which is part of every delay. */
  lag: { p50: number; p99: number };
}

const delays: number[] = [];
const firsts: number[] = [];
const sum = { deltas: 0, gaps: 0, doubles: 0 };
const failures: string[] = [];
let complete = 0;

function readStream(post: HttpPost, deltas: number): Promise<void> {
  return new Promise((resolve) => {
    const startedAt = performance.now();
    let isFirst = true;
    const reader = createClockReader((delay) => {
      if (isFirst) firsts.push(performance.now() - startedAt);
      isFirst = false;
      delays.push(delay);
    });
    const finish = (failure?: string) => {
      const counts = reader.getCounts();
      const missing = deltas - counts.deltas - counts.gaps;
      sum.deltas += counts.deltas;
      sum.gaps += counts.gaps + missing;
      sum.doubles += counts.doubles;
      if (failure !== undefined) failures.push(failure);
      else if (missing === 0) complete += 1;
      resolve();
    };
    const call = request(post.url, { method: 'POST', headers: post.headers }, (response) => {
      response.on('data', (part: Buffer) => reader.push(part.toString('latin1'), getWallClockMs()));
      response.once('error', (error) => finish(error.message));
      response.once('end', () => finish(response.statusCode === 200 ? undefined : `status ${response.statusCode}`));
    });
    call.once('error', (error) => finish(error.message));
    call.end(post.body);
  });
}

async function run({ requests, perSecond, deltas }: StreamPlan): Promise<StreamReport> {
  const loop = monitorEventLoopDelay({ resolution: 1 });
  loop.enable();
  const running: Promise<void>[] = [];
  const startedAt = performance.now();
  while (running.length < requests.length) {
    const due = Math.min(requests.length, Math.ceil(((performance.now() - startedAt) / 1_000) * perSecond));
    for (const post of requests.slice(running.length, due)) running.push(readStream(post, deltas));
    await new Promise((wake) => setTimeout(wake, 5));
  }
  await Promise.all(running);
  const getDelay = (share: number) => percentile(delays, share);
  return {
    complete,
    failures: failures.slice(0, 5),
    ...sum,
    delay: { p50: getDelay(0.5), p95: getDelay(0.95), p99: getDelay(0.99), max: getDelay(1) },
    first: { p50: percentile(firsts, 0.5), p95: percentile(firsts, 0.95) },
    lag: { p50: loop.percentile(50) / 1e6, p99: loop.percentile(99) / 1e6 },
  };
}

process.on('disconnect', () => process.exit(0));
process.once('message', (plan) => {
  void run(plan as StreamPlan).then((report) => process.send?.(report));
});
