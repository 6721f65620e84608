import type { Person } from '../identity/person.ts';
import { authorise } from '../policies/policies.ts';
import { forgetFile } from '../search/indexing.ts';
import type { CorpusFileRow } from '../storage/tables/corpusFiles.ts';
import type { World } from '../world.ts';
import { endRun } from './embed.ts';
import { openSite, rightsIn } from './open.ts';

/** Takes a file out of a corpus: from the search first, then from the list. */
export async function removeFile(world: World, person: Person, siteId: string, itemId: string): Promise<void> {
  const { store, graph } = world;
  const site = await openSite(world, person, siteId, 'see');
  const file = await store.corpusFiles.find(site.tenantId, site.id, itemId);
  const rights = await rightsIn(world, person, site, true);
  const readable = file !== undefined && (await graph.readableItems(person, [file])).has(file);
  await takeOut(world, authorise(person, 'remove', 'corpusFile', file && { ...file, rights, readable }));
}

/** Ends what is being done with a file and forgets it. */
export async function takeOut(world: World, file: CorpusFileRow): Promise<void> {
  await endRun(world, file.runId);
  await forgetFile(world, file);
  await world.store.corpusFiles.remove(file);
}
