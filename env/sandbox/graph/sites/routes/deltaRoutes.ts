import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { GraphError, graphErrors } from '#sandbox/graph/graphErrors.ts';
import { readCount, type Entity } from '#sandbox/graph/odata.ts';
import { ok, type Caller, type GraphRequest, type GraphRoute } from '#sandbox/graph/graphRoute.ts';
import { getItemRole } from '#sandbox/graph/sites/store/roles.ts';
import { getReadableDrive } from './findResource.ts';
import { createDeletedEntity, toSelectedEntity } from '#sandbox/graph/sites/entities/itemEntity.ts';
import { onDrives, readingFiles } from './routePatterns.ts';
import { listAllItems } from '#sandbox/graph/sites/store/itemTree.ts';
import type { Drive, Item, SiteStore } from '#sandbox/graph/sites/store/siteStore.ts';

const DEFAULT_TOP = 200;
const MAX_TOP = 1_000;
/** Tokens of an earlier start are invalid, because changes are counted from the start. */
const THIS_START = randomUUID();

/** Start id, drive id, `since`, `until` and `offset`: changes after `since` up to `until`, continued at item `offset`. */
const Token = z.tuple([z.literal(THIS_START), z.string(), z.number(), z.number(), z.number()]);

export function deltaRoutes(store: SiteStore): GraphRoute[] {
  const handle: GraphRoute['handle'] = async (request, caller) => {
    const drive = getReadableDrive(store, request, caller);
    return ok(await createDeltaPage(store, drive, request, caller));
  };
  return [
    ...onDrives('/root/delta', { ...readingFiles, handle }),
    ...onDrives("/root/delta(token='{token}')", { ...readingFiles, handle }),
  ];
}

async function createDeltaPage(store: SiteStore, drive: Drive, request: GraphRequest, caller: Caller): Promise<Entity> {
  const all = listAllItems(drive);
  const [since, until, offset] = readToken(store, drive, request);
  const page: Entity = { '@odata.context': `${request.base}/$metadata#Collection(driveItem)` };
  const top = readCount(request.query, '$top', DEFAULT_TOP, MAX_TOP);
  // Items are in the order of their creation, so changes between two pages do not shift the offset.
  const changed: Item[] = [];
  let next = offset;
  for (; next < all.length && changed.length < top; next += 1) {
    if (isChanged(all[next]!, since, drive, caller)) changed.push(all[next]!);
  }
  if (next === all.length) page['@odata.deltaLink'] = createDeltaLink(drive, request, [until, until, 0]);
  else page['@odata.nextLink'] = createDeltaLink(drive, request, [since, until, next]);
  return { ...page, value: await Promise.all(changed.map((item) => toDeltaEntity(drive, item, request))) };
}

function isChanged(item: Item, since: number, drive: Drive, caller: Caller): boolean {
  if (item.changed <= since || (item.deleted && since === 0)) return false;
  return getItemRole(drive, item, caller) !== undefined;
}

/** Without the path of the parent: https://learn.microsoft.com/graph/api/driveitem-delta */
async function toDeltaEntity(drive: Drive, item: Item, request: GraphRequest): Promise<Entity> {
  if (item.deleted) return createDeletedEntity(drive, item);
  const { parentReference, ...entity } = await toSelectedEntity(drive, item, request);
  const { path: _, ...parent } = (parentReference ?? {}) as Entity;
  return { ...entity, ...(parentReference ? { parentReference: parent } : {}) };
}

/** Reads the token of a request. Throws Graph's 410 for an expired one, with the address for a new start. */
function readToken(
  store: SiteStore,
  drive: Drive,
  request: GraphRequest,
): [since: number, until: number, offset: number] {
  const token = request.params['token'] ?? request.query.get('token');
  if (token === null) return [0, store.sequence, 0];
  if (token === 'latest') return [store.sequence, store.sequence, 0];
  const parsed = Token.safeParse(decodeToken(token));
  const [, driveId = '', since = 0, until = 0, offset = 0] = parsed.data ?? [];
  if (!parsed.success || driveId !== drive.id || Math.max(since, 1) < drive.oldestChange) {
    throw new GraphError(410, 'resyncRequired', "Resync required. Replace any local items with the server's version.", {
      location: `${request.base}/drives/${drive.id}/root/delta`,
    });
  }
  // With an offset the enumeration continues; without one a new enumeration starts, up to the latest change.
  return [since, offset > 0 ? until : store.sequence, offset];
}

function decodeToken(token: string): unknown {
  try {
    return JSON.parse(Buffer.from(token, 'base64url').toString());
  } catch {
    throw graphErrors.invalidRequest('The provided delta token is malformed.');
  }
}

function createDeltaLink(drive: Drive, { base, query }: GraphRequest, position: [number, number, number]): string {
  const params = new URLSearchParams(query);
  params.set('token', Buffer.from(JSON.stringify([THIS_START, drive.id, ...position])).toString('base64url'));
  return `${base}/drives/${drive.id}/root/delta?${params.toString()}`;
}
