import type { AppContext } from '#api/context.ts';
import type { Person } from '#api/identity/person.ts';
import { trimFiles } from '#api/search/access/trimToReadable.ts';

/** Files per access check, and files that are checked at most. */
const FILES_PER_CHECK = 80;
const MAX_CHECKED_FILES = 400;

/** Ids of the sites of which AVA is reading files that this person can read; none if Microsoft 365 does not answer. */
export async function listPreparingSites(
  ctx: Pick<AppContext, 'graph' | 'store' | 'clock' | 'log'>,
  person: Person,
  siteIds: readonly string[],
): Promise<string[]> {
  let files = await ctx.store.corpusFiles.listInProgress(person.tenantId, siteIds, MAX_CHECKED_FILES);
  const preparing = new Set<string>();
  try {
    while (files.length > 0) {
      const readable = await trimFiles(ctx, person, files.slice(0, FILES_PER_CHECK));
      for (const { siteId } of readable) preparing.add(siteId);
      files = files.slice(FILES_PER_CHECK).filter(({ siteId }) => !preparing.has(siteId));
    }
  } catch (error) {
    ctx.log.info({ error }, 'failed to check files in progress');
  }
  return [...preparing];
}
