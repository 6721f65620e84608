import type { FileContent } from '#sandbox/documents/documentContent.ts';
import type { DocumentPlan } from '#sandbox/documents/documentPlan.ts';
import type { Person } from '#sandbox/person.ts';
import { guidOf, itemIdOf } from './sharePointIds.ts';
import type { Drive, Item, SiteStore } from './siteStore.ts';

export type NewItem = {
  /** The text from which the item's ids are derived. */
  key: string;
  parentId: string;
  name: string;
  by: Person;
  createdAt: Date;
  /** Missing for a folder. */
  source?: DocumentPlan | FileContent;
};

export function addItem(store: SiteStore, drive: Drive, { key, parentId, name, by, createdAt, source }: NewItem): Item {
  const item: Item = {
    id: itemIdOf(key),
    guid: guidOf(key),
    listItemId: drive.items.size,
    name,
    parentId,
    createdBy: by,
    createdAt,
    modifiedBy: by,
    modifiedAt: createdAt,
    version: 1,
    contentVersion: 1,
    people: new Map(),
    isRestricted: false,
    changed: (store.sequence += 1),
    deleted: false,
    locked: false,
    withheld: [],
    ...(source ? { source } : {}),
  };
  drive.items.set(item.id, item);
  getChildIds(drive, parentId).add(item.id);
  return item;
}

/** The items of a folder, sorted by name. */
export function listChildren(drive: Drive, folder: Item): Item[] {
  createLazyChildren(folder);
  const items = [...getChildIds(drive, folder.id)].map((id) => drive.items.get(id)!);
  return items.toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

export function countChildren(drive: Drive, folder: Item): number {
  return getChildIds(drive, folder.id).size + (folder.lazyChildren?.count ?? 0);
}

/** All items of a library including deleted ones, in the order of their creation. */
export function listAllItems(drive: Drive): Item[] {
  // The loop also visits the items that `createLazyChildren` adds to the map.
  for (const item of drive.items.values()) createLazyChildren(item);
  return [...drive.items.values()];
}

/** The path from the root, such as `Policies/Travel`; '' for the root. */
export function getPath(drive: Drive, item: Item): string {
  const parent = getParent(drive, item);
  if (!parent) return '';
  const parentPath = getPath(drive, parent);
  return parentPath ? `${parentPath}/${item.name}` : item.name;
}

export function getParent(drive: Drive, item: Item): Item | undefined {
  return item.parentId === undefined ? undefined : drive.items.get(item.parentId);
}

/** Finds an item by its path from a folder, ignoring case. */
export function findItemByPath(drive: Drive, folder: Item, path: string): Item | undefined {
  const names = path.split('/').filter(Boolean);
  return names.reduce<Item | undefined>((item, name) => item && findChild(drive, item, name), folder);
}

export function findChild(drive: Drive, folder: Item, name: string): Item | undefined {
  const lowerCaseName = name.toLowerCase();
  return listChildren(drive, folder).find((child) => child.name.toLowerCase() === lowerCaseName);
}

export function isWithin(drive: Drive, item: Item, folder: Item): boolean {
  const parent = getParent(drive, item);
  return item === folder || (parent !== undefined && isWithin(drive, parent, folder));
}

/** Records a change of an item, so that delta reports it. */
export function touch(store: SiteStore, item: Item, by: Person, kind: 'content' | 'properties'): void {
  item.version += 1;
  if (kind === 'content') item.contentVersion += 1;
  item.modifiedBy = by;
  item.modifiedAt = new Date();
  item.changed = store.sequence += 1;
}

export function replace(store: SiteStore, item: Item, source: DocumentPlan | FileContent, by: Person): void {
  item.source = source;
  touch(store, item, by, 'content');
}

export function move(store: SiteStore, drive: Drive, item: Item, to: { parent: Item; name: string; by: Person }): void {
  if (item.parentId !== undefined) getChildIds(drive, item.parentId).delete(item.id);
  getChildIds(drive, to.parent.id).add(item.id);
  item.parentId = to.parent.id;
  item.name = to.name;
  touch(store, item, to.by, 'properties');
}

/** Marks an item and everything below it as deleted. Deleted items are kept because delta reports them. */
export function remove(store: SiteStore, drive: Drive, item: Item): void {
  for (const child of listChildren(drive, item)) remove(store, drive, child);
  if (item.parentId !== undefined) getChildIds(drive, item.parentId).delete(item.id);
  item.deleted = true;
  item.changed = store.sequence += 1;
}

function getChildIds(drive: Drive, folderId: string): Set<string> {
  const ids = drive.children.get(folderId) ?? new Set<string>();
  drive.children.set(folderId, ids);
  return ids;
}

function createLazyChildren(folder: Item): void {
  const { lazyChildren } = folder;
  delete folder.lazyChildren;
  lazyChildren?.create();
}
