import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { FileContent } from '#sandbox/documents/documentContent.ts';
import { GraphError, graphErrors } from '#sandbox/graph/graphErrors.ts';
import { verifyDownload } from './downloadUrls.ts';
import { getItemContent, getMediaType } from '#sandbox/graph/sites/entities/itemEntity.ts';
import type { Item, SiteStore } from '#sandbox/graph/sites/store/siteStore.ts';

/** The requested range of a file, with the headers of its reply. */
type ByteRange = { status: 200 | 206; start: number; end: number; headers: Record<string, string> };

/**
 * Sends a file, or one range of it, to anyone with its download address. Throws a GraphError before anything is sent if
 * SharePoint would reject the request.
 */
export async function sendFile(
  store: SiteStore,
  query: URLSearchParams,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (request.method !== 'GET' && request.method !== 'HEAD') throw graphErrors.wrongMethod();
  const item = findDownload(store, query);
  const content = await getItemContent(item);
  const range = parseRange(content, request.headers.range);
  response.writeHead(range.status, {
    'content-type': getMediaType(item),
    'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(item.name)}`,
    'content-length': String(range.end - range.start),
    'accept-ranges': 'bytes',
    etag: `"{${item.guid.toUpperCase()}},${item.contentVersion}"`,
    ...range.headers,
  });
  if (request.method === 'HEAD') response.end();
  else await streamContent(content, range, response);
}

function findDownload(store: SiteStore, query: URLSearchParams): Item {
  const download = verifyDownload(query);
  if (!download) throw graphErrors.unauthenticated('The download address has expired or is not valid.');
  const item = store.drives.get(download.driveId)?.items.get(download.itemId);
  if (!item?.source || item.deleted) throw graphErrors.itemNotFound();
  if (item.locked) throw graphErrors.resourceLocked();
  return item;
}

function parseRange({ size }: FileContent, range: string | undefined): ByteRange {
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

async function streamContent(content: FileContent, { start, end }: ByteRange, response: ServerResponse): Promise<void> {
  try {
    await pipeline(Readable.from(content.read(start, end)), response);
  } catch (error) {
    // A client that disconnects is not an error.
    if ((error as NodeJS.ErrnoException).code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error;
  }
}
