import { graphErrors } from '#sandbox/graph/graphErrors.ts';
import { readCount, createPage, type Entity } from '#sandbox/graph/odata.ts';
import type { Caller, GraphRequest } from '#sandbox/graph/graphRoute.ts';
import { getItemRole } from '#sandbox/graph/sites/store/roles.ts';
import { getItemContent, toSelectedEntity } from './itemEntity.ts';
import type { Drive, Item } from '#sandbox/graph/sites/store/siteStore.ts';

const DEFAULT_TOP = 200;
const MAX_TOP = 1_000;

type Comparator = (a: Item, b: Item) => number;

/** Creates one page of the items that the caller can read, with `@odata.nextLink` if more items follow. */
export async function createItemPage(
  drive: Drive,
  items: Item[],
  request: GraphRequest,
  caller: Caller,
): Promise<Entity> {
  const readable = items.filter((item) => getItemRole(drive, item, caller));
  return createAsyncPage(await sortItems(readable, request), request, (item) => toSelectedEntity(drive, item, request));
}

/** Like `createPage` with an asynchronous `toEntity`, which is called only for the items of the page. */
export async function createAsyncPage<T>(
  items: T[],
  request: GraphRequest,
  toEntity: (item: T) => Promise<Entity>,
): Promise<Entity> {
  const top = readCount(request.query, '$top', DEFAULT_TOP, MAX_TOP);
  const page = createPage(items, request, { context: 'Collection(driveItem)', top, toEntity: (item) => ({ item }) });
  const value = (page['value'] as { item: T }[]).map(({ item }) => toEntity(item));
  return { ...page, value: await Promise.all(value) };
}

async function sortItems(items: Item[], { query }: GraphRequest): Promise<Item[]> {
  const [property = 'name', direction = 'asc'] = query.get('$orderby')?.trim().split(/\s+/) ?? [];
  const sizes = property === 'size' ? await getSizes(items) : new Map<Item, number>();
  const comparators: Record<string, Comparator> = {
    name: (a, b) => (a.name < b.name ? -1 : 1),
    lastModifiedDateTime: (a, b) => a.modifiedAt.getTime() - b.modifiedAt.getTime(),
    size: (a, b) => sizes.get(a)! - sizes.get(b)!,
  };
  const comparator = comparators[property];
  if (!comparator || !['asc', 'desc'].includes(direction)) {
    throw graphErrors.invalidRequest(`The orderby clause '${query.get('$orderby')}' is not supported.`);
  }
  const sorted = items.toSorted(comparator);
  return direction === 'desc' ? sorted.toReversed() : sorted;
}

async function getSizes(items: Item[]): Promise<Map<Item, number>> {
  const sizes = items.map(async (item) => [item, item.source ? (await getItemContent(item)).size : 0] as const);
  return new Map(await Promise.all(sizes));
}
