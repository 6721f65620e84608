import { graphErrors } from '#sandbox/graph/graphErrors.ts';
import { readCount, createPage, type Entity } from '#sandbox/graph/odata.ts';
import { ok, type Caller, type GraphRequest, type GraphRoute } from '#sandbox/graph/graphRoute.ts';
import { getSite } from './findResource.ts';
import {
  toIdentity,
  toIsoString,
  createItemEntity,
  sharepointIds,
  getWebUrl,
} from '#sandbox/graph/sites/entities/itemEntity.ts';
import { getItemRole } from '#sandbox/graph/sites/store/roles.ts';
import { createAsyncPage } from '#sandbox/graph/sites/entities/itemPages.ts';
import { createRowEntity, getListUrl, listColumns } from '#sandbox/graph/sites/entities/rowEntity.ts';
import { onSites, readingSites } from './routePatterns.ts';
import { listAllItems } from '#sandbox/graph/sites/store/itemTree.ts';
import type { Drive, Item, List, Site, SiteStore } from '#sandbox/graph/sites/store/siteStore.ts';

const DEFAULT_TOP = 200;
const MAX_TOP = 999;

/** A list with its rows: those of its sample definition, or the items of a library. */
type ListResource = {
  entity: Entity;
  columns: Entity[];
  rows: (request: GraphRequest, caller: Caller) => RowResource[];
};
type RowResource = { id: string; toEntity: () => Promise<Entity> };

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
    ...onSites('/lists/{listId}/columns', {
      ...readingSites,
      handle: (request, caller) => {
        const { entity, columns } = findList(lists(request, caller), request);
        const context = `lists('${String(entity['id'])}')/columns`;
        return ok(createPage(columns, request, { context, top: MAX_TOP, toEntity: (column) => column }));
      },
    }),
    ...onSites('/lists/{listId}/items/delta', {
      ...readingSites,
      handle: (request, caller) => {
        const site = getSite(store, request, caller);
        return ok(createRowDelta(store, site, findList(getLists(site), request).entity['id'], request));
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

function getLists(site: Site): ListResource[] {
  return [...site.drives.map(createLibraryList), ...site.lists.map((list) => createRowList(site, list))];
}

function findList(lists: ListResource[], { params }: GraphRequest): ListResource {
  const idOrName = params['listId']?.toLowerCase();
  const list = lists.find(({ entity }) =>
    [entity['id'], entity['displayName']].some((value) => String(value).toLowerCase() === idOrName),
  );
  if (!list) throw graphErrors.itemNotFound();
  return list;
}

function createLibraryList(drive: Drive): ListResource {
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
  return { entity, columns: [], rows };
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

function createRowList(site: Site, list: List): ListResource {
  const created = `${site.definition.created}T08:00:00Z`;
  const times = { createdDateTime: created, lastModifiedDateTime: created };
  const rows = (request: GraphRequest) =>
    list.rows
      .filter(({ deleted }) => !deleted)
      .map((row) => ({
        id: String(row.number),
        toEntity: async () => createRowEntity(site, list, row, parseExpand(request).has('fields')),
      }));
  const { name } = list.definition;
  const entity = createListEntity({
    id: list.id,
    name,
    webUrl: getListUrl(site, list),
    template: 'genericList',
    ...times,
  });
  return { entity, columns: listColumns(list), rows };
}

/** The items that changed after the number in the token; all of them without one. */
function createRowDelta(store: SiteStore, site: Site, listId: unknown, { query, base, path }: GraphRequest): Entity {
  const list = site.lists.find(({ id }) => id === listId);
  if (!list) throw graphErrors.invalidRequest('The sandbox has changes of plain lists only.');
  const token = query.get('token');
  const since = token === 'latest' ? store.sequence : Number(token ?? -1);
  if (!Number.isInteger(since)) throw graphErrors.invalidRequest('The provided delta token is malformed.');
  const changed = list.rows.filter((row) => row.changed > since && !(row.deleted && token === null));
  return {
    '@odata.context': `${base}/$metadata#Collection(listItem)`,
    '@odata.deltaLink': `${base}${path}?token=${store.sequence}`,
    value: changed.map((row) =>
      row.deleted ? { id: String(row.number), deleted: { state: 'deleted' } } : createRowEntity(site, list, row, false),
    ),
  };
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
