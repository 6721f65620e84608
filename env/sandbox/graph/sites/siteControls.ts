import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { findPerson, type Person } from '../../people.ts';
import { BadRequest } from '../../server/requestBody.ts';
import { planFromSentences } from '../../documents/documentPlan.ts';
import { API_CLIENT_ID } from '../../identity/registrations.ts';
import { control, type ControlTable } from '../controlTable.ts';
import { grantApplication } from './build.ts';
import { fileIdsIn, fileNamed, libraryNamed, placeNamed, siteNamed } from './storyPaths.ts';
import { addFolder } from './naming.ts';
import { addItem, itemAt, move, remove, replace, touch } from './tree.ts';
import { fill } from './fill.ts';
import type { Item, World } from './world.ts';

/** A file as the story names it: `finance/Documents/Policies/Expenses Policy.docx`; a library: `finance/Documents`. */
const Path = z.string().min(1);
const by = z.string().default('ada');
const Access = z.strictObject({
  person: z.string(),
  /** The site's short name … */
  site: z.string().optional(),
  /** … or a file or folder in it. */
  file: Path.optional(),
  role: z.enum(['none', 'read', 'write', 'owner', 'inherited']),
});
const Words = {
  sentences: z.array(z.string()).default([]),
  as: z.enum(['same', 'broken', 'scan', 'locked']).default('same'),
  by,
};
const Replaced = z.strictObject({ file: Path, ...Words });
const Added = z.strictObject({ file: Path, ...Words });
const Moved = z.strictObject({ file: Path, to: Path, by });
const Renamed = z.strictObject({ file: Path, name: z.string().min(1), by });
const Named = z.strictObject({ file: Path });
const Locked = z.strictObject({ file: Path, locked: z.boolean() });
const Withheld = z.strictObject({ file: Path, properties: z.array(z.string()) });
const Filled = z.strictObject({
  library: Path,
  count: z.number().int().positive().max(1_000_000),
  perFolder: z.number().int().positive().max(5_000).default(1_000),
});
const Library = z.strictObject({ library: Path });
const SiteGone = z.strictObject({ site: z.string() });
const Granted = z.strictObject({
  site: z.string(),
  role: z.enum(['none', 'read', 'write', 'owner']),
  application: z.string().default(API_CLIENT_ID),
});

/** What tests may do to the sites: give and take access, change files behind AVA's back, make a library huge. */
export function siteControls(world: World): ControlTable {
  const file = (path: string) => fileNamed(world, path);
  return {
    'GET /_sandbox/sites': () => Promise.resolve({ sites: world.sites.map(overviewOf) }),
    'POST /_sandbox/access': control(Access, (asked) => {
      const { oid } = getPerson(asked.person);
      const people = asked.file ? file(asked.file).item.people : siteNamed(world, asked.site ?? '').people;
      if (asked.role === 'inherited') people.delete(oid);
      else people.set(oid, asked.role);
      if (!asked.file && asked.role !== 'owner') siteNamed(world, asked.site ?? '').ownersGroup.delete(oid);
      return { role: asked.role };
    }),
    'POST /_sandbox/applications': control(Granted, ({ site, role, application }) => {
      const { applications } = siteNamed(world, site);
      for (const [id, { clientId }] of applications) if (clientId === application) applications.delete(id);
      if (role !== 'none')
        grantApplication(siteNamed(world, site), { clientId: application, displayName: 'AVA', role });
      return { role };
    }),
    'POST /_sandbox/files/find': control(Named, (asked) => fileIdsIn(file(asked.file))),
    'POST /_sandbox/files/add': control(Added, (asked) => {
      const { drive, folder, name } = placeNamed(world, asked.file);
      const source = planFromSentences(name, asked);
      const at = new Date();
      const key = itemAt(drive, folder, name) ? undefined : randomUUID();
      if (!key) throw new BadRequest(`${asked.file} is there already.`);
      const item = addItem(world, drive, { key, parentId: folder.id, name, by: getPerson(asked.by), at, source });
      return fileIdsIn({ drive, item });
    }),
    'POST /_sandbox/files/replace': control(Replaced, (asked) => {
      const { drive, item } = file(asked.file);
      replace(world, item, planFromSentences(item.name, asked), getPerson(asked.by));
      return fileIdsIn({ drive, item });
    }),
    'POST /_sandbox/files/rename': control(Renamed, ({ file: path, name, by: who }) => {
      const { drive, item } = file(path);
      move(world, drive, item, { parent: drive.items.get(item.parentId!)!, name, by: getPerson(who) });
      return fileIdsIn({ drive, item });
    }),
    'POST /_sandbox/files/move': control(Moved, ({ file: path, to, by: who }) => {
      const { drive, item } = file(path);
      const { item: parent, drive: other } = file(to);
      if (other !== drive) throw new BadRequest('Within one library only.');
      move(world, drive, item, { parent, name: item.name, by: getPerson(who) });
      return fileIdsIn({ drive, item });
    }),
    'POST /_sandbox/files/delete': control(Named, (asked) => {
      const { drive, item } = file(asked.file);
      remove(world, drive, item);
      return fileIdsIn({ drive, item });
    }),
    'POST /_sandbox/files/touch': control(Named, (asked) => {
      const { drive, item } = file(asked.file);
      touch(world, item, item.modifiedBy, 'properties');
      return fileIdsIn({ drive, item });
    }),
    'POST /_sandbox/files/lock': control(Locked, ({ file: path, locked }) => set(file(path).item, { locked })),
    'POST /_sandbox/files/withhold': control(Withheld, (asked) =>
      set(file(asked.file).item, { withheld: asked.properties }),
    ),
    'POST /_sandbox/libraries/fill': control(Filled, ({ library, count, perFolder }) => {
      const drive = libraryNamed(world, library);
      const folder = addFolder(world, drive, drive.root, `Scans of ${count}`, drive.root.createdBy);
      fill(world, drive, folder, { count, perFolder });
      return { driveId: drive.id, folderId: folder.id, count };
    }),
    'POST /_sandbox/libraries/remove': control(Library, ({ library }) => {
      const drive = libraryNamed(world, library);
      world.drives.delete(drive.id);
      drive.site.drives = drive.site.drives.filter((each) => each !== drive);
      return { removed: drive.id };
    }),
    'POST /_sandbox/sites/remove': control(SiteGone, ({ site: key }) => {
      const site = siteNamed(world, key);
      for (const drive of site.drives) world.drives.delete(drive.id);
      world.sites = world.sites.filter((each) => each !== site);
      return { removed: site.id };
    }),
    'POST /_sandbox/delta/expire': control(Library, ({ library }) => {
      const drive = libraryNamed(world, library);
      drive.oldestChange = world.sequence += 1;
      return { expired: drive.id };
    }),
  };
}

function set(item: Item, change: Partial<Item>) {
  Object.assign(item, change);
  return change;
}

function overviewOf({ story, id, guid, groupId, ownersGroupId, webUrl, drives }: World['sites'][number]) {
  const libraries = drives.map(({ name, id: driveId, listId }) => ({ name, driveId, listId }));
  return { key: story.key, name: story.name, id, guid, groupId, ownersGroupId, webUrl, libraries };
}

function getPerson(name: string): Person {
  const person = findPerson(name);
  if (!person) throw new BadRequest(`Nobody in the sandbox is called "${name}".`);
  return person;
}
