import type { GraphRoute } from '../route.ts';

export const READ_SITES = ['Sites.Read.All', 'Sites.ReadWrite.All', 'Sites.FullControl.All'];
export const READ_FILES = ['Files.Read.All', 'Files.ReadWrite.All', ...READ_SITES];
export const WRITE_FILES = ['Files.ReadWrite.All', 'Sites.ReadWrite.All', 'Sites.FullControl.All'];
/** An application with this one alone may use the sites it was granted, and those only. */
export const SELECTED = 'Sites.Selected';

const sites = ['/sites/{siteId}', '/sites/{hostname}:{path}'];
const drives = [
  '/drives/{driveId}',
  '/sites/{siteId}/drives/{driveId}',
  '/sites/{siteId}/drive',
  '/groups/{groupId}/drive',
];
const items = ['/root', '/root:{path}', '/items/{itemId}', '/items/{itemId}:{path}'];

type Made = Omit<GraphRoute, 'pattern'>;

/** A route at every address by which Graph reaches a site. */
export function onSites(tail: string, route: Made): GraphRoute[] {
  return sites.map((pattern) => ({ ...route, pattern: pattern + tail }));
}

/** A route at every address by which Graph reaches a drive. */
export function onDrives(tail: string, route: Made): GraphRoute[] {
  return drives.map((pattern) => ({ ...route, pattern: pattern + tail }));
}

/** A route at every address by which Graph reaches an item of a drive. */
export function onItems(tail: string, route: Made): GraphRoute[] {
  return items.flatMap((pattern) => onDrives(pattern + tail, route));
}

type Permissions = Pick<GraphRoute, 'scopes'> & { roles: string[] };
type Reading = Permissions & { method: 'GET' };

/** The permissions that let a caller read sites. */
export const readingSites: Reading = { method: 'GET', scopes: READ_SITES, roles: [...READ_SITES, SELECTED] };
/** … read files. */
export const readingFiles: Reading = { method: 'GET', scopes: READ_FILES, roles: [...READ_FILES, SELECTED] };
/** … write files, with one method or another. */
export const writingFiles: Permissions = { scopes: WRITE_FILES, roles: [...WRITE_FILES, SELECTED] };
