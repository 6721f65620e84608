import type { FileContent } from '../../documents/documentContent.ts';
import type { DocumentPlan } from '../../documents/documentPlan.ts';
import type { Person } from '../../people.ts';
import { guidOf, itemIdOf } from './ids.ts';
import type { Drive, Item, World } from './world.ts';

export type NewItem = {
  /** What its ids are made from. */
  key: string;
  parentId: string;
  name: string;
  by: Person;
  at: Date;
  /** Missing for a folder. */
  source?: DocumentPlan | FileContent;
};

export function addItem(world: World, drive: Drive, { key, parentId, name, by, at, source }: NewItem): Item {
  const item: Item = {
    id: itemIdOf(key),
    guid: guidOf(key),
    listItemId: drive.items.size,
    name,
    parentId,
    createdBy: by,
    createdAt: at,
    modifiedBy: by,
    modifiedAt: at,
    version: 1,
    contentVersion: 1,
    people: new Map(),
    closed: false,
    changed: (world.sequence += 1),
    deleted: false,
    locked: false,
    withheld: [],
    ...(source ? { source } : {}),
  };
  drive.items.set(item.id, item);
  siblings(drive, parentId).add(item.id);
  return item;
}

/** What is in a folder, by name. */
export function childrenOf(drive: Drive, folder: Item): Item[] {
  unfold(folder);
  const items = [...siblings(drive, folder.id)].map((id) => drive.items.get(id)!);
  return items.toSorted((one, other) => (one.name < other.name ? -1 : 1));
}

export function childCount(drive: Drive, folder: Item): number {
  return siblings(drive, folder.id).size + (folder.folded?.count ?? 0);
}

/** All of a library, deleted items included, in the order in which they came. */
export function everything(drive: Drive): Item[] {
  // Unfolding adds to the map, and a loop over a map goes on to what was added.
  for (const item of drive.items.values()) unfold(item);
  return [...drive.items.values()];
}

/** `Policies/Travel`, from the root; '' for the root itself. */
export function pathOf(drive: Drive, item: Item): string {
  const parent = parentOf(drive, item);
  if (!parent) return '';
  const above = pathOf(drive, parent);
  return above ? `${above}/${item.name}` : item.name;
}

export function parentOf(drive: Drive, item: Item): Item | undefined {
  return item.parentId === undefined ? undefined : drive.items.get(item.parentId);
}

/** Goes down from a folder by names, whose case does not matter; undefined where there is nothing. */
export function itemAt(drive: Drive, from: Item, path: string): Item | undefined {
  const names = path.split('/').filter(Boolean);
  return names.reduce<Item | undefined>((at, name) => at && childNamed(drive, at, name), from);
}

export function childNamed(drive: Drive, folder: Item, name: string): Item | undefined {
  const wanted = name.toLowerCase();
  return childrenOf(drive, folder).find((child) => child.name.toLowerCase() === wanted);
}

export function isWithin(drive: Drive, item: Item, folder: Item): boolean {
  const parent = parentOf(drive, item);
  return item === folder || (parent !== undefined && isWithin(drive, parent, folder));
}

/** Writes down who changed an item now, and that delta is to tell it. */
export function touch(world: World, item: Item, by: Person, what: 'content' | 'properties'): void {
  item.version += 1;
  if (what === 'content') item.contentVersion += 1;
  item.modifiedBy = by;
  item.modifiedAt = new Date();
  item.changed = world.sequence += 1;
}

export function replace(world: World, item: Item, source: DocumentPlan | FileContent, by: Person): void {
  item.source = source;
  touch(world, item, by, 'content');
}

export function move(world: World, drive: Drive, item: Item, to: { parent: Item; name: string; by: Person }): void {
  if (item.parentId !== undefined) siblings(drive, item.parentId).delete(item.id);
  siblings(drive, to.parent.id).add(item.id);
  item.parentId = to.parent.id;
  item.name = to.name;
  touch(world, item, to.by, 'properties');
}

/** Deletes an item with all that is in it. What is deleted stays known, for delta to tell. */
export function remove(world: World, drive: Drive, item: Item): void {
  for (const child of childrenOf(drive, item)) remove(world, drive, child);
  if (item.parentId !== undefined) siblings(drive, item.parentId).delete(item.id);
  item.deleted = true;
  item.changed = world.sequence += 1;
}

function siblings(drive: Drive, folderId: string): Set<string> {
  const known = drive.children.get(folderId) ?? new Set<string>();
  drive.children.set(folderId, known);
  return known;
}

function unfold(folder: Item): void {
  const { folded } = folder;
  delete folder.folded;
  folded?.unfold();
}
