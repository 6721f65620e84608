import type { AppContext } from '#api/context.ts';

const DAY_MS = 86_400_000;
/** Unused files are kept this long, because a draft with attached files can be sent later. */
const MIN_FILE_AGE_MS = 30 * DAY_MS;
/** Files in one statement, which must not delay others for long. */
const FILES_PER_STATEMENT = 100;
/** The bytes of an upload are stored before its row is inserted, and no upload takes that long. */
const MIN_BLOB_AGE_MS = DAY_MS;

type SweepContext = Pick<AppContext, 'blobs' | 'store' | 'log' | 'clock'>;

/**
 * Deletes files that no message contains. Their bytes are deleted by a sweep a day later, if no other file has the same
 * bytes.
 */
export async function sweepFiles({ blobs, store, log, clock }: SweepContext): Promise<void> {
  const before = new Date(clock.now().getTime() - MIN_FILE_AGE_MS);
  let files = 0;
  for (let deleted = FILES_PER_STATEMENT; deleted === FILES_PER_STATEMENT; files += deleted)
    deleted = await store.files.deleteUnused(before, FILES_PER_STATEMENT);
  const { removed, bytes } = await blobs.sweep(
    MIN_BLOB_AGE_MS,
    async (sha256) =>
      (await store.files.isReferenced(sha256)) ||
      (await store.corpusFiles.isReferenced(sha256)) ||
      store.presentationTemplates.isReferenced(sha256),
  );
  if (files > 0 || removed > 0) log.info({ files, blobs: removed, bytes }, 'unused files deleted');
}
