import type { GraphRoute } from '#sandbox/graph/graphRoute.ts';

const READ_SITES = ['Sites.Read.All', 'Sites.ReadWrite.All', 'Sites.FullControl.All'];
export const READ_FILES = ['Files.Read.All', 'Files.ReadWrite.All', ...READ_SITES];
const WRITE_FILES = ['Files.ReadWrite.All', 'Sites.ReadWrite.All', 'Sites.FullControl.All'];
/** With only this permission, an application can use only the sites that it was granted. */
const SELECTED = 'Sites.Selected';

const sites = ['/sites/{siteId}', '/sites/{hostname}:{path}'];
const drives = [
  '/drives/{driveId}',
  '/sites/{siteId}/drives/{driveId}',
  '/sites/{siteId}/drive',
  '/groups/{groupId}/drive',
  '/me/drive',
];
const items = ['/root', '/root:{path}', '/items/{itemId}', '/items/{itemId}:{path}'];

type RouteWithoutPattern = Omit<GraphRoute, 'pattern'>;

/** Creates a route for every address of a site. */
export function onSites(suffix: string, route: RouteWithoutPattern): GraphRoute[] {
  return sites.map((pattern) => ({ ...route, pattern: pattern + suffix }));
}

/** Creates a route for every address of a drive. */
export function onDrives(suffix: string, route: RouteWithoutPattern): GraphRoute[] {
  return drives.map((pattern) => ({ ...route, pattern: pattern + suffix }));
}

/** Creates a route for every address of an item. */
export function onItems(suffix: string, route: RouteWithoutPattern): GraphRoute[] {
  return items.flatMap((pattern) => onDrives(pattern + suffix, route));
}

type Permissions = Pick<GraphRoute, 'scopes'> & { roles: string[] };
type Reading = Permissions & { method: 'GET' };

export const readingSites: Reading = { method: 'GET', scopes: READ_SITES, roles: [...READ_SITES, SELECTED] };
export const readingFiles: Reading = { method: 'GET', scopes: READ_FILES, roles: [...READ_FILES, SELECTED] };
export const writingFiles: Permissions = { scopes: WRITE_FILES, roles: [...WRITE_FILES, SELECTED] };
