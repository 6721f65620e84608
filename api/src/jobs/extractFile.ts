import { AvaError } from '../../contract/errors.ts';
import type { JobEvent } from '../../contract/runs.ts';
import { contentOf } from '../files/read.ts';
import { countTokens } from '../tokens/countTokens.ts';
import type { Unnumbered } from '../runs/kinds.ts';
import type { World } from '../world.ts';
import { jobKind } from './jobKind.ts';
import { readPatiently } from './readPatiently.ts';

/** A file's bytes become text with places. Interrupted by the death of its process, it is begun again by another. */
export const extractionKind = jobKind('extraction');

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
  const text = yield* readPatiently({ path: await blobs.path(file.sha256), name: file.name }, signal);
  await store.files.saveText(file.id, text.type, text, await countTokens(contentOf(text)));
  yield { type: 'completed', file_id: file.id };
}
