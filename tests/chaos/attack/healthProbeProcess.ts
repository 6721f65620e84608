import { request } from 'node:http';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { percentile } from '#tests/bench/figures.ts';
import { serveTasks } from './workerProcess.ts';

/** Requests `/health` at a fixed rate in a separate process. A slow response does not delay the next request. */
export interface ProbePlan {
  urls: Readonly<Record<string, string>>;
  ms: number;
}

export interface ProbeResult {
  requests: number;
  /** Requests without a 200 response within TIMEOUT_MS. */
  failed: number;
  p50: number;
  p99: number;
  max: number;
  /** Event loop delay of the probe itself at p99, in ms. The times above include it. */
  ownLag: number;
}

const INTERVAL_MS = 250;
const TIMEOUT_MS = 10_000;

async function probe({ urls, ms }: ProbePlan, stopped: AbortSignal): Promise<Record<string, ProbeResult>> {
  const targets = Object.entries(urls).map(([name, url]) => ({ name, url, times: [] as number[], failed: 0 }));
  const loop = monitorEventLoopDelay({ resolution: 5 });
  loop.enable();
  const pending: Promise<void>[] = [];
  for (const end = performance.now() + ms; performance.now() < end && !stopped.aborted; await sleep(INTERVAL_MS)) {
    for (const target of targets) {
      const request = requestHealth(target.url).then(({ ok, ms }) => {
        target.times.push(ms);
        if (!ok) target.failed += 1;
      });
      pending.push(request);
    }
  }
  await Promise.all(pending);
  const ownLag = loop.percentile(99) / 1e6;
  const results = targets.map(({ name, times, failed }): [string, ProbeResult] => {
    const getMs = (share: number) => percentile(times, share);
    return [name, { requests: times.length, failed, p50: getMs(0.5), p99: getMs(0.99), max: getMs(1), ownLag }];
  });
  return Object.fromEntries(results);
}

function requestHealth(url: string): Promise<{ ok: boolean; ms: number }> {
  const startedAt = performance.now();
  return new Promise((resolve) => {
    const finish = (ok: boolean) => resolve({ ok, ms: performance.now() - startedAt });
    // A new connection each time, like a load balancer: a kept one would not notice a full accept queue.
    const call = request(`${url}/health`, { agent: false, timeout: TIMEOUT_MS }, (response) => {
      response.resume();
      response.once('end', () => finish(response.statusCode === 200));
      response.once('error', () => finish(false));
    });
    call.once('timeout', () => call.destroy());
    call.once('error', () => finish(false));
    call.end();
  });
}

serveTasks({ probe });
