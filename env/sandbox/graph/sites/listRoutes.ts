import { graphErrors } from '../errors.ts';
import { countOf, pageOf, type Entity } from '../odata.ts';
import { ok, type Caller, type GraphRequest, type GraphRoute } from '../route.ts';
import { getPerson } from '../../people.ts';
import { siteIn } from './finding.ts';
import { identityOf, isoOf, itemEntity, sharepointIds, webUrlOf } from './itemEntity.ts';
import { itemRole } from './access.ts';
import { writtenPage } from './itemPages.ts';
import { onSites, readingSites } from './patterns.ts';
import { everything } from './tree.ts';
import type { Drive, Item, Site, World } from './world.ts';

const USUAL_TOP = 200;
const MOST_TOP = 999;

/** What a list holds: rows of the story, or the items of a library. */
type List = { entity: Entity; rows: (request: GraphRequest, caller: Caller) => Row[] };
type Row = { id: string; write: () => Promise<Entity> };

export function listRoutes(world: World): GraphRoute[] {
  const lists = (request: GraphRequest, caller: Caller) => listsOf(siteIn(world, request, caller));
  return [
    ...onSites('/lists', {
      ...readingSites,
      handle: (request, caller) => {
        const top = countOf(request.query, '$top', USUAL_TOP, MOST_TOP);
        return ok(pageOf(lists(request, caller), request, { context: 'lists', top, write: ({ entity }) => entity }));
      },
    }),
    ...onSites('/lists/{listId}', {
      ...readingSites,
      handle: (request, caller) => ok(listNamed(lists(request, caller), request).entity),
    }),
    ...onSites('/lists/{listId}/items', {
      ...readingSites,
      handle: async (request, caller) => {
        const rows = listNamed(lists(request, caller), request).rows(request, caller);
        return ok(await writtenPage(rows, request, ({ write }) => write()));
      },
    }),
    ...onSites('/lists/{listId}/items/{rowId}', {
      ...readingSites,
      handle: async (request, caller) => {
        const rows = listNamed(lists(request, caller), request).rows(request, caller);
        const row = rows.find(({ id }) => id === request.params['rowId']);
        if (!row) throw graphErrors.itemNotFound();
        return ok(await row.write());
      },
    }),
  ];
}

function listsOf(site: Site): List[] {
  return [...site.drives.map(libraryList), ...site.lists.map((list) => rowList(site, list))];
}

function listNamed(lists: List[], { params }: GraphRequest): List {
  const wanted = params['listId']?.toLowerCase();
  const fits = ({ entity }: List) =>
    [entity['id'], entity['displayName']].some((name) => String(name).toLowerCase() === wanted);
  const list = lists.find(fits);
  if (!list) throw graphErrors.itemNotFound();
  return list;
}

function libraryList(drive: Drive): List {
  const { root } = drive;
  const about = { createdDateTime: isoOf(root.createdAt), lastModifiedDateTime: isoOf(root.modifiedAt) };
  const entity = listEntity({
    id: drive.listId,
    name: drive.name,
    webUrl: drive.webUrl,
    template: 'documentLibrary',
    ...about,
  });
  const rows = (request: GraphRequest, caller: Caller) =>
    everything(drive)
      .filter((item) => item !== root && !item.deleted && itemRole(drive, item, caller))
      .map((item) => ({ id: String(item.listItemId), write: () => libraryRow(drive, item, request) }));
  return { entity, rows };
}

async function libraryRow(drive: Drive, item: Item, request: GraphRequest): Promise<Entity> {
  const expanded = expandedIn(request);
  const fields = {
    id: String(item.listItemId),
    FileLeafRef: item.name,
    LinkFilename: item.name,
    ContentType: item.source ? 'Document' : 'Folder',
    Modified: isoOf(item.modifiedAt),
    Created: isoOf(item.createdAt),
  };
  return {
    id: String(item.listItemId),
    eTag: `"${item.guid},${item.version}"`,
    createdDateTime: isoOf(item.createdAt),
    lastModifiedDateTime: isoOf(item.modifiedAt),
    webUrl: webUrlOf(drive, item),
    createdBy: { user: identityOf(item.createdBy) },
    lastModifiedBy: { user: identityOf(item.modifiedBy) },
    parentReference: { siteId: drive.site.id },
    contentType: { name: fields.ContentType },
    sharepointIds: sharepointIds(drive, item),
    ...(expanded.has('fields') ? { fields } : {}),
    ...(expanded.has('driveItem') ? { driveItem: await itemEntity(drive, item, request.base) } : {}),
  };
}

function rowList(site: Site, { id, story }: Site['lists'][number]): List {
  const at = `${site.story.created}T08:00:00Z`;
  const times = { createdDateTime: at, lastModifiedDateTime: at };
  const webUrl = `${site.webUrl}/Lists/${encodeURIComponent(story.name)}`;
  const by = { user: identityOf(getPerson(story.author)) };
  const write = async (number: number, row: Record<string, unknown>, request: GraphRequest): Promise<Entity> => ({
    id: String(number),
    eTag: `"${id},${number}"`,
    ...times,
    createdBy: by,
    webUrl: `${webUrl}/${number}_.000`,
    ...(expandedIn(request).has('fields') ? { fields: { id: String(number), ...row } } : {}),
  });
  const rows = (request: GraphRequest) =>
    story.rows.map((row, index) => ({ id: String(index + 1), write: () => write(index + 1, row, request) }));
  return { entity: listEntity({ id, name: story.name, webUrl, template: 'genericList', ...times }), rows };
}

function listEntity({
  name,
  template,
  ...about
}: { id: string; name: string; webUrl: string; template: string } & Entity): Entity {
  return { ...about, name, displayName: name, list: { contentTypesEnabled: false, hidden: false, template } };
}

/** `$expand=fields,driveItem` or `expand=fields($select=Title)`. Throws Graph's 400 for what cannot be expanded. */
function expandedIn({ query }: GraphRequest): Set<string> {
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
