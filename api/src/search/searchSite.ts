import type { Passage } from '../answers/passages.ts';
import type { Person } from '../identity/person.ts';
import type { SiteRow } from '../storage/tables/sites.ts';
import type { World } from '../world.ts';
import { fillPage } from './fillPage.ts';
import { find } from './find.ts';
import type { Hit } from './hits.ts';
import { quote } from './quote.ts';

/** Passages that a model is given to answer from: about 3,500 tokens. */
const PASSAGES = 12;
/**
 * Hits below this share of the best one's score are not about the question. The best is one that the person may read: what
 * is closed to them must not be told by what is left out beside it.
 */
const FLOOR = 0.15;

export interface Found {
  /** Closest first, read or not. */
  hits: readonly Hit[];
  /** Those that became passages. */
  given: readonly Hit[];
  passages: Passage[];
  embedder: string | null;
  words: readonly { word: string; shown: string }[];
  ms: number;
}

/** Finds what the person may read about a question in a site: find, trim, fill, quote. */
export async function searchSite(
  world: World,
  person: Person,
  site: Pick<SiteRow, 'tenantId' | 'id'>,
  itemIds: readonly string[],
  query: string,
  signal: AbortSignal,
): Promise<Found> {
  const where = { tenantId: site.tenantId, siteIds: [site.id], itemIds: itemIds.length > 0 ? itemIds : null };
  const { hits: all, ...rest } = await find(world, where, query, signal);
  const readable = await fillPage(world, person, all, PASSAGES);
  const least = FLOOR * (readable[0]?.hit.score ?? 0);
  const page = readable.filter(({ hit }) => hit.score >= least);
  const hits = all.filter(({ score }) => score >= least);
  return { ...rest, hits, given: page.map(({ hit }) => hit), passages: await quote(world, page) };
}
