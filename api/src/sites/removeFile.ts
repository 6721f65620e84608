import type { Person } from '../identity/person.ts';
import { authorize } from '../policies/policies.ts';
import { forgetFile } from '../search/indexing/indexFile.ts';
import type { CorpusFileRow } from '../storage/tables/corpora/corpusFiles.ts';
import type { AppContext } from '../context.ts';
import { endRun } from './addFile.ts';
import { openSite, rightsIn } from './siteAccess.ts';

/** Takes a file out of a corpus: from the search first, then from the list. */
export async function removeFile(ctx: AppContext, person: Person, siteId: string, itemId: string): Promise<void> {
  const { store, graph } = ctx;
  const site = await openSite(ctx, person, siteId, 'see');
  const file = await store.corpusFiles.find(site.tenantId, site.id, itemId);
  const rights = await rightsIn(ctx, person, site, true);
  const readable = file !== undefined && (await graph.getReadableItems(person, [file])).has(file);
  await takeOut(ctx, authorize(person, 'remove', 'corpusFile', file && { ...file, rights, readable }));
}

/** Ends what is being done with a file and forgets it. */
export async function takeOut(ctx: AppContext, file: CorpusFileRow): Promise<void> {
  await endRun(ctx, file.runId);
  await forgetFile(ctx, file);
  await ctx.store.corpusFiles.remove(file);
}
