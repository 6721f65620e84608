import { graphErrors } from '../../graphErrors.ts';
import { readCount, createPage, type Entity } from '../../odata.ts';
import { ok, type Caller, type GraphRequest, type GraphRoute } from '../../graphRoute.ts';
import { getPerson } from '../../../people.ts';
import { getSite } from './findResource.ts';
import { toIdentity, toIsoString, createItemEntity, sharepointIds, getWebUrl } from '../entities/itemEntity.ts';
import { getItemRole } from '../store/roles.ts';
import { createAsyncPage } from '../entities/itemPages.ts';
import { onSites, readingSites } from './routePatterns.ts';
import { listAllItems } from '../store/itemTree.ts';
import type { Drive, Item, Site, SiteStore } from '../store/siteStore.ts';

const DEFAULT_TOP = 200;
const MAX_TOP = 999;

/** A list with its rows: those of its sample definition, or the items of a library. */
type List = { entity: Entity; rows: (request: GraphRequest, caller: Caller) => Row[] };
type Row = { id: string; toEntity: () => Promise<Entity> };

export function listRoutes(store: SiteStore): GraphRoute[] {
  const lists = (request: GraphRequest, caller: Caller) => getLists(getSite(store, request, caller));
  return [
    ...onSites('/lists', {
      ...readingSites,
      handle: (request, caller) => {
        const top = readCount(request.query, '$top', DEFAULT_TOP, MAX_TOP);
        return ok(
          createPage(lists(request, caller), request, { context: 'lists', top, toEntity: ({ entity }) => entity }),
        );
      },
    }),
    ...onSites('/lists/{listId}', {
      ...readingSites,
      handle: (request, caller) => ok(findList(lists(request, caller), request).entity),
    }),
    ...onSites('/lists/{listId}/items', {
      ...readingSites,
      handle: async (request, caller) => {
        const rows = findList(lists(request, caller), request).rows(request, caller);
        return ok(await createAsyncPage(rows, request, ({ toEntity }) => toEntity()));
      },
    }),
    ...onSites('/lists/{listId}/items/{rowId}', {
      ...readingSites,
      handle: async (request, caller) => {
        const rows = findList(lists(request, caller), request).rows(request, caller);
        const row = rows.find(({ id }) => id === request.params['rowId']);
        if (!row) throw graphErrors.itemNotFound();
        return ok(await row.toEntity());
      },
    }),
  ];
}

function getLists(site: Site): List[] {
  return [...site.drives.map(createLibraryList), ...site.lists.map((list) => createRowList(site, list))];
}

function findList(lists: List[], { params }: GraphRequest): List {
  const idOrName = params['listId']?.toLowerCase();
  const list = lists.find(({ entity }) =>
    [entity['id'], entity['displayName']].some((value) => String(value).toLowerCase() === idOrName),
  );
  if (!list) throw graphErrors.itemNotFound();
  return list;
}

function createLibraryList(drive: Drive): List {
  const { root } = drive;
  const times = { createdDateTime: toIsoString(root.createdAt), lastModifiedDateTime: toIsoString(root.modifiedAt) };
  const entity = createListEntity({
    id: drive.listId,
    name: drive.name,
    webUrl: drive.webUrl,
    template: 'documentLibrary',
    ...times,
  });
  const rows = (request: GraphRequest, caller: Caller) =>
    listAllItems(drive)
      .filter((item) => item !== root && !item.deleted && getItemRole(drive, item, caller))
      .map((item) => ({ id: String(item.listItemId), toEntity: () => createLibraryRow(drive, item, request) }));
  return { entity, rows };
}

async function createLibraryRow(drive: Drive, item: Item, request: GraphRequest): Promise<Entity> {
  const expanded = parseExpand(request);
  const fields = {
    id: String(item.listItemId),
    FileLeafRef: item.name,
    LinkFilename: item.name,
    ContentType: item.source ? 'Document' : 'Folder',
    Modified: toIsoString(item.modifiedAt),
    Created: toIsoString(item.createdAt),
  };
  return {
    id: String(item.listItemId),
    eTag: `"${item.guid},${item.version}"`,
    createdDateTime: toIsoString(item.createdAt),
    lastModifiedDateTime: toIsoString(item.modifiedAt),
    webUrl: getWebUrl(drive, item),
    createdBy: { user: toIdentity(item.createdBy) },
    lastModifiedBy: { user: toIdentity(item.modifiedBy) },
    parentReference: { siteId: drive.site.id },
    contentType: { name: fields.ContentType },
    sharepointIds: sharepointIds(drive, item),
    ...(expanded.has('fields') ? { fields } : {}),
    ...(expanded.has('driveItem') ? { driveItem: await createItemEntity(drive, item, request.base) } : {}),
  };
}

function createRowList(site: Site, { id, definition }: Site['lists'][number]): List {
  const created = `${site.definition.created}T08:00:00Z`;
  const times = { createdDateTime: created, lastModifiedDateTime: created };
  const webUrl = `${site.webUrl}/Lists/${encodeURIComponent(definition.name)}`;
  const createdBy = { user: toIdentity(getPerson(definition.author)) };
  const toEntity = async (number: number, row: Record<string, unknown>, request: GraphRequest): Promise<Entity> => ({
    id: String(number),
    eTag: `"${id},${number}"`,
    ...times,
    createdBy,
    webUrl: `${webUrl}/${number}_.000`,
    ...(parseExpand(request).has('fields') ? { fields: { id: String(number), ...row } } : {}),
  });
  const rows = (request: GraphRequest) =>
    definition.rows.map((row, index) => ({ id: String(index + 1), toEntity: () => toEntity(index + 1, row, request) }));
  return { entity: createListEntity({ id, name: definition.name, webUrl, template: 'genericList', ...times }), rows };
}

function createListEntity({
  name,
  template,
  ...properties
}: { id: string; name: string; webUrl: string; template: string } & Entity): Entity {
  return { ...properties, name, displayName: name, list: { contentTypesEnabled: false, hidden: false, template } };
}

/** Parses `$expand=fields,driveItem` or `expand=fields($select=Title)`. Throws Graph's 400 for unknown properties. */
function parseExpand({ query }: GraphRequest): Set<string> {
  const text = query.get('$expand') ?? query.get('expand') ?? '';
  const names = text
    .replace(/\([^)]*\)/g, '')
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean);
  const unknown = names.find((name) => !['fields', 'driveItem'].includes(name));
  if (unknown) throw graphErrors.noSuchProperty(unknown, 'microsoft.graph.listItem');
  return new Set(names);
}
