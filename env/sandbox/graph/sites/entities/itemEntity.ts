import { getContent, type FileContent } from '#sandbox/documents/documentContent.ts';
import type { Person } from '#sandbox/person.ts';
import { selectProperties, type Entity, type EntityType } from '#sandbox/graph/odata.ts';
import type { GraphRequest } from '#sandbox/graph/graphRoute.ts';
import { createDownloadUrl } from '#sandbox/graph/sites/transfer/downloadUrls.ts';
import { countChildren, getParent, getPath } from '#sandbox/graph/sites/store/itemTree.ts';
import type { Drive, Item } from '#sandbox/graph/sites/store/siteStore.ts';

const MEDIA_TYPES: Record<string, string> = {
  pdf: 'application/pdf',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  pptx: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  txt: 'text/plain',
  csv: 'text/csv',
  png: 'image/png',
};

const driveItemType: EntityType = {
  name: 'microsoft.graph.driveItem',
  default: [
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
    'malware',
    'package',
    'remoteItem',
    'fileSystemInfo',
    'shared',
    'size',
  ],
  // Graph returns these only with `$select`.
  optional: ['sharepointIds', 'listItem', 'children'],
};

/** The entity of an item, with the properties of `$select` and those in `additional`. */
export async function toSelectedEntity(
  drive: Drive,
  item: Item,
  request: GraphRequest,
  additional: Entity = {},
): Promise<Entity> {
  const select = request.query.get('$select');
  const withDownloadUrl = select === null || select.includes('downloadUrl');
  const entity = { ...(await createItemEntity(drive, item, request.base, withDownloadUrl)), ...additional };
  const selected = selectProperties(driveItemType, entity, request.query);
  return { ...selected, ...additional, ...Object.fromEntries(item.withheld.map((name) => [name, undefined])) };
}

/** An item with all its properties. Signing a download address is slow, so `withDownloadUrl` can be false. */
export async function createItemEntity(
  drive: Drive,
  item: Item,
  base: string,
  withDownloadUrl = true,
): Promise<Entity> {
  const parent = getParent(drive, item);
  const times = { createdDateTime: toIsoString(item.createdAt), lastModifiedDateTime: toIsoString(item.modifiedAt) };
  const facets = item.source
    ? await fileFacets(drive, item, withDownloadUrl ? base : undefined)
    : { folder: { childCount: countChildren(drive, item) }, size: 0 };
  return {
    id: item.id,
    name: item.name,
    eTag: `"{${item.guid.toUpperCase()}},${item.version}"`,
    cTag: `"c:{${item.guid.toUpperCase()}},${item.contentVersion}"`,
    webUrl: getWebUrl(drive, item),
    ...times,
    createdBy: { user: toIdentity(item.createdBy) },
    lastModifiedBy: { user: toIdentity(item.modifiedBy) },
    fileSystemInfo: times,
    parentReference: parent ? parentReference(drive, parent) : { driveType: 'documentLibrary', driveId: drive.id },
    sharepointIds: sharepointIds(drive, item),
    ...(parent ? {} : { root: {} }),
    ...(item.people.size > 0 || item.isRestricted ? { shared: { scope: 'users' } } : {}),
    ...facets,
  };
}

/** The entity of a deleted item in delta. */
export function createDeletedEntity(drive: Drive, item: Item): Entity {
  const parent = getParent(drive, item);
  return {
    id: item.id,
    ...(parent ? { parentReference: { driveType: 'documentLibrary', driveId: drive.id, id: parent.id } } : {}),
    ...(item.source ? { file: {} } : { folder: {} }),
    deleted: { state: 'deleted' },
  };
}

export function getItemContent({ source }: Item): Promise<FileContent> {
  if (!source) throw new Error('A folder has no content.');
  return 'format' in source ? getContent(source) : Promise.resolve(source);
}

export function getMediaType({ name }: Item): string {
  return MEDIA_TYPES[/\.(\w+)$/.exec(name)?.[1]?.toLowerCase() ?? ''] ?? 'application/octet-stream';
}

export function getWebUrl(drive: Drive, item: Item): string {
  const path = getPath(drive, item);
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

export function toIdentity({ oid, displayName, mail }: Person): Entity {
  return { id: oid, displayName, email: mail };
}

export function toIsoString(date: Date): string {
  return date.toISOString().replace('.000Z', 'Z');
}

function parentReference(drive: Drive, parent: Item): Entity {
  const path = getPath(drive, parent);
  return {
    driveType: 'documentLibrary',
    driveId: drive.id,
    id: parent.id,
    name: parent === drive.root ? drive.name : parent.name,
    // Graph percent-encodes the path: https://learn.microsoft.com/graph/api/resources/itemreference
    path: `/drives/${drive.id}/root:${path ? `/${path.split('/').map(encodeURIComponent).join('/')}` : ''}`,
    siteId: drive.site.guid,
  };
}

async function fileFacets(drive: Drive, item: Item, base: string | undefined): Promise<Entity> {
  const { size } = await getItemContent(item);
  return {
    file: { mimeType: getMediaType(item) },
    size,
    ...(base === undefined ? {} : { '@microsoft.graph.downloadUrl': createDownloadUrl(drive, item, base) }),
  };
}
