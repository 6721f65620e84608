import { AvaError, isAvaError, type ErrorCode } from '#contract/errors.ts';
import type { Extraction } from '#contract/files/locations.ts';
import type { JobEvent } from '#contract/runs/jobs.ts';
import type { Unnumbered } from '#api/runs/runKind.ts';
import { indexFile } from '#api/search/indexing/indexFile.ts';
import { FAILED_TO_UPLOAD } from '#api/sites/fileVersion.ts';
import type { CorpusFileRow } from '#api/storage/tables/corpora/corpusFiles.ts';
import type { RunRow } from '#api/storage/tables/runs/runs.ts';
import type { AppContext } from '#api/context.ts';
import { ABANDONED_REASON, createJobKind } from './createJobKind.ts';
import { extractWithRetry } from './extractWithRetry.ts';
import { withProgress } from './withProgress.ts';

/** Kind of the runs that index a file of a corpus. */
export const embeddingKind = createJobKind('embedding');

/** Progress in percent when embedding starts (the specification's figure), when the text is extracted, and indexed. */
const STARTED = 15;
const EXTRACTED = 50;
const INDEXED = 99;

/** Delays after errors of the model server: 2, 4, 8, 16 and 32 seconds. */
const RETRY_BASE_MS = 2_000;
const MAX_INDEX_ATTEMPTS = 6;
const temporaryErrors: ReadonlySet<ErrorCode> = new Set([
  'model_unavailable',
  'model_timeout',
  'too_many_requests',
  'model_busy',
  'store_unavailable',
]);

const RUNS_CHECK_MS = 100;
const MAX_RUNS_WAIT_MS = 30_000;

type Event = Unnumbered<JobEvent>;

/** Performs an embedding run that this process has claimed. */
export async function runEmbedding(ctx: AppContext, run: RunRow): Promise<void> {
  await ctx.runs.perform(run, embeddingKind, (signal) => embed(ctx, run, signal));
}

/** Marks a file as failed after its run was abandoned. */
export async function failAbandonedFile(ctx: Pick<AppContext, 'store'>, run: RunRow): Promise<void> {
  const file = await ctx.store.corpusFiles.findById(run.subjectId);
  if (file?.runId !== run.id) return;
  if (await ctx.store.corpusFiles.markFailed(file, ABANDONED_REASON)) await ctx.store.chunks.removeFile(file);
}

async function* embed(ctx: AppContext, run: RunRow, signal: AbortSignal): AsyncGenerator<Event> {
  const { store } = ctx;
  const file = await store.corpusFiles.findById(run.subjectId);
  if (!file || file.runId !== run.id) throw toUnreadable(FAILED_TO_UPLOAD);
  if (file.state === 'failed') throw toUnreadable(file.reason ?? FAILED_TO_UPLOAD);
  try {
    yield* extractAndIndex(ctx, run, file, signal);
  } catch (error) {
    if (signal.aborted) throw error;
    const reason = isAvaError(error) ? error.detail : FAILED_TO_UPLOAD;
    // The chunks of a former version would show text that the file no longer contains.
    if (await store.corpusFiles.markFailed(file, reason)) await store.chunks.removeFile(file);
    throw isAvaError(error) ? error : toUnreadable(reason, error);
  }
}

async function* extractAndIndex(
  ctx: AppContext,
  run: RunRow,
  file: CorpusFileRow,
  signal: AbortSignal,
): AsyncGenerator<Event> {
  const { store, blobs } = ctx;
  await waitForOtherRuns(ctx, run, signal);
  if (!(await store.corpusFiles.markEmbedding(file))) throw toUnreadable(FAILED_TO_UPLOAD);
  yield toProgress(STARTED);
  const { path, release } = await blobs.openLocalFile(file.sha256 ?? '').catch((cause: unknown) => {
    throw toUnreadable(FAILED_TO_UPLOAD, cause);
  });
  let extraction: Extraction;
  try {
    extraction = yield* extractText(path, file, run, signal);
  } finally {
    await release();
  }
  yield toProgress(EXTRACTED);
  yield* indexWithRetry(ctx, file, extraction, signal);
  signal.throwIfAborted();
  if (!(await store.corpusFiles.markReady(file))) {
    // The file was removed, or a run of another version now owns its chunks.
    if (!(await store.corpusFiles.findById(file.id))) await store.chunks.removeFile(file);
    throw toUnreadable(FAILED_TO_UPLOAD);
  }
  yield { type: 'completed', file_id: file.id };
}

/** Waits until canceled runs of the same file have stopped: two runs must not write its chunks at the same time. */
async function waitForOtherRuns({ store, clock }: AppContext, run: RunRow, signal: AbortSignal): Promise<void> {
  const deadline = clock.monotonic() + MAX_RUNS_WAIT_MS;
  while (clock.monotonic() < deadline && !signal.aborted) {
    const runs = await store.runs.listUnended(run.subjectId);
    if (!runs.some(({ id, state }) => id !== run.id && state === 'running')) return;
    await clock.sleep(RUNS_CHECK_MS, signal);
  }
}

async function* extractText(
  path: string,
  { name }: CorpusFileRow,
  { owner }: RunRow,
  signal: AbortSignal,
): AsyncGenerator<Event, Extraction> {
  const extraction = extractWithRetry({ path, name }, { owner, signal });
  for (;;) {
    const next = await extraction.next();
    if (next.done) return next.value;
    if (next.value.type !== 'progress') continue;
    yield toProgress(STARTED + (next.value.pctProgress / 100) * (EXTRACTED - STARTED));
  }
}

/** Indexes a file and yields the progress. Retries while the model server is down; p-retry can't retry a generator. */
async function* indexWithRetry(
  ctx: AppContext,
  file: CorpusFileRow,
  extraction: Extraction,
  signal: AbortSignal,
): AsyncGenerator<Event> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return yield* indexOnce(ctx, file, extraction, signal);
    } catch (error) {
      const isRetried =
        isAvaError(error) && temporaryErrors.has(error.code) && attempt < MAX_INDEX_ATTEMPTS && !signal.aborted;
      if (!isRetried) throw error;
      await ctx.clock.sleep(Math.max(RETRY_BASE_MS * 2 ** (attempt - 1), (error.retryAfter ?? 0) * 1_000), signal);
    }
  }
}

async function* indexOnce(
  ctx: AppContext,
  { tenantId, siteId, itemId, etag, name }: CorpusFileRow,
  extraction: Extraction,
  signal: AbortSignal,
): AsyncGenerator<Event> {
  const file = { tenantId, siteId, itemId, etag, name, extraction };
  const shares = withProgress<number, void>((onProgress) =>
    indexFile(ctx, file, signal, (done, total) => onProgress(total > 0 ? done / total : 1)),
  );
  for await (const share of shares) yield toProgress(EXTRACTED + share * (INDEXED - EXTRACTED));
}

function toProgress(percent: number): Event {
  return { type: 'progress', stage: 'embedding', pctProgress: Math.round(percent) };
}

function toUnreadable(detail: string, cause?: unknown): AvaError {
  return new AvaError('unreadable_file', { detail, cause });
}
