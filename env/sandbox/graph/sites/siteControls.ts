import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { getRequestedPerson } from '#sandbox/server/getRequestedPerson.ts';
import { BadRequest } from '#sandbox/server/requestBody.ts';
import { planFromSentences, type DocumentPlan } from '#sandbox/documents/documentPlan.ts';
import { API_CLIENT_ID } from '#sandbox/identity/registrations.ts';
import { control, type ControlTable } from '#sandbox/graph/controlTable.ts';
import { grantApplication } from './store/buildSites.ts';
import {
  toFileIds,
  findSampleFile,
  findSampleLibrary,
  findSampleList,
  findSampleTarget,
  findSampleSite,
} from './store/samplePaths.ts';
import { addFolder } from './store/itemNames.ts';
import { addItem, findItemByPath, move, remove, replace, touch } from './store/itemTree.ts';
import type { Item, SiteStore, Drive } from './store/siteStore.ts';

/** Path of a library (`finance/Documents`) or of a file in it (`finance/Documents/Audit/Audit Letter 2025.pdf`). */
const Path = z.string().min(1);
const by = z.string().default('ada');
const AccessChange = z.strictObject({
  person: z.string(),
  /** Short name of the site whose access changes; omitted if `file` is given. */
  site: z.string().optional(),
  /** The file or folder whose access changes. */
  file: Path.optional(),
  role: z.enum(['none', 'read', 'write', 'owner', 'inherited']),
});
const FileContent = {
  sentences: z.array(z.string()).default([]),
  as: z.enum(['same', 'broken', 'scan', 'locked']).default('same'),
  by,
};
const ReplaceFile = z.strictObject({ file: Path, ...FileContent });
const AddFile = z.strictObject({ file: Path, ...FileContent });
const MoveFile = z.strictObject({ file: Path, to: Path, by });
const RenameFile = z.strictObject({ file: Path, name: z.string().min(1), by });
const FileRequest = z.strictObject({ file: Path });
const LockFile = z.strictObject({ file: Path, locked: z.boolean() });
const OmitProperties = z.strictObject({ file: Path, properties: z.array(z.string()) });
const FillLibrary = z.strictObject({
  library: Path,
  count: z.number().int().positive().max(1_000_000),
  perFolder: z.number().int().positive().max(5_000).default(1_000),
});
const FullLibrary = z.strictObject({ library: Path, full: z.boolean() });
const LibraryRequest = z.strictObject({ library: Path });
const ChangeRow = z.strictObject({
  /** Path of a list: `finance/Suppliers`. */
  list: Path,
  row: z.number().int().positive(),
  /** Null deletes the item. */
  fields: z.record(z.string(), z.union([z.string(), z.number()])).nullable(),
});
const SiteRequest = z.strictObject({ site: z.string() });
const GrantRole = z.strictObject({
  site: z.string(),
  role: z.enum(['none', 'read', 'write', 'owner']),
  application: z.string().default(API_CLIENT_ID),
});

