import type { z } from 'zod';
import type { getSiteInsights } from '../../contract/sites.ts';
import type { Person } from '../identity/person.ts';
import type { AppContext } from '../context.ts';
import { openSite } from './siteAccess.ts';

type Insights = z.output<NonNullable<typeof getSiteInsights.reply>>;

/** Questions that fewer people asked would tell who asked them. */
const ASKERS = 3;

/** For the owners of a site, and of files that they may read themselves. */
export async function siteInsights({ store, graph }: AppContext, person: Person, siteId: string): Promise<Insights> {
  const site = await openSite({ store, graph }, person, siteId, 'edit');
  const files = await store.corpusFiles.list(site.tenantId, [site.id]);
  const readable = await graph.getReadableItems(person, files);
  const shown = files.flatMap((file) => {
    const name = readable.get(file)?.name;
    return name === undefined ? [] : [{ ...file, name }];
  });
  return {
    failed: shown.filter(({ state }) => state === 'failed').map(({ name, reason }) => ({ name, reason: reason ?? '' })),
    neverCited: shown.filter(({ state, citations }) => state === 'ready' && citations === 0).map(({ name }) => name),
    unanswered: await store.searches.listUnansweredWords(site.tenantId, site.id, ASKERS),
  };
}
