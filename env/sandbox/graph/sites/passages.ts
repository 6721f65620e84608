import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { FileContent } from '../../documents/documentContent.ts';
import { GraphError, graphErrors } from '../errors.ts';
import { openedBy } from './downloadUrls.ts';
import { contentsOf, mediaTypeOf } from './itemEntity.ts';
import type { Item, World } from './world.ts';

/** The part of a file that is asked for, and how to speak of it. */
type Part = { status: 200 | 206; start: number; end: number; headers: Record<string, string> };

/**
 * Sends a file to whoever holds its address, whole or the one range asked for. Throws a GraphError where SharePoint
 * would refuse; nothing was sent then.
 */
export async function sendFile(
  world: World,
  query: URLSearchParams,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (request.method !== 'GET' && request.method !== 'HEAD') throw graphErrors.wrongMethod();
  const item = itemOpenedBy(world, query);
  const content = await contentsOf(item);
  const part = partOf(content, request.headers.range);
  response.writeHead(part.status, {
    'content-type': mediaTypeOf(item),
    'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(item.name)}`,
    'content-length': String(part.end - part.start),
    'accept-ranges': 'bytes',
    etag: `"{${item.guid.toUpperCase()}},${item.contentVersion}"`,
    ...part.headers,
  });
  if (request.method === 'HEAD') response.end();
  else await sent(content, part, response);
}

function itemOpenedBy(world: World, query: URLSearchParams): Item {
  const opened = openedBy(query);
  if (!opened) throw graphErrors.unauthenticated('The download address has expired or is not valid.');
  const item = world.drives.get(opened.driveId)?.items.get(opened.itemId);
  if (!item?.source || item.deleted) throw graphErrors.itemNotFound();
  if (item.locked) throw graphErrors.resourceLocked();
  return item;
}

function partOf({ size }: FileContent, range: string | undefined): Part {
  const [, from = '', to = ''] = /^bytes=(\d*)-(\d*)$/.exec(range ?? '') ?? [];
  if (from === '' && to === '') return { status: 200, start: 0, end: size, headers: {} };
  const start = from === '' ? Math.max(0, size - Number(to)) : Number(from);
  const end = from === '' || to === '' ? size : Math.min(size, Number(to) + 1);
  if (start >= end) {
    throw new GraphError(416, 'invalidRange', 'The range is not within the file.', {
      'content-range': `bytes */${size}`,
    });
  }
  return { status: 206, start, end, headers: { 'content-range': `bytes ${start}-${end - 1}/${size}` } };
}

async function sent(content: FileContent, { start, end }: Part, response: ServerResponse): Promise<void> {
  try {
    await pipeline(Readable.from(content.read(start, end)), response);
  } catch (error) {
    // Who asked has gone: nobody is left to tell.
    if ((error as NodeJS.ErrnoException).code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error;
  }
}
