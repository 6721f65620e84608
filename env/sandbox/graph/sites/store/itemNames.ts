import { randomUUID } from 'node:crypto';
import type { Person } from '#sandbox/person.ts';
import { graphErrors } from '#sandbox/graph/graphErrors.ts';
import type { GraphRequest } from '#sandbox/graph/graphRoute.ts';
import { addItem, findChild } from './itemTree.ts';
import type { Drive, Item, SiteStore } from './siteStore.ts';

/** Characters that SharePoint does not allow in names. */
const FORBIDDEN = /["*:<>?/\\|]|^[ .]|[ .]$|^~\$|_vti_|^(?:con|prn|aux|nul|com\d|lpt\d|desktop\.ini|\.lock)(?:\.|$)/i;
const MAX_NAME_LENGTH = 400;

export type Conflict = 'fail' | 'rename' | 'replace';

/**
 * Returns the name if it is free in the folder; with `rename`, the next free one, such as `Report 1.docx`. Throws Graph's
 * 409 if the name is taken and its 400 if it is not valid.
 */
export function findFreeName(drive: Drive, folder: Item, name: string, conflict: Conflict): string {
  if (FORBIDDEN.test(name) || name.length > MAX_NAME_LENGTH) {
    throw graphErrors.invalidRequest('The provided name cannot contain certain characters or is too long.');
  }
  if (!findChild(drive, folder, name)) return name;
  if (conflict !== 'rename') throw graphErrors.nameAlreadyExists();
  const [, stem = name, extension = ''] = /^(.+?)(\.\w+)?$/.exec(name) ?? [];
  for (let number = 1; ; number += 1) {
    const numberedName = `${stem} ${number}${extension}`;
    if (!findChild(drive, folder, numberedName)) return numberedName;
  }
}

export function addFolder(store: SiteStore, drive: Drive, parent: Item, name: string, by: Person): Item {
  return addItem(store, drive, { key: randomUUID(), parentId: parent.id, name, by, createdAt: new Date() });
}

/** Throws Graph's 412 if the caller expects another version. */
export function checkEtag({ guid, version }: Item, { headers }: GraphRequest): void {
  const expected = headers['if-match'];
  if (expected && expected !== '*' && expected !== `"{${guid.toUpperCase()}},${version}"`)
    throw graphErrors.preconditionFailed();
}
