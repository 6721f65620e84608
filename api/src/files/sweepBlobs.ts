import type { AppContext } from '../context.ts';

const INTERVAL_MS = 3_600_000;
/** One day. The bytes of an upload are stored before its row is inserted, and no upload takes that long. */
const MIN_AGE_MS = 86_400_000;

/** Deletes stored bytes that no file refers to, once an hour. */
export function sweepBlobs({ blobs, store, log }: AppContext): { close(): void } {
  const timer = setInterval(() => {
    blobs
      .sweep(
        MIN_AGE_MS,
        async (sha256) => (await store.files.isReferenced(sha256)) || store.corpusFiles.isReferenced(sha256),
      )
      .then(({ removed, bytes }) => removed > 0 && log.info({ removed, bytes }, 'unreferenced blobs deleted'))
      .catch((error: unknown) => log.warn({ error }, 'failed to delete unreferenced blobs; retrying later'));
  }, INTERVAL_MS);
  timer.unref();
  return { close: () => clearInterval(timer) };
}
