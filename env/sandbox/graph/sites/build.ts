import { getPerson } from '../../people.ts';
import { sampleSites, type OrganizationSites } from '../../sites/sampleSites.ts';
import type { SampleFile, SampleFolder, SampleLibrary, SampleSite } from '../../sites/siteDefinition.ts';
import { API_CLIENT_ID } from '../../identity/registrations.ts';
import { compositeId, driveIdOf, groupGuid, guidOf, itemIdOf, listGuid, ownersGroupGuid, sitePath } from './ids.ts';
import { siteGuid, webGuid } from './ids.ts';
import { addItem } from './tree.ts';
import type { Drive, Item, OwnRole, Role, Site, World } from './world.ts';

/** Builds the sites of sampleSites.ts. */
export function buildWorld(): World {
  const world: World = { sites: [], drives: new Map(), sequence: 0 };
  world.sites = sampleSites.flatMap((home) => home.sites.map((story) => buildSite(world, home, story)));
  return world;
}

function buildSite(world: World, { organization, host }: OrganizationSites, story: SampleSite): Site {
  const { key } = story;
  const site: Site = {
    story,
    organization,
    host,
    id: compositeId(host, key),
    guid: siteGuid(key),
    webGuid: webGuid(key),
    groupId: groupGuid(key),
    ownersGroupId: ownersGroupGuid(key),
    webUrl: `https://${host}${sitePath(story)}`,
    people: rolesOf(story),
    everyone: story.visitors === 'everyone' ? 'read' : undefined,
    ownersGroup: new Set((story.ownersGroup ?? story.owners).map(oidOf)),
    applications: new Map(),
    drives: [],
    lists: (story.lists ?? []).map((list) => ({ id: listGuid(key, list.name), story: list })),
  };
  if (story.avaRole) grantApplication(site, { clientId: API_CLIENT_ID, displayName: 'AVA', role: story.avaRole });
  site.drives = story.libraries.map((library) => buildDrive(world, site, library));
  return site;
}

/** Grants an application a role on one site, as Sites.Selected has it. Gives the permission's id. */
export function grantApplication(site: Site, grant: { clientId: string; displayName: string; role: Role }): string {
  const id = Buffer.from(`i:0i.t|ms.sp.ext|${grant.clientId}@${site.organization.tenantId}`).toString('base64');
  site.applications.set(id, grant);
  return id;
}

function rolesOf({ owners, members = [], visitors }: SampleSite): Map<string, OwnRole> {
  const readers = visitors === 'everyone' ? [] : visitors;
  const of = (people: string[], role: Role) => people.map((key): [string, Role] => [oidOf(key), role]);
  return new Map([...of(readers, 'read'), ...of(members, 'write'), ...of(owners, 'owner')]);
}

function buildDrive(world: World, site: Site, library: SampleLibrary): Drive {
  const path = `${site.story.key}/${library.name}`;
  const created = new Date(`${site.story.created}T08:00:00Z`);
  const by = getPerson(site.story.owners[0]!);
  const root: Item = {
    id: itemIdOf(path),
    guid: guidOf(path),
    listItemId: 0,
    name: 'root',
    createdBy: by,
    createdAt: created,
    modifiedBy: by,
    modifiedAt: created,
    version: 0,
    contentVersion: 0,
    people: new Map(),
    closed: false,
    changed: (world.sequence += 1),
    deleted: false,
    locked: false,
    withheld: [],
  };
  const drive: Drive = {
    id: driveIdOf(site.story.key, library.name),
    site,
    listId: listGuid(site.story.key, library.name),
    name: library.name,
    webUrl: `${site.webUrl}/${encodeURIComponent(library.folder ?? library.name)}`,
    root,
    items: new Map([[root.id, root]]),
    children: new Map(),
    oldestChange: 0,
  };
  world.drives.set(drive.id, drive);
  addStories(world, drive, root, path, library.items);
  return drive;
}

function addStories(
  world: World,
  drive: Drive,
  parent: Item,
  path: string,
  stories: (SampleFolder | SampleFile)[],
): void {
  for (const story of stories) {
    const own = `${path}/${story.name}`;
    const file = 'document' in story;
    const at = new Date(file ? story.modified : `${drive.site.story.created}T08:00:00Z`);
    const { id: parentId } = parent;
    const item = addItem(world, drive, { key: own, parentId, name: story.name, by: getPerson(story.author), at });
    if (file) item.source = story.document;
    item.closed = story.readers !== undefined;
    item.people = new Map([...(story.readers ?? []), ...(story.sharedWith ?? [])].map((key) => [oidOf(key), 'read']));
    if (!file) addStories(world, drive, item, own, story.items);
  }
}

function oidOf(key: string): string {
  return getPerson(key).oid;
}
