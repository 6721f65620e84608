import { isAvaError, type ErrorCode } from '../../contract/errors.ts';
import { MAX_FILE_BYTES } from '../../contract/limits.ts';
import type { Person } from '../identity/person.ts';
import type { CorpusFileRow, FileVersion } from '../storage/tables/corpora/corpusFiles.ts';
import type { AppContext } from '../context.ts';
import { FAILED_TO_UPLOAD, versionOf, whyNot } from './fileVersion.ts';

/** Who fetches says so every third of this time; whoever died lets go after it. */
const LEASE_MS = 15_000;
/** After a failure that may pass, nobody tries again for so long. */
const PAUSE_MS = 5_000;
const MOST_ATTEMPTS = 6;
/** A file that somebody saves again and again is given up. */
const MOST_VERSIONS = 4;

/** What a person with the right may cure by coming back. */
const passing: ReadonlySet<ErrorCode> = new Set([
  'not_signed_in',
  'consent_required',
  'graph_unavailable',
  'store_unavailable',
  'too_many_requests',
]);

interface Fetched {
  sha256: string;
  version: FileVersion;
}

/** Why a file cannot be had; the sentence is kept with it. */
class NotToBeHad extends Error {
  override readonly name = 'NotToBeHad';
}

/**
 * Fetches the bytes of a file with the right of a person who is here, whose token is kept nowhere, and hands the file on to
 * the queue. Does nothing where they are here already or another process is at it. What may pass waits for the next person
 * with the right; what will not is kept as the reason why the file failed.
 */
export async function fetchBytes(ctx: AppContext, person: Person, file: CorpusFileRow): Promise<void> {
  const { store, queue, log } = ctx;
  if (!(await store.corpusFiles.claimFetch(file, LEASE_MS))) return;
  const over = new AbortController();
  const beating = keepLease(ctx, file, over);
  try {
    const { sha256, version } = await fetchVersion(ctx, person, file, over.signal);
    if (await store.corpusFiles.markFetched(file, sha256, version)) await queue.send('embed', { runId: file.runId });
  } catch (error) {
    const reason = reasonOf(error);
    if (reason === null) log.warn({ error, file: file.id }, 'the bytes of a file could not be fetched now');
    const attempts = reason === null ? await store.corpusFiles.postponeFetch(file, PAUSE_MS) : 0;
    if (reason === null && attempts < MOST_ATTEMPTS) return;
    const told = reason ?? 'Microsoft 365 did not give the file out. Please try again later.';
    if (await store.corpusFiles.markFailed(file, told)) await queue.send('embed', { runId: file.runId });
  } finally {
    over.abort();
    await beating;
  }
}

/** Says until `over` that somebody is at it; ends the fetching of a file that was removed or has another version. */
async function keepLease({ store, clock, log }: AppContext, file: CorpusFileRow, over: AbortController): Promise<void> {
  while (!over.signal.aborted) {
    await clock.sleep(LEASE_MS / 3, over.signal);
    if (over.signal.aborted) return;
    const kept = await store.corpusFiles.extendFetch(file, LEASE_MS).catch((error: unknown) => {
      log.warn({ error }, 'the fetching of a file could not be told');
      return true;
    });
    if (!kept) over.abort();
  }
}

/** The bytes with the version they are of: where it changed while they came, they are fetched again. */
async function fetchVersion(
  { graph, blobs }: AppContext,
  person: Person,
  file: CorpusFileRow,
  signal: AbortSignal,
): Promise<Fetched> {
  const ref = { driveId: file.driveId, itemId: file.itemId };
  let etag = file.etag;
  for (let attempt = 0; attempt < MOST_VERSIONS; attempt += 1) {
    const { sha256 } = await graph.download(
      person,
      ref,
      (bytes) => blobs.put(bytes, { maxBytes: MAX_FILE_BYTES }),
      signal,
    );
    const item = await graph.findItem(person, file.driveId, file.itemId);
    const reason = item ? whyNot(item) : FAILED_TO_UPLOAD;
    if (!item || reason !== null) throw new NotToBeHad(reason ?? FAILED_TO_UPLOAD);
    if (item.etag === etag) return { sha256, version: versionOf(item) };
    etag = item.etag ?? '';
  }
  throw new NotToBeHad('The file is being changed. Please add it again when nobody is working on it.');
}

/** The sentence for a failure that will not pass; null for one that may. */
function reasonOf(error: unknown): string | null {
  if (error instanceof NotToBeHad) return error.message;
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : null;
  if (code === 'blob_too_large') return 'The file is larger than 70 MB.';
  if (!isAvaError(error) || passing.has(error.code)) return null;
  return error.code === 'unreadable_file' ? error.detail : FAILED_TO_UPLOAD;
}
