import { startFileText } from '#contract/files/files.ts';
import { MAX_FILE_BYTES, UPLOADS_PER_PERSON } from '#contract/limits.ts';
import { northwind } from '#sandbox/people.ts';
import type { ProbePlan, ProbeResult } from '#tests/chaos/attack/healthProbeProcess.ts';
import { startWorker } from '#tests/chaos/attack/workerProcess.ts';
import { startApp, type TestApp } from '#tests/harness/app/startApp.ts';
import type { Measure } from '#tests/bench/figures.ts';
import { startBenchProcess } from '#tests/bench/streaming/benchProcess.ts';
import { startSampling } from '#tests/bench/streaming/resourceSampler.ts';
import type { UploadPlan, UploadReport } from '#tests/bench/streaming/uploadClient.ts';

const MAX_PROBE_MS = 600_000;

/** Many people upload the largest files at once: the API's memory, and how long `/health` takes meanwhile. */
export const uploads: Measure = async ({ quick }) => {
  const [count, bytes] = quick ? [4, 1_000_000] : [50, MAX_FILE_BYTES];
  const app = await startApp({ process: 'own' });
  const probe = startWorker('healthProbeProcess.ts');
  const client = startBenchProcess('uploadClient.ts');
  try {
    const before = await startSampling(app.getPid(), null);
    const { memory: memoryBefore } = await before.stop();
    const sampling = await startSampling(app.getPid(), null);
    const probing = probe.run<Record<string, ProbeResult>>('probe', {
      urls: { api: app.url },
      ms: MAX_PROBE_MS,
    } satisfies ProbePlan);
    const startedAt = performance.now();
    const plan: UploadPlan = { url: app.url, path: startFileText.path, tokens: await getTokens(app, count), bytes };
    const statuses = await client.request<UploadReport>(plan);
    const seconds = (performance.now() - startedAt) / 1_000;
    probe.stop();
    const [{ api }, { memory }] = [await probing, await sampling.stop()];
    const stored = statuses.filter((status) => status === 200).length;
    const name = `${count} uploads of ${Math.round(bytes / 1_048_576)} MB at once`;
    return [
      { name: `${name}: stored`, value: stored, unit: '', aim: { atLeast: count } },
      { name: `${name}: time`, value: seconds, unit: 's' },
      { name: `${name}: memory`, value: memory - memoryBefore, unit: 'MB', aim: { atMost: 100 } },
      { name: `${name}: /health p99`, value: api?.p99 ?? null, unit: 'ms', aim: { below: 1_000 } },
    ];
  } finally {
    client.stop();
    probe.disconnect();
    await app.close();
  }
};

/** A token for each upload. Two more than all people can have at once wait until others have ended. */
async function getTokens(app: TestApp, count: number): Promise<string[]> {
  const people = northwind.people.slice(0, Math.ceil(count / UPLOADS_PER_PERSON));
  const tokens = await Promise.all(people.map(({ key }) => app.getToken({ person: key })));
  return Array.from({ length: count }, (_, index) => tokens[index % tokens.length] ?? '');
}
