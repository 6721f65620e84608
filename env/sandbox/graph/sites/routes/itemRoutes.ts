import { z } from 'zod';
import { graphErrors } from '#sandbox/graph/graphErrors.ts';
import { ok, type Caller, type GraphReply, type GraphRequest, type GraphRoute } from '#sandbox/graph/graphRoute.ts';
import { requireRole, getItem, type LocatedItem } from './findResource.ts';
import { createDownloadUrl } from '#sandbox/graph/sites/transfer/downloadUrls.ts';
import { createItemPage } from '#sandbox/graph/sites/entities/itemPages.ts';
import { toSelectedEntity } from '#sandbox/graph/sites/entities/itemEntity.ts';
import { addFolder, checkEtag, findFreeName } from '#sandbox/graph/sites/store/itemNames.ts';
import { onItems, readingFiles, writingFiles } from './routePatterns.ts';
import { listChildren, isWithin, move, remove } from '#sandbox/graph/sites/store/itemTree.ts';
import type { SiteStore } from '#sandbox/graph/sites/store/siteStore.ts';

const NewFolder = z.looseObject({
  name: z.string().min(1),
  folder: z.looseObject({}),
  '@microsoft.graph.conflictBehavior': z.enum(['fail', 'rename', 'replace']).default('fail'),
});
const Change = z.looseObject({
  name: z.string().min(1).optional(),
  parentReference: z.looseObject({ id: z.string() }).optional(),
});

/** Reading and changing the items of a library. */
export function itemRoutes(store: SiteStore): GraphRoute[] {
  const getReadableItem = (request: GraphRequest, caller: Caller) => getItem(store, request, caller);
  return [
    ...onItems('', {
      ...readingFiles,
      handle: async (request, caller) => createItemReply(getReadableItem(request, caller), request),
    }),
    ...onItems('/children', {
      ...readingFiles,
      handle: async (request, caller) => {
        const { drive, item } = getReadableItem(request, caller);
        return ok(await createItemPage(drive, listChildren(drive, item), request, caller));
      },
    }),
    ...onItems('/content', {
      ...readingFiles,
      handle: (request, caller) => redirectToDownload(getReadableItem(request, caller), request),
    }),
    ...onItems('/children', {
      ...writingFiles,
      method: 'POST',
      handle: (request, caller) => createFolder(store, request, caller),
    }),
    ...onItems('', {
      ...writingFiles,
      method: 'PATCH',
      handle: (request, caller) => changeItem(store, request, caller),
    }),
    ...onItems('', {
      ...writingFiles,
      method: 'DELETE',
      handle: (request, caller) => {
        const { drive, item } = getChangeableItem(store, request, caller);
        remove(store, drive, item);
        return { status: 204, body: undefined };
      },
    }),
  ];
}

async function createItemReply({ drive, item }: LocatedItem, request: GraphRequest, status = 200): Promise<GraphReply> {
  return {
    status,
    body: await toSelectedEntity(drive, item, request, {
      '@odata.context': `${request.base}/$metadata#drives('${drive.id}')/items/$entity`,
    }),
  };
}

/** Graph does not send the bytes; it redirects to an address that needs no token. */
function redirectToDownload({ drive, item }: LocatedItem, { base }: GraphRequest): GraphReply {
  if (!item.source) throw graphErrors.invalidRequest('You cannot get content for a folder');
  if (item.locked) throw graphErrors.resourceLocked();
  return { status: 302, headers: { location: createDownloadUrl(drive, item, base) }, body: undefined };
}

function createFolder(store: SiteStore, request: GraphRequest, caller: Caller): Promise<GraphReply> {
  const parsed = NewFolder.safeParse(request.body);
  if (!parsed.success) throw graphErrors.invalidRequest('The request is malformed or incorrect.');
  const { drive, item: parent } = getItem(store, request, caller, 'write');
  const name = findFreeName(drive, parent, parsed.data.name, parsed.data['@microsoft.graph.conflictBehavior']);
  const by = caller.person ?? drive.root.createdBy;
  return createItemReply({ drive, item: addFolder(store, drive, parent, name, by) }, request, 201);
}

function changeItem(store: SiteStore, request: GraphRequest, caller: Caller): Promise<GraphReply> {
  const parsed = Change.safeParse(request.body);
  if (!parsed.success) throw graphErrors.invalidRequest('The request is malformed or incorrect.');
  const { drive, item } = getChangeableItem(store, request, caller);
  const { name = item.name, parentReference } = parsed.data;
  const parentId = parentReference?.id ?? item.parentId ?? '';
  const parent = requireRole(drive, drive.items.get(parentId), caller, 'write');
  if (isWithin(drive, parent, item)) throw graphErrors.invalidRequest('An item cannot be moved into itself.');
  if (parentId !== item.parentId || name !== item.name) {
    const isCaseChange = name.toLowerCase() === item.name.toLowerCase() && parentId === item.parentId;
    move(store, drive, item, {
      parent,
      name: isCaseChange ? name : findFreeName(drive, parent, name, 'fail'),
      by: caller.person ?? drive.root.createdBy,
    });
  }
  return createItemReply({ drive, item }, request);
}

function getChangeableItem(store: SiteStore, request: GraphRequest, caller: Caller): LocatedItem {
  const found = getItem(store, request, caller, 'write');
  if (found.item === found.drive.root) throw graphErrors.invalidRequest('The root of a drive cannot be changed.');
  if (found.item.locked) throw graphErrors.resourceLocked();
  checkEtag(found.item, request);
  return found;
}
