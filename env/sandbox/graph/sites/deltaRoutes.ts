import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { GraphError, graphErrors } from '../errors.ts';
import { countOf, type Entity } from '../odata.ts';
import { ok, type Caller, type GraphRequest, type GraphRoute } from '../route.ts';
import { itemRole } from './access.ts';
import { openDriveIn } from './finding.ts';
import { deletedEntity, writeItem } from './itemEntity.ts';
import { onDrives, readingFiles } from './patterns.ts';
import { everything } from './tree.ts';
import type { Drive, Item, World } from './world.ts';

const USUAL_TOP = 200;
const MOST_TOP = 1_000;
/** Tokens of an earlier start mean nothing to this one: its changes are counted anew. */
const THIS_START = randomUUID();

/** Changes after `since` up to `until`, of which `offset` were sent already. */
const Token = z.tuple([z.literal(THIS_START), z.string(), z.number(), z.number(), z.number()]);

export function deltaRoutes(world: World): GraphRoute[] {
  const handle: GraphRoute['handle'] = async (request, caller) => {
    const drive = openDriveIn(world, request, caller);
    return ok(await changes(world, drive, request, caller));
  };
  return [
    ...onDrives('/root/delta', { ...readingFiles, handle }),
    ...onDrives("/root/delta(token='{token}')", { ...readingFiles, handle }),
  ];
}

async function changes(world: World, drive: Drive, request: GraphRequest, caller: Caller): Promise<Entity> {
  const all = everything(drive);
  const [since, until, offset] = asked(world, drive, request);
  const page: Entity = { '@odata.context': `${request.base}/$metadata#Collection(driveItem)` };
  const top = countOf(request.query, '$top', USUAL_TOP, MOST_TOP);
  // Counted in the order in which items came, which no change alters: what changes meanwhile shifts nothing.
  const now: Item[] = [];
  let next = offset;
  for (; next < all.length && now.length < top; next += 1) {
    if (isNews(all[next]!, since, drive, caller)) now.push(all[next]!);
  }
  if (next === all.length) page['@odata.deltaLink'] = link(drive, request, [until, until, 0]);
  else page['@odata.nextLink'] = link(drive, request, [since, until, next]);
  return { ...page, value: await Promise.all(now.map((item) => written(drive, item, request))) };
}

function isNews(item: Item, since: number, drive: Drive, caller: Caller): boolean {
  if (item.changed <= since || (item.deleted && since === 0)) return false;
  return itemRole(drive, item, caller) !== undefined;
}

function written(drive: Drive, item: Item, request: GraphRequest): Promise<Entity> | Entity {
  return item.deleted ? deletedEntity(drive, item) : writeItem(drive, item, request);
}

/** Throws Graph's 410 for a token that has expired, with the address to begin again at. */
function asked(world: World, drive: Drive, request: GraphRequest): [since: number, until: number, offset: number] {
  const token = request.params['token'] ?? request.query.get('token');
  if (token === null) return [0, world.sequence, 0];
  if (token === 'latest') return [world.sequence, world.sequence, 0];
  const read = Token.safeParse(parsed(token));
  const [, driveId = '', since = 0, until = 0, offset = 0] = read.data ?? [];
  if (!read.success || driveId !== drive.id || Math.max(since, 1) < drive.oldestChange) {
    throw new GraphError(410, 'resyncRequired', "Resync required. Replace any local items with the server's version.", {
      location: `${request.base}/drives/${drive.id}/root/delta`,
    });
  }
  // An offset says that an enumeration goes on; without one a new one begins with the present.
  return [since, offset > 0 ? until : world.sequence, offset];
}

function parsed(token: string): unknown {
  try {
    return JSON.parse(Buffer.from(token, 'base64url').toString());
  } catch {
    throw graphErrors.invalidRequest('The provided delta token is malformed.');
  }
}

function link(drive: Drive, { base, query }: GraphRequest, place: [number, number, number]): string {
  const further = new URLSearchParams(query);
  further.set('token', Buffer.from(JSON.stringify([THIS_START, drive.id, ...place])).toString('base64url'));
  return `${base}/drives/${drive.id}/root/delta?${further.toString()}`;
}
