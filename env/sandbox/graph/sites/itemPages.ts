import { graphErrors } from '../errors.ts';
import { countOf, pageOf, type Entity } from '../odata.ts';
import type { Caller, GraphRequest } from '../route.ts';
import { itemRole } from './access.ts';
import { contentsOf, writeItem } from './itemEntity.ts';
import type { Drive, Item } from './world.ts';

/** How many items Graph sends at a time unless told, and at most. */
const USUAL_TOP = 200;
const MOST_TOP = 1_000;

type Order = (one: Item, other: Item) => number;

/** One page of items, those left out that the caller may not read, with `@odata.nextLink` while there is more. */
export async function pageOfItems(drive: Drive, items: Item[], request: GraphRequest, caller: Caller): Promise<Entity> {
  const readable = items.filter((item) => itemRole(drive, item, caller));
  return writtenPage(await ordered(readable, request), request, (item) => writeItem(drive, item, request));
}

/** Like `pageOf`, for what takes a moment to write: only the page's own items are written. */
export async function writtenPage<T>(
  items: T[],
  request: GraphRequest,
  write: (item: T) => Promise<Entity>,
): Promise<Entity> {
  const top = countOf(request.query, '$top', USUAL_TOP, MOST_TOP);
  const page = pageOf(items, request, { context: 'Collection(driveItem)', top, write: (item) => ({ item }) });
  const value = (page['value'] as { item: T }[]).map(({ item }) => write(item));
  return { ...page, value: await Promise.all(value) };
}

async function ordered(items: Item[], { query }: GraphRequest): Promise<Item[]> {
  const [by = 'name', direction = 'asc'] = query.get('$orderby')?.trim().split(/\s+/) ?? [];
  const sizes = by === 'size' ? await sizesOf(items) : new Map<Item, number>();
  const orders: Record<string, Order> = {
    name: (one, other) => (one.name < other.name ? -1 : 1),
    lastModifiedDateTime: (one, other) => one.modifiedAt.getTime() - other.modifiedAt.getTime(),
    size: (one, other) => sizes.get(one)! - sizes.get(other)!,
  };
  const order = orders[by];
  if (!order || !['asc', 'desc'].includes(direction)) {
    throw graphErrors.invalidRequest(`The orderby clause '${query.get('$orderby')}' is not supported.`);
  }
  const sorted = items.toSorted(order);
  return direction === 'desc' ? sorted.toReversed() : sorted;
}

async function sizesOf(items: Item[]): Promise<Map<Item, number>> {
  const sizes = items.map(async (item) => [item, item.source ? (await contentsOf(item)).size : 0] as const);
  return new Map(await Promise.all(sizes));
}
