import { z } from 'zod';
import { toContent } from '#sandbox/documents/documentContent.ts';
import { graphErrors } from '#sandbox/graph/graphErrors.ts';
import type { Caller, GraphReply, GraphRequest, GraphRoute } from '#sandbox/graph/graphRoute.ts';
import { getItem, getNewItemTarget, type LocatedItem } from './findResource.ts';
import { toSelectedEntity } from '#sandbox/graph/sites/entities/itemEntity.ts';
import { checkEtag, findFreeName, type Conflict } from '#sandbox/graph/sites/store/itemNames.ts';
import { onItems, writingFiles } from './routePatterns.ts';
import { findChild } from '#sandbox/graph/sites/store/itemTree.ts';
import type { UploadSessions } from '#sandbox/graph/sites/transfer/uploadSessions.ts';
import type { Drive, SiteStore } from '#sandbox/graph/sites/store/siteStore.ts';
import { writeFile, type WriteTarget } from '#sandbox/graph/sites/store/writeFile.ts';

const UploadOptions = z.looseObject({
  item: z
    .looseObject({
      name: z.string().min(1).optional(),
      fileSize: z.number().int().nonnegative().optional(),
      '@microsoft.graph.conflictBehavior': z.enum(['fail', 'rename', 'replace']).default('fail'),
    })
    .prefault({}),
});

/** Uploads: `PUT …/content` for small files, upload sessions for large ones. */
export function uploadRoutes(store: SiteStore, sessions: UploadSessions): GraphRoute[] {
  return [
    ...onItems('/content', {
      ...writingFiles,
      method: 'PUT',
      handle: async (request, caller) => {
        const target = findTarget(store, request, caller);
        const isReplacement = target.existing !== undefined;
        if (target.existing) checkEtag(target.existing, request);
        const item = writeFile(store, target, toContent(readBytes(request)));
        return { status: isReplacement ? 200 : 201, body: await toSelectedEntity(target.drive, item, request) };
      },
    }),
    ...onItems('/createUploadSession', {
      ...writingFiles,
      method: 'POST',
      handle: (request, caller) => createSession(store, sessions, request, caller),
    }),
  ];
}

function createSession(store: SiteStore, sessions: UploadSessions, request: GraphRequest, caller: Caller): GraphReply {
  const parsed = UploadOptions.safeParse(request.body || {});
  if (!parsed.success) throw graphErrors.invalidRequest('The request is malformed or incorrect.');
  const { item } = parsed.data;
  const target = findTarget(store, request, caller);
  const body = sessions.create(
    resolveConflict(target, item['@microsoft.graph.conflictBehavior']),
    request.base,
    item.fileSize,
  );
  return {
    status: 200,
    body: { '@odata.context': `${request.base}/$metadata#microsoft.graph.uploadSession`, ...body },
  };
}

function resolveConflict(target: WriteTarget, conflict: Conflict): WriteTarget {
  if (!target.existing || conflict === 'replace') return target;
  const name = findFreeName(target.drive, target.folder, target.name, conflict);
  return { ...target, name, existing: undefined };
}

function findTarget(store: SiteStore, request: GraphRequest, caller: Caller): WriteTarget {
  const getAuthor = (drive: Drive) => caller.person ?? drive.root.createdBy;
  if (request.params['path'] === undefined) {
    const { drive, item } = checkWritable(getItem(store, request, caller, 'write'));
    return { drive, folder: drive.items.get(item.parentId!)!, name: item.name, existing: item, by: getAuthor(drive) };
  }
  const { drive, item: folder, name } = getNewItemTarget(store, request, caller);
  if (drive.full) throw graphErrors.driveFull();
  const existing = findChild(drive, folder, name);
  if (existing) checkWritable(getItem(store, request, caller, 'write'));
  else findFreeName(drive, folder, name, 'fail');
  return { drive, folder, name, existing, by: getAuthor(drive) };
}

function checkWritable(file: LocatedItem): LocatedItem {
  if (!file.item.source) throw graphErrors.invalidRequest('A folder has no content.');
  if (file.item.locked) throw graphErrors.resourceLocked();
  return file;
}

/** Returns the body as bytes; in a batch it is base64. */
function readBytes({ body }: GraphRequest): Buffer {
  if (Buffer.isBuffer(body)) return body;
  return typeof body === 'string'
    ? Buffer.from(body, 'base64')
    : Buffer.from(body === undefined ? '' : JSON.stringify(body));
}
