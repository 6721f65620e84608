import type { z } from 'zod';
import type * as contract from '#contract/sites/sites.ts';
import type { Person } from '#api/identity/person.ts';
import type { AppContext } from '#api/context.ts';
import { authorizeSite } from './siteAccess.ts';

type Insights = z.output<NonNullable<typeof contract.getSiteInsights.reply>>;

/** Words of unanswered questions are shown only if at least this many people asked: fewer would reveal who asked. */
const MIN_ASKERS = 3;

/** Insights for the owners of a site, about files that they can read themselves. */
export async function getSiteInsights({ store, graph }: AppContext, person: Person, siteId: string): Promise<Insights> {
  const site = await authorizeSite({ store, graph }, person, siteId, 'edit');
  const files = await store.corpusFiles.list(site.tenantId, [site.id]);
  const readable = await graph.getReadableItems(person, files);
  const readableFiles = files.flatMap((file) => {
    const name = readable.get(file)?.name;
    return name === undefined ? [] : [{ ...file, name }];
  });
  const failed = readableFiles.filter(({ state }) => state === 'failed');
  const neverCited = readableFiles.filter(({ state, citations }) => state === 'ready' && citations === 0);
  return {
    failed: failed.map(({ name, reason }) => ({ name, reason: reason ?? '' })),
    neverCited: neverCited.map(({ name }) => name),
    unanswered: await store.searches.listUnansweredWords(site.tenantId, site.id, MIN_ASKERS),
    feedback: await store.ratings.getFeedback({ tenantId: site.tenantId, siteId: site.id }),
  };
}
