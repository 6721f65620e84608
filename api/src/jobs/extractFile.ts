import { AvaError } from '../../contract/errors.ts';
import type { JobEvent } from '../../contract/runs.ts';
import { extract, ExtractionError, type ExtractionProgress } from '../extract/extract.ts';
import { contentOf } from '../files/read.ts';
import { countTokens } from '../tokens/countTokens.ts';
import type { RunKind, Unnumbered } from '../runs/kinds.ts';
import type { World } from '../world.ts';

/** A file's bytes become text with places. Interrupted by the death of its process, it is begun again by another. */
export const extractionKind: RunKind<JobEvent, object> = {
  name: 'extraction',
  empty: () => ({}),
  fold: () => undefined,
  answer: () => null,
  isLasting: () => false,
  isUrgent: (event) => event.type !== 'progress',
  join: (first, second) => (first.type === 'progress' && second.type === 'progress' ? second : null),
  stopped: () => ({ type: 'failed', error: 'Task failed' }),
  failed: (error) => ({ type: 'failed', error: error.detail }),
  interrupted: () => null,
};

/** Works on one waiting extraction; another process may have been first, or it may have been cancelled. */
export async function performExtraction(world: World, runId: string): Promise<void> {
  const { store, runs } = world;
  if (!(await store.runs.claim(runId, runs.processId))) return;
  const run = await store.runs.find(runId);
  if (!run) return;
  await runs.perform(run, extractionKind, (signal) => readFile(world, run.subjectId, signal));
}

async function* readFile(
  { store, blobs }: World,
  fileId: string,
  signal: AbortSignal,
): AsyncGenerator<Unnumbered<JobEvent>> {
  const file = await store.files.find(fileId);
  if (!file) throw new AvaError('not_found');
  const told: ExtractionProgress[] = [];
  let wake = () => {};
  let ended = false;
  const extraction = extract(
    { path: await blobs.path(file.sha256), name: file.name },
    {
      signal,
      onProgress: (progress) => {
        told.push(progress);
        wake();
      },
    },
  );
  const finished = extraction.then(
    () => undefined,
    () => undefined,
  );
  void finished.then(() => {
    ended = true;
    wake();
  });
  while (!ended) {
    const last = told.splice(0).at(-1);
    if (last) yield { type: 'progress', stage: last.stage, pctProgress: percent(last) };
    if (told.length === 0 && !ended) await new Promise<void>((resolve) => (wake = resolve));
  }
  const text = await extraction.catch((cause: unknown) => {
    throw new AvaError('unreadable_file', { cause, ...(cause instanceof ExtractionError ? { detail: cause.reason } : {}) });
  });
  await store.files.saveText(file.id, text.type, text, await countTokens(contentOf(text)));
  yield { type: 'completed', file_id: file.id };
}

function percent({ done, total }: ExtractionProgress): number {
  return total ? Math.min(99, Math.round((done / total) * 100)) : 0;
}
