import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { toContent } from '#sandbox/documents/documentContent.ts';
import { readBytes } from '#sandbox/server/requestBody.ts';
import { GraphError, graphErrors } from '#sandbox/graph/graphErrors.ts';
import type { GraphReply } from '#sandbox/graph/graphRoute.ts';
import { createItemEntity } from '#sandbox/graph/sites/entities/itemEntity.ts';
import type { SiteStore } from '#sandbox/graph/sites/store/siteStore.ts';
import { writeFile, type WriteTarget } from '#sandbox/graph/sites/store/writeFile.ts';

export const UPLOAD_PATH = '/_layouts/15/upload.aspx';

/** Graph accepts chunks of at most 60 MiB; all but the last must be multiples of 320 KiB. */
const MAX_BYTES = 60 * 1024 * 1024;
const STEP_BYTES = 320 * 1024;
const LIFETIME_MS = 86_400_000;

type Session = {
  target: WriteTarget;
  base: string;
  chunks: Buffer[];
  received: number;
  size: number | undefined;
  expiresAt: number;
};

export type UploadSessions = {
  create(target: WriteTarget, base: string, size: number | undefined): object;
  /** Handles a call to an upload address. Throws the same errors as Graph. */
  handleRequest(query: URLSearchParams, request: IncomingMessage): Promise<GraphReply>;
};

/** Creates the upload sessions: uploads in chunks, to addresses that need no token. */
export function createUploadSessions(store: SiteStore): UploadSessions {
  const sessions = new Map<string, Session>();
  return {
    create: (target, base, size) => {
      const key = randomBytes(24).toString('base64url');
      const session = { target, base, chunks: [], received: 0, size, expiresAt: Date.now() + LIFETIME_MS };
      sessions.set(key, session);
      return { uploadUrl: `${new URL(base).origin}${UPLOAD_PATH}?session=${key}`, ...getProgress(session) };
    },
    handleRequest: async (query, request) => {
      // According to Graph's documentation, a token must not be sent to an upload address.
      if (request.headers.authorization) throw graphErrors.unauthenticated('The upload address accepts no token.');
      const key = query.get('session') ?? '';
      const session = sessions.get(key);
      if (!session || session.expiresAt < Date.now()) throw graphErrors.noUploadSession();
      if (request.method === 'GET') return { status: 200, body: getProgress(session) };
      if (request.method === 'DELETE') sessions.delete(key);
      if (request.method === 'DELETE') return { status: 204, body: undefined };
      if (request.method !== 'PUT') throw graphErrors.wrongMethod();
      const isComplete = await receiveChunk(session, request);
      if (!isComplete) return { status: 202, body: getProgress(session) };
      sessions.delete(key);
      return completeUpload(store, session);
    },
  };
}

async function receiveChunk(session: Session, request: IncomingMessage): Promise<boolean> {
  const bytes = await readBytes(request, MAX_BYTES);
  const [, from, to, total] = /^bytes (\d+)-(\d+)\/(\d+)$/.exec(request.headers['content-range'] ?? '') ?? [];
  const [start, end, size] = [Number(from), Number(to), Number(total)];
  const isLast = end + 1 === size;
  if (from === undefined || end - start + 1 !== bytes.length || (!isLast && bytes.length % STEP_BYTES !== 0)) {
    throw graphErrors.invalidRequest('The Content-Range header is missing or malformed.');
  }
  if (start !== session.received || end >= size || (session.size ?? size) !== size) {
    throw new GraphError(416, 'invalidRange', 'Optimistic concurrency failure during fragmented upload');
  }
  session.chunks.push(bytes);
  session.received += bytes.length;
  session.size = size;
  return isLast;
}

async function completeUpload(store: SiteStore, { target, base, chunks }: Session): Promise<GraphReply> {
  const item = writeFile(store, target, toContent(Buffer.concat(chunks)));
  return { status: target.existing ? 200 : 201, body: await createItemEntity(target.drive, item, base) };
}

function getProgress({ received, expiresAt }: Pick<Session, 'received' | 'expiresAt'>) {
  return { expirationDateTime: new Date(expiresAt).toISOString(), nextExpectedRanges: [`${received}-`] };
}
