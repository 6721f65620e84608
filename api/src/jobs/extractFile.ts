import { AvaError } from '#contract/errors.ts';
import { FILE_CONTEXT_MAX_BYTES } from '#contract/limits.ts';
import type { Extraction } from '#contract/files/locations.ts';
import type { JobEvent } from '#contract/runs/jobs.ts';
import { joinParts } from '#api/files/fileText.ts';
import { countTokens } from '#api/tokens/countTokens.ts';
import type { Unnumbered } from '#api/runs/runKind.ts';
import type { RunRow } from '#api/storage/tables/runs/runs.ts';
import type { AppContext } from '#api/context.ts';
import { createJobKind } from './createJobKind.ts';
import { extractWithRetry } from './extractWithRetry.ts';

/** Kind of the runs that extract the text of a file with its locations. */
export const extractionKind = createJobKind('extraction');

/** Limits the text of a file, because the tab loads all of it. A message can contain at most a quarter of this size. */
const limits = { outputBytes: 4 * FILE_CONTEXT_MAX_BYTES };

/** Performs an extraction run that this process has claimed. */
export async function runExtraction(ctx: AppContext, run: RunRow): Promise<void> {
  await ctx.runs.perform(run, extractionKind, (signal) => extractFile(ctx, run, signal));
}

async function* extractFile(
  { store, blobs }: AppContext,
  { subjectId, owner }: RunRow,
  signal: AbortSignal,
): AsyncGenerator<Unnumbered<JobEvent>> {
  const file = await store.files.find(subjectId);
  if (!file) throw new AvaError('not_found');
  const { path, release } = await blobs.openLocalFile(file.sha256);
  let text: Extraction;
  try {
    text = yield* extractWithRetry({ path, name: file.name }, { owner, signal, limits });
  } finally {
    await release();
  }
  await store.files.saveText(file.id, text.type, text, await countTokens(joinParts(text)));
  yield { type: 'completed', file_id: file.id };
}
