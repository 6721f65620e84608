import { getPerson } from '#sandbox/people.ts';
import { sampleSites, type OrganizationSites } from '#sandbox/sites/sampleSites.ts';
import type { SampleFile, SampleFolder, SampleLibrary, SampleList, SampleSite } from '#sandbox/sites/siteDefinition.ts';
import { API_CLIENT_ID } from '#sandbox/identity/registrations.ts';
import {
  compositeId,
  driveIdOf,
  groupGuid,
  guidOf,
  itemIdOf,
  listGuid,
  ownersGroupGuid,
  sitePath,
} from './sharePointIds.ts';
import { siteGuid, webGuid } from './sharePointIds.ts';
import { addItem } from './itemTree.ts';
import type { Drive, Item, ExplicitRole, List, Role, Site, SiteStore } from './siteStore.ts';

/** Builds the sites of sampleSites.ts. */
export function buildSites(): SiteStore {
  const store: SiteStore = { sites: [], drives: new Map(), sequence: 0 };
  store.sites = sampleSites.flatMap((organizationSites) =>
    organizationSites.sites.map((definition) => buildSite(store, organizationSites, definition)),
  );
  return store;
}

function buildSite(store: SiteStore, { organization, host }: OrganizationSites, definition: SampleSite): Site {
  const { key } = definition;
  const site: Site = {
    definition,
    organization,
    host,
    id: compositeId(host, key),
    guid: siteGuid(key),
    webGuid: webGuid(key),
    groupId: groupGuid(key),
    ownersGroupId: ownersGroupGuid(key),
    webUrl: `https://${host}${sitePath(definition)}`,
    people: createRoles(definition),
    everyone: definition.visitors === 'everyone' ? 'read' : undefined,
    ownersGroup: new Set((definition.ownersGroup ?? definition.owners).map(getObjectId)),
    applications: new Map(),
    drives: [],
    lists: (definition.lists ?? []).map((list) => buildList(definition, list)),
  };
  if (definition.avaRole)
    grantApplication(site, { clientId: API_CLIENT_ID, displayName: 'AVA', role: definition.avaRole });
  site.drives = definition.libraries.map((library) => buildDrive(store, site, library));
  return site;
}

function buildList({ key, created }: SampleSite, definition: SampleList): List {
  const modifiedAt = new Date(`${created}T08:00:00Z`);
  const rows = definition.rows.map((fields, index) => ({
    number: index + 1,
    fields,
    version: 1,
    modifiedAt,
    changed: 0,
    deleted: false,
  }));
  return { id: listGuid(key, definition.name), definition, rows };
}

/** Grants an application a role on one site (Sites.Selected). Returns the permission's id. */
export function grantApplication(site: Site, grant: { clientId: string; displayName: string; role: Role }): string {
  const id = Buffer.from(`i:0i.t|ms.sp.ext|${grant.clientId}@${site.organization.tenantId}`).toString('base64');
  site.applications.set(id, grant);
  return id;
}

function createRoles({ owners, members = [], visitors }: SampleSite): Map<string, ExplicitRole> {
  const readers = visitors === 'everyone' ? [] : visitors;
  const withRole = (people: string[], role: Role) => people.map((key): [string, Role] => [getObjectId(key), role]);
  return new Map([...withRole(readers, 'read'), ...withRole(members, 'write'), ...withRole(owners, 'owner')]);
}

function buildDrive(store: SiteStore, site: Site, library: SampleLibrary): Drive {
  const path = `${site.definition.key}/${library.name}`;
  const created = new Date(`${site.definition.created}T08:00:00Z`);
  const owner = getPerson(site.definition.owners[0]!);
  const root: Item = {
    id: itemIdOf(path),
    guid: guidOf(path),
    listItemId: 0,
    name: 'root',
    createdBy: owner,
    createdAt: created,
    modifiedBy: owner,
    modifiedAt: created,
    version: 0,
    contentVersion: 0,
    people: new Map(),
    isRestricted: false,
    changed: (store.sequence += 1),
    deleted: false,
    locked: false,
    withheld: [],
  };
  const drive: Drive = {
    id: driveIdOf(site.definition.key, library.name),
    site,
    listId: listGuid(site.definition.key, library.name),
    name: library.name,
    webUrl: `${site.webUrl}/${encodeURIComponent(library.folder ?? library.name)}`,
    root,
    items: new Map([[root.id, root]]),
    children: new Map(),
    oldestChange: 0,
  };
  store.drives.set(drive.id, drive);
  addSampleItems(store, drive, root, path, library.items);
  return drive;
}

function addSampleItems(
  store: SiteStore,
  drive: Drive,
  parent: Item,
  path: string,
  definitions: (SampleFolder | SampleFile)[],
): void {
  for (const definition of definitions) {
    const itemPath = `${path}/${definition.name}`;
    const isFile = 'document' in definition;
    const createdAt = new Date(isFile ? definition.modified : `${drive.site.definition.created}T08:00:00Z`);
    const { id: parentId } = parent;
    const by = getPerson(definition.author);
    const item = addItem(store, drive, { key: itemPath, parentId, name: definition.name, by, createdAt });
    if (isFile) item.source = definition.document;
    item.isRestricted = definition.readers !== undefined;
    item.people = new Map(
      [...(definition.readers ?? []), ...(definition.sharedWith ?? [])].map((key) => [getObjectId(key), 'read']),
    );
    if (!isFile) addSampleItems(store, drive, item, itemPath, definition.items);
  }
}

function getObjectId(key: string): string {
  return getPerson(key).oid;
}
