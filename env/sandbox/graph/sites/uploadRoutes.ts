import { z } from 'zod';
import { toContent } from '../../documents/documentContent.ts';
import { graphErrors } from '../errors.ts';
import type { Caller, GraphReply, GraphRequest, GraphRoute } from '../route.ts';
import { itemIn, placeIn, type Found } from './finding.ts';
import { writeItem } from './itemEntity.ts';
import { checkEtag, freeName, type Conflict } from './naming.ts';
import { onItems, writingFiles } from './patterns.ts';
import { childNamed } from './tree.ts';
import type { UploadSessions } from './uploadSessions.ts';
import type { Drive, World } from './world.ts';
import { writeFile, type WriteTarget } from './writeFile.ts';

const Asked = z.looseObject({
  item: z
    .looseObject({
      name: z.string().min(1).optional(),
      fileSize: z.number().int().nonnegative().optional(),
      '@microsoft.graph.conflictBehavior': z.enum(['fail', 'rename', 'replace']).default('fail'),
    })
    .prefault({}),
});

/** `PUT …/content` for small files, upload sessions for large ones. */
export function uploadRoutes(world: World, sessions: UploadSessions): GraphRoute[] {
  return [
    ...onItems('/content', {
      ...writingFiles,
      method: 'PUT',
      handle: async (request, caller) => {
        const target = targetOf(world, request, caller);
        const there = target.over !== undefined;
        if (target.over) checkEtag(target.over, request);
        const item = writeFile(world, target, toContent(bytesIn(request)));
        return { status: there ? 200 : 201, body: await writeItem(target.drive, item, request) };
      },
    }),
    ...onItems('/createUploadSession', {
      ...writingFiles,
      method: 'POST',
      handle: (request, caller) => begin(world, sessions, request, caller),
    }),
  ];
}

function begin(world: World, sessions: UploadSessions, request: GraphRequest, caller: Caller): GraphReply {
  const parsed = Asked.safeParse(request.body || {});
  if (!parsed.success) throw graphErrors.invalidRequest('The request is malformed or incorrect.');
  const { item } = parsed.data;
  const target = targetOf(world, request, caller);
  const body = sessions.begin(
    conflictFree(target, item['@microsoft.graph.conflictBehavior']),
    request.base,
    item.fileSize,
  );
  return {
    status: 200,
    body: { '@odata.context': `${request.base}/$metadata#microsoft.graph.uploadSession`, ...body },
  };
}

function conflictFree(target: WriteTarget, conflict: Conflict): WriteTarget {
  if (!target.over || conflict === 'replace') return target;
  const name = freeName(target.drive, target.folder, target.name, conflict);
  return { ...target, name, over: undefined };
}

function targetOf(world: World, request: GraphRequest, caller: Caller): WriteTarget {
  const by = (drive: Drive) => caller.person ?? drive.root.createdBy;
  if (request.params['path'] === undefined) {
    const { drive, item } = writableFile(itemIn(world, request, caller, 'write'));
    return { drive, folder: drive.items.get(item.parentId!)!, name: item.name, over: item, by: by(drive) };
  }
  const { drive, item: folder, name } = placeIn(world, request, caller);
  const over = childNamed(drive, folder, name);
  if (over) writableFile(itemIn(world, request, caller, 'write'));
  else freeName(drive, folder, name, 'fail');
  return { drive, folder, name, over, by: by(drive) };
}

function writableFile(found: Found): Found {
  if (!found.item.source) throw graphErrors.invalidRequest('A folder has no content.');
  if (found.item.locked) throw graphErrors.resourceLocked();
  return found;
}

/** Bytes as they came, or as a batch carries them: in base64. */
function bytesIn({ body }: GraphRequest): Buffer {
  if (Buffer.isBuffer(body)) return body;
  return typeof body === 'string'
    ? Buffer.from(body, 'base64')
    : Buffer.from(body === undefined ? '' : JSON.stringify(body));
}
