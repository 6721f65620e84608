import { BadRequest } from '../../server/requestBody.ts';
import type { Found } from './finding.ts';
import { itemAt } from './tree.ts';
import type { Drive, Item, Site, World } from './world.ts';

/** Finding things by the names the story gives them. Each throws BadRequest naming what is not there. */

export function siteNamed(world: World, key: string): Site {
  const site = world.sites.find(({ story }) => story.key === key);
  if (!site) throw new BadRequest(`The sandbox has no site "${key}".`);
  return site;
}

/** `finance/Documents`. */
export function libraryNamed(world: World, path: string): Drive {
  const [key = '', name] = path.split('/');
  const drive = siteNamed(world, key).drives.find((each) => each.name === name);
  if (!drive) throw new BadRequest(`The sandbox has no library "${path}".`);
  return drive;
}

/** `finance/Documents/Policies/Expenses Policy.docx`, or a folder. */
export function fileNamed(world: World, path: string): Found {
  const drive = libraryNamed(world, path);
  const item = itemAt(drive, drive.root, path.split('/').slice(2).join('/'));
  if (!item) throw new BadRequest(`The sandbox has no file "${path}".`);
  return { drive, item };
}

/** The folder of a path whose last name may not be there yet. */
export function placeNamed(world: World, path: string): { drive: Drive; folder: Item; name: string } {
  const at = path.lastIndexOf('/');
  const { drive, item: folder } = fileNamed(world, path.slice(0, at));
  return { drive, folder, name: path.slice(at + 1) };
}

export function fileIdsIn({ drive, item }: Found) {
  const { id: itemId, version, contentVersion, changed } = item;
  return { siteId: drive.site.id, driveId: drive.id, itemId, version, contentVersion, changed };
}
