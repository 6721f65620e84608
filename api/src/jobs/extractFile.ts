import { AvaError } from '#contract/errors.ts';
import { chooseLookedUp } from '#contract/files/lookedUp.ts';
import { FILE_CONTEXT_MAX_BYTES } from '#contract/limits.ts';
import type { Extraction } from '#contract/files/locations.ts';
import type { JobEvent } from '#contract/runs/jobs.ts';
import { joinParts } from '#api/files/fileText.ts';
import { indexChatFiles } from '#api/search/chatFiles.ts';
import { countTokens } from '#api/tokens/countTokens.ts';
import type { Unnumbered } from '#api/runs/runKind.ts';
import type { RunRow } from '#api/storage/tables/runs/runs.ts';
import type { AppContext } from '#api/context.ts';
import { createJobKind } from './createJobKind.ts';
import { extractWithRetry } from './extractWithRetry.ts';

/** Kind of the runs that extract the text of a file with its locations. */
export const extractionKind = createJobKind('extraction');

/** Limits the text of a file, because the tab loads all of it. */
const limits = { outputBytes: 4 * FILE_CONTEXT_MAX_BYTES };

/** Performs an extraction run that this process has claimed. */
export async function runExtraction(ctx: AppContext, run: RunRow): Promise<void> {
  await ctx.runs.perform(run, extractionKind, (signal) => extractFile(ctx, run, signal));
}

async function* extractFile(
  ctx: AppContext,
  { subjectId, owner }: RunRow,
  signal: AbortSignal,
): AsyncGenerator<Unnumbered<JobEvent>> {
  const { store, blobs, log } = ctx;
  const file = await store.files.find(subjectId);
  if (!file) throw new AvaError('not_found');
  const { path, release } = await blobs.openLocalFile(file.sha256);
  let text: Extraction;
  try {
    text = yield* extractWithRetry({ path, name: file.name }, { owner, signal, limits });
  } finally {
    await release();
  }
  const tokens = await countTokens(joinParts(text));
  await store.files.saveText(file.id, text.type, text, tokens);
  const { lookedUp } = chooseLookedUp([{ id: file.id, tokens }], null);
  // If this fails, the first answer that looks the file up indexes it.
  await indexChatFiles(ctx, lookedUp, signal).catch((error: unknown) => {
    signal.throwIfAborted();
    log.warn({ error }, 'failed to index a long file');
  });
  yield { type: 'completed', file_id: file.id };
}
