import { graphErrors } from '../errors.ts';
import type { Caller, GraphRequest } from '../route.ts';
import { atLeast, itemRole, siteRole } from './access.ts';
import { sitePath } from './ids.ts';
import { itemAt } from './tree.ts';
import type { Drive, Item, Role, Site, World } from './world.ts';

const GUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export type Found = { drive: Drive; item: Item };

/**
 * The site a path names by `{siteId}`, or by `{hostname}` and `{path}`, that the caller may use so. Throws Graph's
 * 400 for an id that is none, its 404 where there is no site, its 403 where there is one and the caller may not.
 */
export function siteIn(world: World, request: GraphRequest, caller: Caller, needed: Role = 'read'): Site {
  const { params } = request;
  const site = params['hostname']
    ? siteAt(world, caller, params['hostname'], params['path'] ?? '')
    : siteNamed(world, caller, params['siteId'] ?? '');
  if (!atLeast(siteRole(site, caller), needed)) throw graphErrors.accessDenied();
  return site;
}

/** The drive a path names by its own id or as the first of a site or group. Whether the caller may use it is not asked. */
export function driveIn(world: World, { params }: GraphRequest, caller: Caller): Drive {
  const { driveId, siteId, groupId } = params;
  if (driveId === undefined) return firstDrive(world, caller, siteId, groupId);
  if (!driveId.startsWith('b!')) {
    throw graphErrors.invalidRequest(
      'The provided drive id appears to be malformed, or does not represent a valid drive.',
    );
  }
  const drive = world.drives.get(driveId);
  const elsewhere = siteId !== undefined && drive?.site !== siteNamed(world, caller, siteId);
  if (!drive || elsewhere || drive.site.organization !== caller.organization) throw graphErrors.itemNotFound();
  return drive;
}

/** A drive whose site the caller may read. Throws Graph's 403 otherwise. */
export function openDriveIn(world: World, request: GraphRequest, caller: Caller): Drive {
  const drive = driveIn(world, request, caller);
  if (!atLeast(siteRole(drive.site, caller), 'read')) throw graphErrors.accessDenied();
  return drive;
}

/**
 * The item a path names by `{itemId}`, `{path}` or both; without either, the root. SharePoint hides what a person may
 * not read: inside a site that is open to them it answers 404, elsewhere 403; 403 too where they may read but not write.
 */
export function itemIn(world: World, request: GraphRequest, caller: Caller, needed: Role = 'read'): Found {
  const drive = driveIn(world, request, caller);
  const { itemId, path } = request.params;
  const from = itemId === undefined || itemId === 'root' ? drive.root : drive.items.get(itemId);
  const item = from && path !== undefined ? itemAt(drive, from, path) : from;
  return { drive, item: allowed(drive, item, caller, needed) };
}

/** For what a caller writes: the folder and the name of a path that may not be there yet. */
export function placeIn(world: World, request: GraphRequest, caller: Caller): Found & { name: string } {
  const names = (request.params['path'] ?? '').split('/').filter(Boolean);
  const name = names.pop();
  if (!name) throw graphErrors.invalidRequest('The name in the provided path cannot be empty.');
  const above = { ...request, params: { ...request.params, path: names.join('/') } };
  const found = itemIn(world, above, caller, 'write');
  if (found.item.source) throw graphErrors.invalidRequest('The parent of a file must be a folder.');
  return { ...found, name };
}

/** Throws as `itemIn` does where the caller may not. */
export function allowed(drive: Drive, item: Item | undefined, caller: Caller, needed: Role): Item {
  const open = atLeast(siteRole(drive.site, caller), 'read');
  const role = item && !item.deleted ? itemRole(drive, item, caller) : undefined;
  if (!item || !role) throw open ? graphErrors.itemNotFound() : graphErrors.accessDenied();
  if (!atLeast(role, needed)) throw graphErrors.accessDenied();
  return item;
}

function firstDrive(world: World, caller: Caller, siteId: string | undefined, groupId: string | undefined): Drive {
  const site = groupId
    ? world.sites.find((each) => each.groupId === groupId.toLowerCase())
    : siteNamed(world, caller, siteId ?? '');
  const drive = site?.drives[0];
  if (!drive || drive.site.organization !== caller.organization) throw graphErrors.itemNotFound();
  return drive;
}

/** `host,site,web`, `site,web` or the site's GUID alone; case does not matter. */
function siteNamed(world: World, caller: Caller, id: string): Site {
  const own = world.sites.filter((site) => site.organization === caller.organization);
  const wanted = id.toLowerCase();
  if (wanted === 'root' || wanted === own[0]?.host) return siteAt(world, caller, own[0]?.host ?? '', '');
  const guids = wanted.split(',').slice(wanted.split(',').length === 3 ? 1 : 0);
  if (guids.some((guid) => !GUID.test(guid))) throw graphErrors.invalidRequest('Provided site id is malformed.');
  const site = own.find((each) => guids[0] === each.guid && [each.webGuid, undefined].includes(guids[1]));
  if (!site) throw graphErrors.siteNotFound();
  return site;
}

function siteAt(world: World, caller: Caller, host: string, path: string): Site {
  const own = world.sites.filter((site) => site.organization === caller.organization);
  if (!own.some((site) => site.host === host.toLowerCase()))
    throw graphErrors.invalidRequest('Invalid hostname for this tenancy');
  const wanted = path.replace(/\/$/, '').toLowerCase();
  const site = own.find(({ story }) => sitePath(story).toLowerCase() === wanted);
  if (!site) throw graphErrors.siteNotFound();
  return site;
}
