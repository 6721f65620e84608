import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { toContent } from '../../documents/documentContent.ts';
import { readBytes } from '../../server/requestBody.ts';
import { GraphError, graphErrors } from '../errors.ts';
import type { GraphReply } from '../route.ts';
import { itemEntity } from './itemEntity.ts';
import type { World } from './world.ts';
import { writeFile, type WriteTarget } from './writeFile.ts';

export const UPLOAD_PATH = '/_layouts/15/upload.aspx';

/** Graph takes at most 60 MiB at once, and all pieces but the last in multiples of 320 KiB. */
const MOST_BYTES = 60 * 1024 * 1024;
const STEP_BYTES = 320 * 1024;
const LIFETIME_MS = 86_400_000;

type Session = {
  target: WriteTarget;
  base: string;
  pieces: Buffer[];
  received: number;
  size: number | undefined;
  until: number;
};

export type UploadSessions = {
  begin(target: WriteTarget, base: string, size: number | undefined): object;
  /** Answers a call to an upload address. Throws a GraphError where Graph would refuse. */
  answer(query: URLSearchParams, request: IncomingMessage): Promise<GraphReply>;
};

/** Uploads in pieces, to addresses that open without a token. */
export function uploadSessions(world: World): UploadSessions {
  const sessions = new Map<string, Session>();
  return {
    begin: (target, base, size) => {
      const key = randomBytes(24).toString('base64url');
      const session = { target, base, pieces: [], received: 0, size, until: Date.now() + LIFETIME_MS };
      sessions.set(key, session);
      return { uploadUrl: `${new URL(base).origin}${UPLOAD_PATH}?session=${key}`, ...progressOf(session) };
    },
    answer: async (query, request) => {
      // As Graph's documentation warns: the address is enough, and a token beside it is one too many.
      if (request.headers.authorization) throw graphErrors.unauthenticated('The upload address takes no token.');
      const key = query.get('session') ?? '';
      const session = sessions.get(key);
      if (!session || session.until < Date.now()) throw graphErrors.noUploadSession();
      if (request.method === 'GET') return { status: 200, body: progressOf(session) };
      if (request.method === 'DELETE') sessions.delete(key);
      if (request.method === 'DELETE') return { status: 204, body: undefined };
      if (request.method !== 'PUT') throw graphErrors.wrongMethod();
      const whole = await take(session, request);
      if (!whole) return { status: 202, body: progressOf(session) };
      sessions.delete(key);
      return finish(world, session);
    },
  };
}

async function take(session: Session, request: IncomingMessage): Promise<boolean> {
  const bytes = await readBytes(request, MOST_BYTES);
  const [, from, to, total] = /^bytes (\d+)-(\d+)\/(\d+)$/.exec(request.headers['content-range'] ?? '') ?? [];
  const [start, end, size] = [Number(from), Number(to), Number(total)];
  const last = end + 1 === size;
  if (from === undefined || end - start + 1 !== bytes.length || (!last && bytes.length % STEP_BYTES !== 0)) {
    throw graphErrors.invalidRequest('The Content-Range header is missing or malformed.');
  }
  if (start !== session.received || end >= size || (session.size ?? size) !== size) {
    throw new GraphError(416, 'invalidRange', 'Optimistic concurrency failure during fragmented upload');
  }
  session.pieces.push(bytes);
  session.received += bytes.length;
  session.size = size;
  return last;
}

async function finish(world: World, { target, base, pieces }: Session): Promise<GraphReply> {
  const item = writeFile(world, target, toContent(Buffer.concat(pieces)));
  return { status: target.over ? 200 : 201, body: await itemEntity(target.drive, item, base) };
}

function progressOf({ received, until }: Pick<Session, 'received' | 'until'>) {
  return { expirationDateTime: new Date(until).toISOString(), nextExpectedRanges: [`${received}-`] };
}
