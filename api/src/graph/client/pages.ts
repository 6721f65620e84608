import { AvaError } from '#contract/errors.ts';
import type { Person } from '#api/identity/person.ts';
import type { GraphClient } from './graphClient.ts';

const MAX_PAGES = 20;
/** Graph can send many pages without items before one with items, which would otherwise be lost. */
const MAX_REQUESTS = 100;

/** A page as Graph writes it. */
export interface GraphPage<T> {
  value?: T[];
  '@odata.nextLink'?: string;
  '@odata.deltaLink'?: string;
}

export interface Page<T> {
  items: T[];
  /** Link to the next page; null on the last one. A page without items is not always the last one. */
  next: string | null;
  /** Link to later changes; null except on the last page of changes. */
  deltaLink: string | null;
}

interface PageLimits {
  /** Maximum number of pages; pages without items do not count. */
  maxPages?: number;
  signal?: AbortSignal | undefined;
}

/** The page of a collection that a link leads to; without a link, the first one. Throws `graph_unavailable` without items. */
export async function getPage<T>(
  client: GraphClient,
  person: Person,
  { firstPath, link }: { firstPath: string; link: string | null },
  signal?: AbortSignal,
): Promise<Page<T>> {
  const path = link === null ? firstPath : client.getLinkPath(link);
  const { value, ...links } = await client.get<GraphPage<T>>(person, path, signal);
  if (!Array.isArray(value)) {
    throw new AvaError('graph_unavailable', { cause: new Error('Graph sent a page without a list of items') });
  }
  const next = links['@odata.nextLink'] ?? null;
  // The last page can link to itself: https://github.com/microsoftgraph/microsoft-graph-docs-contrib/issues/5379
  return { items: value, next: next === link ? null : next, deltaLink: links['@odata.deltaLink'] ?? null };
}

/** The pages of a collection that have items, at most `maxPages`. */
export async function* listPages<T>(
  client: GraphClient,
  person: Person,
  firstPath: string,
  { maxPages = MAX_PAGES, signal }: PageLimits = {},
): AsyncGenerator<Page<T>> {
  let link: string | null = null;
  let count = 0;
  for (let requests = 0; count < maxPages && requests < MAX_REQUESTS; requests += 1) {
    const page: Page<T> = await getPage<T>(client, person, { firstPath, link }, signal);
    link = page.next;
    if (page.items.length > 0) {
      count += 1;
      yield page;
    }
    if (link === null) return;
  }
}

/** The items of a collection: all of at most `maxPages` pages, or the first `count`. */
export async function listItems<T>(
  client: GraphClient,
  person: Person,
  firstPath: string,
  { count = Infinity, ...limits }: PageLimits & { count?: number } = {},
): Promise<T[]> {
  const items: T[] = [];
  for await (const page of listPages<T>(client, person, firstPath, limits)) {
    items.push(...page.items);
    if (items.length >= count) break;
  }
  return items.slice(0, count);
}
