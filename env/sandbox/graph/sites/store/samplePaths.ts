import { BadRequest } from '#sandbox/server/requestBody.ts';
import type { LocatedItem } from '#sandbox/graph/sites/routes/findResource.ts';
import { findItemByPath } from './itemTree.ts';
import type { Drive, Item, List, Site, SiteStore } from './siteStore.ts';

/** Finds sites, libraries and files by their sample paths. Every find function throws BadRequest if there is none. */

export function findSampleSite(store: SiteStore, key: string): Site {
  const site = store.sites.find(({ definition }) => definition.key === key);
  if (!site) throw new BadRequest(`The sandbox has no site "${key}".`);
  return site;
}

/** Finds a library by its path, such as `finance/Documents`. */
export function findSampleLibrary(store: SiteStore, path: string): Drive {
  const [key = '', name] = path.split('/');
  const drive = findSampleSite(store, key).drives.find((candidate) => candidate.name === name);
  if (!drive) throw new BadRequest(`The sandbox has no library "${path}".`);
  return drive;
}

/** Finds a list by its path, such as `finance/Suppliers`. */
export function findSampleList(store: SiteStore, path: string): List {
  const [key = '', name] = path.split('/');
  const list = findSampleSite(store, key).lists.find(({ definition }) => definition.name === name);
  if (!list) throw new BadRequest(`The sandbox has no list "${path}".`);
  return list;
}

/** Finds a file or folder by its path, such as `finance/Documents/Policies/Expenses Policy.docx`. */
export function findSampleFile(store: SiteStore, path: string): LocatedItem {
  const drive = findSampleLibrary(store, path);
  const item = findItemByPath(drive, drive.root, path.split('/').slice(2).join('/'));
  if (!item) throw new BadRequest(`The sandbox has no file "${path}".`);
  return { drive, item };
}

/** Splits the path of a file that need not exist into the file's name and its folder, which must exist. */
export function findSampleTarget(store: SiteStore, path: string): { drive: Drive; folder: Item; name: string } {
  const slash = path.lastIndexOf('/');
  const { drive, item: folder } = findSampleFile(store, path.slice(0, slash));
  return { drive, folder, name: path.slice(slash + 1) };
}

export function toFileIds({ drive, item }: LocatedItem) {
  const { id: itemId, version, contentVersion, changed } = item;
  return { siteId: drive.site.id, driveId: drive.id, itemId, version, contentVersion, changed };
}
