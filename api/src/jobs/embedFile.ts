import { AvaError, isAvaError, type ErrorCode } from '../../contract/errors.ts';
import type { Extraction } from '../../contract/locations.ts';
import type { JobEvent } from '../../contract/runs.ts';
import type { Unnumbered } from '../runs/runKind.ts';
import { indexFile } from '../search/indexing/indexFile.ts';
import { FAILED_TO_UPLOAD } from '../sites/fileVersion.ts';
import type { Owner } from '../storage/schema.ts';
import type { CorpusFileRow } from '../storage/tables/corpora/corpusFiles.ts';
import type { RunRow } from '../storage/tables/runs/runs.ts';
import type { AppContext } from '../context.ts';
import { GIVEN_UP, jobKind } from './jobKind.ts';
import { extractWithRetry } from './extractWithRetry.ts';

/** A file of a corpus becomes findable. Interrupted by the death of its process, it is begun again by another. */
export const embeddingKind = jobKind('embedding');

/** In per cent: where embedding begins (the specification), and where the text is out and the rest is indexing. */
const BEGINS = 15;
const TEXT_IS_OUT = 50;
const INDEXED = 99;

/** A model server that is away is asked again after 2, 4, 8, 16 and 32 seconds. */
const FIRST_PAUSE_MS = 2_000;
const TRIES = 6;
const passing: ReadonlySet<ErrorCode> = new Set(['model_unavailable', 'too_many_requests', 'store_unavailable']);

const OTHERS_CHECK_MS = 100;
const OTHERS_END_MS = 30_000;

type Event = Unnumbered<JobEvent>;

/** Works on an embedding that this process has taken. */
export async function runEmbedding(ctx: AppContext, run: RunRow): Promise<void> {
  await ctx.runs.perform(run, embeddingKind, (signal) => embed(ctx, run, signal));
}

/** Says why a file is given up whose work ended each process that began it. */
export async function failEmbedding(ctx: Pick<AppContext, 'store'>, run: RunRow): Promise<void> {
  const file = await ctx.store.corpusFiles.findById(run.subjectId);
  if (file?.runId !== run.id) return;
  if (await ctx.store.corpusFiles.markFailed(file, GIVEN_UP)) await ctx.store.chunks.removeFile(file);
}

async function* embed(ctx: AppContext, run: RunRow, signal: AbortSignal): AsyncGenerator<Event> {
  const { store } = ctx;
  const file = await store.corpusFiles.findById(run.subjectId);
  if (!file || file.runId !== run.id) throw unreadable(FAILED_TO_UPLOAD);
  if (file.state === 'failed') throw unreadable(file.reason ?? FAILED_TO_UPLOAD);
  try {
    yield* makeFindable(ctx, run, file, signal);
  } catch (error) {
    if (signal.aborted) throw error;
    const reason = isAvaError(error) ? error.detail : FAILED_TO_UPLOAD;
    // What was found of an older version is not what the file says now.
    if (await store.corpusFiles.markFailed(file, reason)) await ctx.store.chunks.removeFile(file);
    throw isAvaError(error) ? error : unreadable(reason, error);
  }
}

async function* makeFindable(
  ctx: AppContext,
  run: RunRow,
  file: CorpusFileRow,
  signal: AbortSignal,
): AsyncGenerator<Event> {
  const { store, blobs } = ctx;
  await othersEnded(ctx, run, signal);
  if (!(await store.corpusFiles.markEmbedding(file))) throw unreadable(FAILED_TO_UPLOAD);
  yield progress(BEGINS);
  const path = await blobs.path(file.sha256 ?? '').catch((cause: unknown) => {
    throw unreadable(FAILED_TO_UPLOAD, cause);
  });
  const extraction = yield* textOf({ path, name: file.name }, run.owner, signal);
  yield progress(TEXT_IS_OUT);
  yield* index(ctx, file, extraction, signal);
  signal.throwIfAborted();
  if (!(await store.corpusFiles.markReady(file))) {
    // Removed meanwhile; what another version has made findable is its own run's.
    if (!(await store.corpusFiles.findById(file.id))) await ctx.store.chunks.removeFile(file);
    throw unreadable(FAILED_TO_UPLOAD);
  }
  yield { type: 'completed', file_id: file.id };
}

/** Two runs of one file never write at once: one that was told to stop is waited for. */
async function othersEnded({ store, clock }: AppContext, run: RunRow, signal: AbortSignal): Promise<void> {
  const until = clock.monotonic() + OTHERS_END_MS;
  while (clock.monotonic() < until && !signal.aborted) {
    const others = (await store.runs.listUnended(run.subjectId)).filter(
      ({ id, state }) => id !== run.id && state === 'running',
    );
    if (others.length === 0) return;
    await clock.sleep(OTHERS_CHECK_MS, signal);
  }
}

async function* textOf(
  source: Parameters<typeof extractWithRetry>[0],
  owner: Owner,
  signal: AbortSignal,
): AsyncGenerator<Event, Extraction> {
  const reading = extractWithRetry(source, { owner, signal });
  for (;;) {
    const next = await reading.next();
    if (next.done) return next.value;
    if (next.value.type !== 'progress') continue;
    yield progress(BEGINS + (next.value.pctProgress / 100) * (TEXT_IS_OUT - BEGINS));
  }
}

/** Indexes with news of how far it is; a model server that is away is waited for. */
async function* index(
  ctx: AppContext,
  file: CorpusFileRow,
  extraction: Extraction,
  signal: AbortSignal,
): AsyncGenerator<Event> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return yield* indexOnce(ctx, file, extraction, signal);
    } catch (error) {
      const again = isAvaError(error) && passing.has(error.code) && attempt < TRIES && !signal.aborted;
      if (!again) throw error;
      await ctx.clock.sleep(Math.max(FIRST_PAUSE_MS * 2 ** (attempt - 1), (error.retryAfter ?? 0) * 1_000), signal);
    }
  }
}

async function* indexOnce(
  ctx: AppContext,
  file: CorpusFileRow,
  extraction: Extraction,
  signal: AbortSignal,
): AsyncGenerator<Event> {
  const { tenantId, siteId, itemId, etag, name } = file;
  let share = 0;
  let ended = false;
  let wake = () => {};
  const over = () => {
    ended = true;
    wake();
  };
  const indexing = indexFile(ctx, { tenantId, siteId, itemId, etag, name, extraction }, signal, (done, total) => {
    share = total > 0 ? done / total : 1;
    wake();
  });
  void indexing.then(over, over);
  let told = -1;
  while (!ended) {
    if (share > told) {
      told = share;
      yield progress(TEXT_IS_OUT + share * (INDEXED - TEXT_IS_OUT));
    } else await new Promise<void>((resolve) => (wake = resolve));
  }
  await indexing;
}

function progress(percent: number): Event {
  return { type: 'progress', stage: 'embedding', pctProgress: Math.round(percent) };
}

function unreadable(detail: string, cause?: unknown): AvaError {
  return new AvaError('unreadable_file', { detail, cause });
}
