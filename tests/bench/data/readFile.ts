import { startFileText } from '#contract/files/files.ts';
import type { Extraction } from '#contract/files/locations.ts';
import { getStatus } from '#contract/runs/jobs.ts';
import type { TestApp } from '#tests/harness/app/startApp.ts';

const POLL_MS = 50;
const ROUNDS = 3;

/** Uploads a file as the tab does and waits for its text. */
export async function readWithAva(app: TestApp, bytes: Uint8Array, name: string): Promise<Extraction> {
  const ada = app.as('ada');
  const { job_id: jobId } = await ada.upload(startFileText, {}, new File([new Uint8Array(bytes)], name));
  for (;;) {
    const { status, result, error } = await ada.call(getStatus, { jobId });
    if (status === 'FAILURE') throw new Error(`${name} was not read: ${error}`);
    if (result) return result.extraction;
    await new Promise((wake) => setTimeout(wake, POLL_MS));
  }
}

/** The best time of AVA and of a peer, in ms. The first round of each is cold. */
export async function measureBestMs<Name extends string>(
  work: Readonly<Record<Name, () => Promise<void>>>,
): Promise<Record<Name, number>> {
  const names = Object.keys(work) as Name[];
  const best = Object.fromEntries(names.map((name) => [name, Infinity])) as Record<Name, number>;
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const name of names) {
      const startedAt = performance.now();
      await work[name]();
      best[name] = Math.min(best[name], performance.now() - startedAt);
    }
  }
  return best;
}

export function checkCount(count: number, expected: number, what: string): void {
  if (count !== expected) throw new Error(`${count} of ${expected} ${what} were read.`);
}
