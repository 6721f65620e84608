import { isAvaError, type ErrorCode } from '#contract/errors.ts';
import { MAX_FILE_BYTES } from '#contract/limits.ts';
import type { Person } from '#api/identity/person.ts';
import type { CorpusFileRow, FileVersion } from '#api/storage/tables/corpora/corpusFiles.ts';
import type { AppContext } from '#api/context.ts';
import { FAILED_TO_UPLOAD, findRejectionReason, NOT_GIVEN_OUT, toFileVersion } from './fileVersion.ts';

/** Lease of the process that fetches, renewed every third of this time. Another process can fetch when it expires. */
const LEASE_MS = 15_000;
/** Delay before the next attempt after a temporary failure. */
const RETRY_DELAY_MS = 5_000;
const MAX_FETCHES = 6;
/** A file that changes during this many downloads in a row fails. */
const MAX_VERSIONS = 4;

/** Errors after which another attempt, perhaps with another person's permissions, can succeed. */
const temporaryErrors: ReadonlySet<ErrorCode> = new Set([
  'not_signed_in',
  'consent_required',
  'graph_unavailable',
  'store_unavailable',
  'too_many_requests',
]);

interface FetchedFile {
  sha256: string;
  version: FileVersion;
}

/** A permanent failure; its message is shown with the file. */
class FetchRejectedError extends Error {
  override readonly name = 'FetchRejectedError';
}

/** Fetches bytes with the permissions of the person, without waiting for the result. */
export function fetchInBackground(ctx: AppContext, person: Person, file: CorpusFileRow): void {
  fetchBytes(ctx, person, file).catch((error: unknown) =>
    ctx.log.error({ error, file: file.id }, 'failed to fetch bytes of file'),
  );
}

/**
 * Stores the bytes of a file and sends it to the queue. Uses the token of a person who is signed in now, which is not
 * stored. Does nothing if the bytes are stored already or another process is fetching them. After a temporary failure the
 * file waits for the next person who can read it; a permanent one is saved with the file.
 */
export async function fetchBytes(ctx: AppContext, person: Person, file: CorpusFileRow): Promise<void> {
  const { store, queue, log } = ctx;
  if (!(await store.corpusFiles.claimFetch(file, LEASE_MS))) return;
  const done = new AbortController();
  const renewal = renewLease(ctx, file, done);
  try {
    const { sha256, version } = await fetchVersion(ctx, person, file, done.signal);
    if (await store.corpusFiles.markFetched(file, sha256, version)) await queue.send('embed', { runId: file.runId });
  } catch (error) {
    const permanentReason = findPermanentReason(error);
    if (permanentReason === null) {
      log.warn({ error, file: file.id }, 'failed to fetch bytes of file; waiting for the next attempt');
      const attempts = await store.corpusFiles.postponeFetch(file, RETRY_DELAY_MS);
      if (attempts < MAX_FETCHES) return;
    }
    const reason = permanentReason ?? NOT_GIVEN_OUT;
    if (await store.corpusFiles.markFailed(file, reason)) await queue.send('embed', { runId: file.runId });
  } finally {
    done.abort();
    await renewal;
  }
}

/** Renews the lease until `done`. Aborts the download of a file that was removed or replaced by another version. */
async function renewLease(
  { store, clock, log }: AppContext,
  file: CorpusFileRow,
  done: AbortController,
): Promise<void> {
  while (!done.signal.aborted) {
    await clock.sleep(LEASE_MS / 3, done.signal);
    if (done.signal.aborted) return;
    const isHeld = await store.corpusFiles.extendFetch(file, LEASE_MS).catch((error: unknown) => {
      log.warn({ error }, 'failed to renew the lease of a download');
      return true;
    });
    if (!isHeld) done.abort();
  }
}

/** Downloads a file with its version. If it changed during the download, it is downloaded again. */
async function fetchVersion(
  { graph, blobs }: AppContext,
  person: Person,
  file: CorpusFileRow,
  signal: AbortSignal,
): Promise<FetchedFile> {
  const ref = { driveId: file.driveId, itemId: file.itemId };
  let etag = file.etag;
  for (let attempt = 0; attempt < MAX_VERSIONS; attempt += 1) {
    const { sha256 } = await graph.download(
      person,
      ref,
      (bytes) => blobs.put(bytes, { maxBytes: MAX_FILE_BYTES }),
      signal,
    );
    const item = await graph.findItem(person, file.driveId, file.itemId);
    const reason = item ? findRejectionReason(item) : FAILED_TO_UPLOAD;
    if (!item || reason !== null) throw new FetchRejectedError(reason ?? FAILED_TO_UPLOAD);
    if (item.etag === etag) return { sha256, version: toFileVersion(item) };
    etag = item.etag ?? '';
  }
  throw new FetchRejectedError('The file is being changed. Please add it again when nobody is working on it.');
}

/** The sentence for a permanent failure; null for a temporary one. */
function findPermanentReason(error: unknown): string | null {
  if (error instanceof FetchRejectedError) return error.message;
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : null;
  if (code === 'blob_too_large') return 'The file is larger than 70 MB.';
  if (!isAvaError(error) || temporaryErrors.has(error.code)) return null;
  return error.code === 'unreadable_file' ? error.detail : FAILED_TO_UPLOAD;
}
