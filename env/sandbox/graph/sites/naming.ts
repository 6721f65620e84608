import { randomUUID } from 'node:crypto';
import type { Person } from '../../people.ts';
import { graphErrors } from '../errors.ts';
import type { GraphRequest } from '../route.ts';
import { addItem, childNamed } from './tree.ts';
import type { Drive, Item, World } from './world.ts';

/** SharePoint's own list of what a name may not hold. */
const FORBIDDEN = /["*:<>?/\\|]|^[ .]|[ .]$|^~\$/;
const LONGEST_NAME = 400;

export type Conflict = 'fail' | 'rename' | 'replace';

/**
 * A name that nothing in the folder has: `Report 1.docx` where `rename` is asked. Throws Graph's 409 where it is
 * taken, its 400 where SharePoint takes no such name.
 */
export function freeName(drive: Drive, folder: Item, name: string, conflict: Conflict): string {
  if (FORBIDDEN.test(name) || name.length > LONGEST_NAME) {
    throw graphErrors.invalidRequest('The provided name cannot contain certain characters or is too long.');
  }
  if (!childNamed(drive, folder, name)) return name;
  if (conflict !== 'rename') throw graphErrors.nameAlreadyExists();
  const [, stem = name, ending = ''] = /^(.+?)(\.\w+)?$/.exec(name) ?? [];
  for (let number = 1; ; number += 1) {
    const other = `${stem} ${number}${ending}`;
    if (!childNamed(drive, folder, other)) return other;
  }
}

export function addFolder(world: World, drive: Drive, parent: Item, name: string, by: Person): Item {
  return addItem(world, drive, { key: randomUUID(), parentId: parent.id, name, by, at: new Date() });
}

/** Throws Graph's 412 when the caller has an older version in mind. */
export function checkEtag({ guid, version }: Item, { headers }: GraphRequest): void {
  const wanted = headers['if-match'];
  if (wanted && wanted !== '*' && wanted !== `"{${guid.toUpperCase()}},${version}"`)
    throw graphErrors.preconditionFailed();
}
