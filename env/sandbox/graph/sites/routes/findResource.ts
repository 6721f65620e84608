import { graphErrors } from '#sandbox/graph/graphErrors.ts';
import { getCallingPerson, type Caller, type GraphRequest } from '#sandbox/graph/graphRoute.ts';
import { includesRole, getItemRole, getSiteRole } from '#sandbox/graph/sites/store/roles.ts';
import { sitePath } from '#sandbox/graph/sites/store/sharePointIds.ts';
import { findItemByPath } from '#sandbox/graph/sites/store/itemTree.ts';
import type { Drive, Item, Role, Site, SiteStore } from '#sandbox/graph/sites/store/siteStore.ts';

const GUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export type LocatedItem = { drive: Drive; item: Item };

/**
 * Finds a site by `{siteId}`, or by `{hostname}` and `{path}`. Throws Graph's 400 for an invalid id, its 404 if there is
 * no such site, and its 403 if the caller does not have the needed role.
 */
export function getSite(store: SiteStore, request: GraphRequest, caller: Caller, needed: Role = 'read'): Site {
  const { params } = request;
  const site = params['hostname']
    ? findSiteByAddress(store, caller, params['hostname'], params['path'] ?? '')
    : findSiteById(store, caller, params['siteId'] ?? '');
  if (!includesRole(getSiteRole(site, caller), needed)) throw graphErrors.accessDenied();
  return site;
}

/** Finds a drive by its id, or the first drive of a site or group, without checking the caller's access. */
export function getDrive(store: SiteStore, { params }: GraphRequest, caller: Caller): Drive {
  const { driveId, siteId, groupId } = params;
  if (driveId === undefined) return firstDrive(store, caller, siteId, groupId);
  if (!driveId.startsWith('b!')) {
    throw graphErrors.invalidRequest(
      'The provided drive id appears to be malformed, or does not represent a valid drive.',
    );
  }
  const drive = store.drives.get(driveId);
  const isOfOtherSite = siteId !== undefined && drive?.site !== findSiteById(store, caller, siteId);
  if (!drive || isOfOtherSite || drive.site.organization !== caller.organization) throw graphErrors.itemNotFound();
  return drive;
}

/** Finds a drive. Throws Graph's 403 if the caller cannot read its site. */
export function getReadableDrive(store: SiteStore, request: GraphRequest, caller: Caller): Drive {
  const drive = getDrive(store, request, caller);
  if (!includesRole(getSiteRole(drive.site, caller), 'read')) throw graphErrors.accessDenied();
  return drive;
}

/**
 * Finds an item by `{itemId}`, `{path}` or both; without them, the root. Throws Graph's 404 if the caller can read the
 * site but not the item, and its 403 if the caller can read neither or lacks the needed role.
 */
export function getItem(store: SiteStore, request: GraphRequest, caller: Caller, needed: Role = 'read'): LocatedItem {
  const drive = getDrive(store, request, caller);
  const { itemId, path } = request.params;
  const start = itemId === undefined || itemId === 'root' ? drive.root : drive.items.get(itemId);
  const item = start && path !== undefined ? findItemByPath(drive, start, path) : start;
  return { drive, item: requireRole(drive, item, caller, needed) };
}

/** Splits the path of a file that need not exist into the file's name and its folder, which must exist. */
export function getNewItemTarget(
  store: SiteStore,
  request: GraphRequest,
  caller: Caller,
): LocatedItem & { name: string } {
  const names = (request.params['path'] ?? '').split('/').filter(Boolean);
  const name = names.pop();
  if (!name) throw graphErrors.invalidRequest('The name in the provided path cannot be empty.');
  const folderRequest = { ...request, params: { ...request.params, path: names.join('/') } };
  const folder = getItem(store, folderRequest, caller, 'write');
  if (folder.item.source) throw graphErrors.invalidRequest('The parent of a file must be a folder.');
  return { ...folder, name };
}

/** Throws the errors of `getItem` if the item does not exist or the caller does not have the needed role. */
export function requireRole(drive: Drive, item: Item | undefined, caller: Caller, needed: Role): Item {
  const canReadSite = includesRole(getSiteRole(drive.site, caller), 'read');
  const role = item && !item.deleted ? getItemRole(drive, item, caller) : undefined;
  if (!item || !role) throw canReadSite ? graphErrors.itemNotFound() : graphErrors.accessDenied();
  if (!includesRole(role, needed)) throw graphErrors.accessDenied();
  return item;
}

function firstDrive(store: SiteStore, caller: Caller, siteId: string | undefined, groupId: string | undefined): Drive {
  if (siteId === undefined && groupId === undefined) return getOwnDrive(store, caller);
  const site = groupId
    ? store.sites.find((candidate) => candidate.groupId === groupId.toLowerCase())
    : findSiteById(store, caller, siteId ?? '');
  const drive = site?.drives[0];
  if (!drive || drive.site.organization !== caller.organization) throw graphErrors.itemNotFound();
  return drive;
}

function getOwnDrive(store: SiteStore, caller: Caller): Drive {
  const { key } = getCallingPerson(caller);
  const drive = store.sites.find(({ definition }) => definition.personalOf === key)?.drives[0];
  if (!drive) throw graphErrors.noDrive();
  return drive;
}

/** Accepts `host,site,web`, `site,web` or only the site's GUID, in any case. */
function findSiteById(store: SiteStore, caller: Caller, id: string): Site {
  const sites = store.sites.filter((site) => site.organization === caller.organization);
  const host = sites[0]?.host;
  const lowerCaseId = id.toLowerCase();
  if (lowerCaseId === 'root' || lowerCaseId === host) return findSiteByAddress(store, caller, host ?? '', '');
  const parts = lowerCaseId.split(',');
  const guids = parts.slice(parts.length === 3 ? 1 : 0);
  if (guids.some((guid) => !GUID.test(guid))) throw graphErrors.invalidRequest('Provided site id is malformed.');
  const site = sites.find(({ guid, webGuid }) => guids[0] === guid && [webGuid, undefined].includes(guids[1]));
  if (!site) throw graphErrors.siteNotFound();
  return site;
}

function findSiteByAddress(store: SiteStore, caller: Caller, host: string, path: string): Site {
  const sites = store.sites.filter((site) => site.organization === caller.organization);
  if (!sites.some((site) => site.host === host.toLowerCase()))
    throw graphErrors.invalidRequest('Invalid hostname for this tenancy');
  const normalizedPath = path.replace(/\/$/, '').toLowerCase();
  const site = sites.find(({ definition }) => sitePath(definition).toLowerCase() === normalizedPath);
  if (!site) throw graphErrors.siteNotFound();
  return site;
}
