import { AvaError } from '../../contract/errors.ts';
import { FILE_CONTEXT_MAX_BYTES } from '../../contract/limits.ts';
import type { JobEvent } from '../../contract/runs.ts';
import { contentOf } from '../files/fileText.ts';
import { countTokens } from '../tokens/countTokens.ts';
import type { Unnumbered } from '../runs/runKind.ts';
import type { RunRow } from '../storage/tables/runs/runs.ts';
import type { AppContext } from '../context.ts';
import { jobKind } from './jobKind.ts';
import { extractWithRetry } from './extractWithRetry.ts';

/** A file's bytes become text with places. Interrupted by the death of its process, it is begun again by another. */
export const extractionKind = jobKind('extraction');

/** The text goes to the tab as a whole, so far more than a message can carry would only cost memory on the way. */
const limits = { outputBytes: 4 * FILE_CONTEXT_MAX_BYTES };

/** Works on an extraction that this process has taken. */
export async function runExtraction(ctx: AppContext, run: RunRow): Promise<void> {
  await ctx.runs.perform(run, extractionKind, (signal) => readFile(ctx, run, signal));
}

async function* readFile(
  { store, blobs }: AppContext,
  { subjectId, owner }: RunRow,
  signal: AbortSignal,
): AsyncGenerator<Unnumbered<JobEvent>> {
  const file = await store.files.find(subjectId);
  if (!file) throw new AvaError('not_found');
  const text = yield* extractWithRetry(
    { path: await blobs.path(file.sha256), name: file.name },
    { owner, signal, limits },
  );
  await store.files.saveText(file.id, text.type, text, await countTokens(contentOf(text)));
  yield { type: 'completed', file_id: file.id };
}
