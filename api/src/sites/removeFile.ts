import type { Person } from '#api/identity/person.ts';
import { authorize } from '#api/policies/policies.ts';
import type { CorpusFileRow } from '#api/storage/tables/corpora/corpusFiles.ts';
import type { AppContext } from '#api/context.ts';
import { cancelRun } from './addFile.ts';
import { authorizeSite, getSiteRights } from './siteAccess.ts';

/** Removes a file from a corpus. */
export async function removeFile(ctx: AppContext, person: Person, siteId: string, itemId: string): Promise<void> {
  const { store, graph } = ctx;
  const site = await authorizeSite(ctx, person, siteId, 'see');
  const file = await store.corpusFiles.find(site.tenantId, site.id, itemId);
  const rights = await getSiteRights(ctx, person, site, true);
  const readable = file !== undefined && (await graph.getReadableItems(person, [file])).has(file);
  await deleteFile(ctx, authorize(person, 'remove', 'corpusFile', file && { ...file, rights, readable }));
}

/** Cancels a file's run and deletes the file from the index and then from the list, so that a retry still finds it. */
export async function deleteFile(ctx: AppContext, file: CorpusFileRow): Promise<void> {
  await cancelRun(ctx, file.runId);
  await ctx.store.chunks.removeFile(file);
  await ctx.store.corpusFiles.remove(file);
}
