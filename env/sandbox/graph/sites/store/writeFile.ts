import { randomUUID } from 'node:crypto';
import type { FileContent } from '#sandbox/documents/documentContent.ts';
import type { Person } from '#sandbox/person.ts';
import { graphErrors } from '#sandbox/graph/graphErrors.ts';
import { addItem, replace } from './itemTree.ts';
import type { Drive, Item, SiteStore } from './siteStore.ts';

/** Where to write: to an existing file, or to a new one in a folder. */
export type WriteTarget = { drive: Drive; folder: Item; name: string; existing: Item | undefined; by: Person };

/** Writes the uploaded bytes. Throws Graph's 423 if the file is locked. */
export function writeFile(
  store: SiteStore,
  { drive, folder, name, existing, by }: WriteTarget,
  source: FileContent,
): Item {
  if (existing?.locked) throw graphErrors.resourceLocked();
  if (!existing)
    return addItem(store, drive, { key: randomUUID(), parentId: folder.id, name, by, createdAt: new Date(), source });
  replace(store, existing, source, by);
  return existing;
}
