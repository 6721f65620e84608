import { request } from 'node:http';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { percentile } from '../../bench/figures.ts';
import { serveTasks } from './workerProcess.ts';

/** Asks `/health` at a fixed rate in a process of its own: a slow answer does not delay the next question. */
export interface ProbePlan {
  urls: Readonly<Record<string, string>>;
  ms: number;
}

export interface ProbeResult {
  asked: number;
  /** Questions without an answer 200 within TIMEOUT_MS. */
  failed: number;
  p50: number;
  p99: number;
  max: number;
  /** How late this process itself was at p99, in ms; part of every figure above. */
  ownLag: number;
}

const EVERY_MS = 250;
const TIMEOUT_MS = 10_000;

async function probe({ urls, ms }: ProbePlan, stopped: AbortSignal): Promise<Record<string, ProbeResult>> {
  const targets = Object.entries(urls).map(([name, url]) => ({ name, url, took: [] as number[], failed: 0 }));
  const loop = monitorEventLoopDelay({ resolution: 5 });
  loop.enable();
  const pending: Promise<void>[] = [];
  for (const end = performance.now() + ms; performance.now() < end && !stopped.aborted; await sleep(EVERY_MS)) {
    for (const target of targets) {
      const asked = ask(target.url).then(({ ok, took }) => {
        target.took.push(took);
        if (!ok) target.failed += 1;
      });
      pending.push(asked);
    }
  }
  await Promise.all(pending);
  const ownLag = loop.percentile(99) / 1e6;
  const results = targets.map(({ name, took, failed }): [string, ProbeResult] => {
    const at = (share: number) => percentile(took, share);
    return [name, { asked: took.length, failed, p50: at(0.5), p99: at(0.99), max: at(1), ownLag }];
  });
  return Object.fromEntries(results);
}

function ask(url: string): Promise<{ ok: boolean; took: number }> {
  const began = performance.now();
  return new Promise((done) => {
    const end = (ok: boolean) => done({ ok, took: performance.now() - began });
    // A connection of its own, as a load balancer's check has: a kept one would not notice a full accept queue.
    const call = request(`${url}/health`, { agent: false, timeout: TIMEOUT_MS }, (response) => {
      response.resume();
      response.once('end', () => end(response.statusCode === 200));
      response.once('error', () => end(false));
    });
    call.once('timeout', () => call.destroy());
    call.once('error', () => end(false));
    call.end();
  });
}

serveTasks({ probe });
