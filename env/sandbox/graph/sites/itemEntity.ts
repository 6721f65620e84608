import { getContent, type FileContent } from '../../documents/documentContent.ts';
import type { Person } from '../../people.ts';
import { selected, type Entity, type EntityType } from '../odata.ts';
import type { GraphRequest } from '../route.ts';
import { downloadUrl } from './downloadUrls.ts';
import { childCount, parentOf, pathOf } from './tree.ts';
import type { Drive, Item } from './world.ts';

const MEDIA: Record<string, string> = {
  pdf: 'application/pdf',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  pptx: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  txt: 'text/plain',
  csv: 'text/csv',
  png: 'image/png',
};

export const driveItemType: EntityType = {
  name: 'microsoft.graph.driveItem',
  usual: [
    '@microsoft.graph.downloadUrl',
    'createdBy',
    'createdDateTime',
    'eTag',
    'id',
    'lastModifiedBy',
    'lastModifiedDateTime',
    'name',
    'parentReference',
    'webUrl',
    'cTag',
    'file',
    'folder',
    'root',
    'deleted',
    'fileSystemInfo',
    'shared',
    'size',
  ],
  // Graph sends these only to those who ask for them by name.
  further: ['sharepointIds', 'listItem', 'children'],
};

/** An item as Graph writes it, with what `$select` asks for. */
export async function writeItem(drive: Drive, item: Item, request: GraphRequest, more: Entity = {}): Promise<Entity> {
  const asked = request.query.get('$select');
  const linked = asked === null || asked.includes('downloadUrl');
  const entity = { ...(await itemEntity(drive, item, request.base, linked)), ...more };
  const chosen = selected(driveItemType, entity, request.query);
  return { ...chosen, ...more, ...Object.fromEntries(item.withheld.map((name) => [name, undefined])) };
}

/** An item with all its properties. Sealing a download address takes longer than all the rest: `linked` says whether to. */
export async function itemEntity(drive: Drive, item: Item, base: string, linked = true): Promise<Entity> {
  const parent = parentOf(drive, item);
  const times = { createdDateTime: isoOf(item.createdAt), lastModifiedDateTime: isoOf(item.modifiedAt) };
  const facets = item.source
    ? await fileFacets(drive, item, linked ? base : undefined)
    : { folder: { childCount: childCount(drive, item) }, size: 0 };
  return {
    id: item.id,
    name: item.name,
    eTag: `"{${item.guid.toUpperCase()}},${item.version}"`,
    cTag: `"c:{${item.guid.toUpperCase()}},${item.contentVersion}"`,
    webUrl: webUrlOf(drive, item),
    ...times,
    createdBy: { user: identityOf(item.createdBy) },
    lastModifiedBy: { user: identityOf(item.modifiedBy) },
    fileSystemInfo: times,
    parentReference: parent ? parentReference(drive, parent) : { driveType: 'documentLibrary', driveId: drive.id },
    sharepointIds: sharepointIds(drive, item),
    ...(parent ? {} : { root: {} }),
    ...(item.people.size > 0 || item.closed ? { shared: { scope: 'users' } } : {}),
    ...facets,
  };
}

/** The tombstone that delta sends. */
export function deletedEntity(drive: Drive, item: Item): Entity {
  const parent = parentOf(drive, item);
  return {
    id: item.id,
    ...(parent ? { parentReference: { driveType: 'documentLibrary', driveId: drive.id, id: parent.id } } : {}),
    ...(item.source ? { file: {} } : { folder: {} }),
    deleted: { state: 'deleted' },
  };
}

export function contentsOf({ source }: Item): Promise<FileContent> {
  if (!source) throw new Error('A folder has no content.');
  return 'format' in source ? getContent(source) : Promise.resolve(source);
}

export function mediaTypeOf({ name }: Item): string {
  return MEDIA[/\.(\w+)$/.exec(name)?.[1]?.toLowerCase() ?? ''] ?? 'application/octet-stream';
}

export function webUrlOf(drive: Drive, item: Item): string {
  const path = pathOf(drive, item);
  return path ? `${drive.webUrl}/${path.split('/').map(encodeURIComponent).join('/')}` : drive.webUrl;
}

export function sharepointIds(drive: Drive, item: Item): Entity {
  const { site } = drive;
  return {
    listId: drive.listId,
    listItemId: String(item.listItemId),
    listItemUniqueId: item.guid,
    siteId: site.guid,
    siteUrl: site.webUrl,
    tenantId: site.organization.tenantId,
    webId: site.webGuid,
  };
}

export function identityOf({ oid, displayName, mail }: Person): Entity {
  return { id: oid, displayName, email: mail };
}

export function isoOf(date: Date): string {
  return date.toISOString().replace('.000Z', 'Z');
}

function parentReference(drive: Drive, parent: Item): Entity {
  const path = pathOf(drive, parent);
  return {
    driveType: 'documentLibrary',
    driveId: drive.id,
    id: parent.id,
    name: parent === drive.root ? drive.name : parent.name,
    path: `/drives/${drive.id}/root:${path ? `/${path}` : ''}`,
    siteId: drive.site.guid,
  };
}

async function fileFacets(drive: Drive, item: Item, base: string | undefined): Promise<Entity> {
  const { size } = await contentsOf(item);
  return {
    file: { mimeType: mediaTypeOf(item) },
    size,
    ...(base === undefined ? {} : { '@microsoft.graph.downloadUrl': downloadUrl(drive, item, base) }),
  };
}
