import { randomUUID } from 'node:crypto';
import type { FileContent } from '../../documents/documentContent.ts';
import type { Person } from '../../people.ts';
import { graphErrors } from '../errors.ts';
import { addItem, replace } from './tree.ts';
import type { Drive, Item, World } from './world.ts';

/** Where to write: over an existing file, or under a name in a folder. */
export type WriteTarget = { drive: Drive; folder: Item; name: string; over: Item | undefined; by: Person };

/** Writes the uploaded bytes. Throws Graph's 423 when the file has been locked. */
export function writeFile(world: World, { drive, folder, name, over, by }: WriteTarget, source: FileContent): Item {
  if (over?.locked) throw graphErrors.resourceLocked();
  if (!over) return addItem(world, drive, { key: randomUUID(), parentId: folder.id, name, by, at: new Date(), source });
  replace(world, over, source, by);
  return over;
}
