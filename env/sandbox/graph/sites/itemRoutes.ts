import { z } from 'zod';
import { graphErrors } from '../errors.ts';
import { ok, type Caller, type GraphReply, type GraphRequest, type GraphRoute } from '../route.ts';
import { allowed, itemIn, type Found } from './finding.ts';
import { downloadUrl } from './downloadUrls.ts';
import { pageOfItems } from './itemPages.ts';
import { writeItem } from './itemEntity.ts';
import { addFolder, checkEtag, freeName } from './naming.ts';
import { onItems, readingFiles, writingFiles } from './patterns.ts';
import { childrenOf, isWithin, move, remove } from './tree.ts';
import type { World } from './world.ts';

const NewFolder = z.looseObject({
  name: z.string().min(1),
  folder: z.looseObject({}),
  '@microsoft.graph.conflictBehavior': z.enum(['fail', 'rename', 'replace']).default('fail'),
});
const Change = z.looseObject({
  name: z.string().min(1).optional(),
  parentReference: z.looseObject({ id: z.string() }).optional(),
});

/** Reading and rearranging what is in a library. */
export function itemRoutes(world: World): GraphRoute[] {
  const found = (request: GraphRequest, caller: Caller) => itemIn(world, request, caller);
  return [
    ...onItems('', { ...readingFiles, handle: async (request, caller) => one(found(request, caller), request) }),
    ...onItems('/children', {
      ...readingFiles,
      handle: async (request, caller) => {
        const { drive, item } = found(request, caller);
        return ok(await pageOfItems(drive, childrenOf(drive, item), request, caller));
      },
    }),
    ...onItems('/content', {
      ...readingFiles,
      handle: (request, caller) => redirect(found(request, caller), request),
    }),
    ...onItems('/children', {
      ...writingFiles,
      method: 'POST',
      handle: (request, caller) => makeFolder(world, request, caller),
    }),
    ...onItems('', { ...writingFiles, method: 'PATCH', handle: (request, caller) => change(world, request, caller) }),
    ...onItems('', {
      ...writingFiles,
      method: 'DELETE',
      handle: (request, caller) => {
        const { drive, item } = changeable(world, request, caller);
        remove(world, drive, item);
        return { status: 204, body: undefined };
      },
    }),
  ];
}

async function one({ drive, item }: Found, request: GraphRequest, status = 200): Promise<GraphReply> {
  return {
    status,
    body: await writeItem(drive, item, request, {
      '@odata.context': `${request.base}/$metadata#drives('${drive.id}')/items/$entity`,
    }),
  };
}

/** Graph does not send bytes itself: it names the address where they can be had without a token. */
function redirect({ drive, item }: Found, { base }: GraphRequest): GraphReply {
  if (!item.source) throw graphErrors.invalidRequest('You cannot get content for a folder');
  if (item.locked) throw graphErrors.resourceLocked();
  return { status: 302, headers: { location: downloadUrl(drive, item, base) }, body: undefined };
}

function makeFolder(world: World, request: GraphRequest, caller: Caller): Promise<GraphReply> {
  const parsed = NewFolder.safeParse(request.body);
  if (!parsed.success) throw graphErrors.invalidRequest('The request is malformed or incorrect.');
  const { drive, item: parent } = itemIn(world, request, caller, 'write');
  const name = freeName(drive, parent, parsed.data.name, parsed.data['@microsoft.graph.conflictBehavior']);
  const by = caller.person ?? drive.root.createdBy;
  return one({ drive, item: addFolder(world, drive, parent, name, by) }, request, 201);
}

function change(world: World, request: GraphRequest, caller: Caller): Promise<GraphReply> {
  const parsed = Change.safeParse(request.body);
  if (!parsed.success) throw graphErrors.invalidRequest('The request is malformed or incorrect.');
  const { drive, item } = changeable(world, request, caller);
  const { name = item.name, parentReference } = parsed.data;
  const parentId = parentReference?.id ?? item.parentId ?? '';
  const parent = allowed(drive, drive.items.get(parentId), caller, 'write');
  if (isWithin(drive, parent, item)) throw graphErrors.invalidRequest('An item cannot be moved into itself.');
  if (parentId !== item.parentId || name !== item.name) {
    const same = name.toLowerCase() === item.name.toLowerCase() && parentId === item.parentId;
    move(world, drive, item, {
      parent,
      name: same ? name : freeName(drive, parent, name, 'fail'),
      by: caller.person ?? drive.root.createdBy,
    });
  }
  return one({ drive, item }, request);
}

function changeable(world: World, request: GraphRequest, caller: Caller): Found {
  const found = itemIn(world, request, caller, 'write');
  if (found.item === found.drive.root) throw graphErrors.invalidRequest('The root of a drive cannot be changed.');
  if (found.item.locked) throw graphErrors.resourceLocked();
  checkEtag(found.item, request);
  return found;
}
