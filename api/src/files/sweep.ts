import type { AppContext } from '../context.ts';

const EVERY_MS = 3_600_000;
/** A day: longer than any upload waits for its row, and than a person for second thoughts. */
const KEPT_MS = 86_400_000;

/** Removes bytes that no file stands for any more, once an hour. */
export function sweepBlobs({ blobs, store, log }: AppContext): { close(): void } {
  const timer = setInterval(() => {
    blobs
      .sweep(
        KEPT_MS,
        async (sha256) => (await store.files.isReferenced(sha256)) || store.corpusFiles.isReferenced(sha256),
      )
      .then(({ removed, bytes }) => removed > 0 && log.info({ removed, bytes }, 'bytes without a file were removed'))
      .catch((error: unknown) => log.warn({ error }, 'bytes without a file could not be removed; trying again'));
  }, EVERY_MS);
  timer.unref();
  return { close: () => clearInterval(timer) };
}