/** Controls for tests: they change access and files, and create large libraries. */
export function siteControls(store: SiteStore): ControlTable {
  const findFile = (path: string) => findSampleFile(store, path);
  return {
    'GET /_sandbox/sites': () => Promise.resolve({ sites: store.sites.map(describeSite) }),
    'POST /_sandbox/access': control(AccessChange, ({ person, site = '', file, role }) => {
      const { oid } = getRequestedPerson(person);
      const people = file ? findFile(file).item.people : findSampleSite(store, site).people;
      if (role === 'inherited') people.delete(oid);
      else people.set(oid, role);
      if (!file && role !== 'owner') findSampleSite(store, site).ownersGroup.delete(oid);
      return { role };
    }),
    'POST /_sandbox/applications': control(GrantRole, ({ site, role, application }) => {
      const { applications } = findSampleSite(store, site);
      for (const [id, { clientId }] of applications) if (clientId === application) applications.delete(id);
      if (role !== 'none')
        grantApplication(findSampleSite(store, site), { clientId: application, displayName: 'AVA', role });
      return { role };
    }),
    'POST /_sandbox/files/find': control(FileRequest, ({ file }) => toFileIds(findFile(file))),
    'POST /_sandbox/files/add': control(AddFile, ({ file, by: author, ...content }) => {
      const { drive, folder, name } = findSampleTarget(store, file);
      if (findItemByPath(drive, folder, name)) throw new BadRequest(`${file} already exists.`);
      const item = addItem(store, drive, {
        key: randomUUID(),
        parentId: folder.id,
        name,
        by: getRequestedPerson(author),
        createdAt: new Date(),
        source: planFromSentences(name, content),
      });
      return toFileIds({ drive, item });
    }),
    'POST /_sandbox/files/replace': control(ReplaceFile, ({ file, by: author, ...content }) => {
      const { drive, item } = findFile(file);
      replace(store, item, planFromSentences(item.name, content), getRequestedPerson(author));
      return toFileIds({ drive, item });
    }),
    'POST /_sandbox/files/rename': control(RenameFile, ({ file, name, by: author }) => {
      const { drive, item } = findFile(file);
      move(store, drive, item, { parent: drive.items.get(item.parentId!)!, name, by: getRequestedPerson(author) });
      return toFileIds({ drive, item });
    }),
    'POST /_sandbox/files/move': control(MoveFile, ({ file, to, by: author }) => {
      const { drive, item } = findFile(file);
      const target = findFile(to);
      if (target.drive !== drive) throw new BadRequest('Files can be moved only within a library.');
      move(store, drive, item, { parent: target.item, name: item.name, by: getRequestedPerson(author) });
      return toFileIds({ drive, item });
    }),
    'POST /_sandbox/files/delete': control(FileRequest, ({ file }) => {
      const { drive, item } = findFile(file);
      remove(store, drive, item);
      return toFileIds({ drive, item });
    }),
    'POST /_sandbox/files/touch': control(FileRequest, ({ file }) => {
      const { drive, item } = findFile(file);
      touch(store, item, item.modifiedBy, 'properties');
      return toFileIds({ drive, item });
    }),
    'POST /_sandbox/files/lock': control(LockFile, ({ file, locked }) => updateItem(findFile(file).item, { locked })),
    'POST /_sandbox/files/withhold': control(OmitProperties, ({ file, properties }) =>
      updateItem(findFile(file).item, { withheld: properties }),
    ),
    'POST /_sandbox/libraries/fill': control(FillLibrary, ({ library, count, perFolder }) => {
      const drive = findSampleLibrary(store, library);
      const folder = addFolder(store, drive, drive.root, `Scans of ${count}`, drive.root.createdBy);
      fillLibrary(store, drive, folder, { count, perFolder });
      return { driveId: drive.id, folderId: folder.id, count };
    }),
    'POST /_sandbox/libraries/full': control(FullLibrary, ({ library, full }) => {
      findSampleLibrary(store, library).full = full;
      return { full };
    }),
    'POST /_sandbox/libraries/remove': control(LibraryRequest, ({ library }) => {
      const drive = findSampleLibrary(store, library);
      store.drives.delete(drive.id);
      drive.site.drives = drive.site.drives.filter((other) => other !== drive);
      return { removed: drive.id };
    }),
    'POST /_sandbox/sites/remove': control(SiteRequest, ({ site: key }) => {
      const site = findSampleSite(store, key);
      for (const drive of site.drives) store.drives.delete(drive.id);
      store.sites = store.sites.filter((other) => other !== site);
      return { removed: site.id };
    }),
    'POST /_sandbox/lists/change': control(ChangeRow, ({ list, row: number, fields }) => {
      const row = findSampleList(store, list).rows.find((candidate) => candidate.number === number);
      if (!row) throw new BadRequest(`The list has no item ${number}.`);
      store.sequence += 1;
      Object.assign(row, { changed: store.sequence, modifiedAt: new Date(), version: row.version + 1 });
      Object.assign(row, fields ? { fields: { ...row.fields, ...fields } } : { deleted: true });
      return { changed: row.changed };
    }),
    'POST /_sandbox/delta/expire': control(LibraryRequest, ({ library }) => {
      const drive = findSampleLibrary(store, library);
      drive.oldestChange = store.sequence += 1;
      return { expired: drive.id };
    }),
  };
}

function updateItem(item: Item, change: Partial<Item>) {
  Object.assign(item, change);
  return change;
}

function describeSite({ definition, id, guid, groupId, ownersGroupId, webUrl, drives }: SiteStore['sites'][number]) {
  const libraries = drives.map(({ name, id: driveId, listId }) => ({ name, driveId, listId }));
  return { key: definition.key, name: definition.name, id, guid, groupId, ownersGroupId, webUrl, libraries };
}

/** Adds `count` small text files in subfolders of a folder. The files of a subfolder are created when it is first read. */
function fillLibrary(
  store: SiteStore,
  drive: Drive,
  folder: Item,
  { count, perFolder }: { count: number; perFolder: number },
): void {
  const { createdBy: by, createdAt } = drive.root;
  for (let first = 1; first <= count; first += perFolder) {
    const name = `Box ${String(Math.ceil(first / perFolder)).padStart(4, '0')}`;
    const subfolder = addItem(store, drive, { key: `${folder.id}/${name}`, parentId: folder.id, name, by, createdAt });
    const last = Math.min(count, first + perFolder - 1);
    const create = () => {
      for (let number = first; number <= last; number += 1) {
        const scan = `Scan ${String(number).padStart(6, '0')}.txt`;
        const source: DocumentPlan = { format: 'txt', paragraphs: [`Scan number ${number} of ${count}.`] };
        addItem(store, drive, {
          key: `${subfolder.id}/${scan}`,
          parentId: subfolder.id,
          name: scan,
          by,
          createdAt,
          source,
        });
      }
    };
    subfolder.lazyChildren = { count: last - first + 1, create };
  }
}
