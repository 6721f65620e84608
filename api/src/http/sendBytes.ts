import { pipeline } from 'node:stream/promises';
import type { Blobs, ByteRange } from '#api/storage/blobs/blobs.ts';
import { parseByteRange } from './byteRange.ts';
import type { Request, Response } from './server.ts';

/** Characters that an extended parameter (RFC 8187) cannot contain and `encodeURIComponent` leaves. */
const NOT_ENCODED = /['()*!]/g;

/** A plain parameter is ASCII; without quotes and backslashes, and without `%`, which some clients decode. */
const NOT_PLAIN = /[^\x20-\x7e]|["\\%]/gu;

const STALLED_READER_MS = 60_000;

export interface BytesReply {
  type: string;
  name?: string;
  body: Uint8Array | StoredBytes;
}

/** Bytes of a blob, of which a reader can ask for a part. */
export interface StoredBytes {
  blobs: Blobs;
  sha256: string;
}

/** Sends bytes, or the part of stored ones that a Range header asks for: a viewer shows a page without the whole file. */
export async function sendBytes(request: Request, response: Response, { type, name, body }: BytesReply): Promise<void> {
  const headers = {
    'Content-Type': type,
    'Content-Disposition': name === undefined ? 'inline' : toAttachment(name),
    'Content-Security-Policy': "default-src 'none'; sandbox",
  };
  if (body instanceof Uint8Array) {
    response.writeHead(200, headers);
    return sendWhole(response, body);
  }
  const { blobs, sha256 } = body;
  const size = await blobs.getSize(sha256);
  const range = parseByteRange(request.headers.range, size);
  if (range === 'outside') {
    response.writeHead(416, { 'Content-Range': `bytes */${size}` });
    return void response.end();
  }
  const stream = range === 'whole' ? await blobs.open(sha256) : await blobs.open(sha256, range);
  response.writeHead(range === 'whole' ? 200 : 206, { ...headers, ...getRangeHeaders(range, size) });
  // The pipeline also closes the source when the reader disconnects; otherwise the file would stay open.
  await pipeline(stream, response).catch((error: unknown) => {
    if (!response.destroyed) throw error;
  });
}

/** Closes the connection of a reader that takes nothing for a minute, because the reply stays in memory until then. */
export function endWhenStalled(response: Response): void {
  response.setTimeout(STALLED_READER_MS, () => response.destroy());
}

/**
 * Resolves only when the reader has all bytes or has left: the bytes stay in memory until then, and the caller counts the
 * reply as in progress.
 */
async function sendWhole(response: Response, bytes: Uint8Array): Promise<void> {
  endWhenStalled(response);
  await new Promise<void>((resolve) => {
    if (response.destroyed) return resolve();
    response.once('close', resolve).once('finish', resolve).end(bytes);
  });
}

function getRangeHeaders(range: ByteRange | 'whole', size: number): Record<string, string | number> {
  if (range === 'whole') return { 'Accept-Ranges': 'bytes', 'Content-Length': size };
  const { start, end } = range;
  return {
    'Accept-Ranges': 'bytes',
    'Content-Length': end - start + 1,
    'Content-Range': `bytes ${start}-${end}/${size}`,
  };
}

/** The header that makes a browser save a file under its name (RFC 6266): in ASCII for old clients, then in Unicode. */
function toAttachment(name: string): string {
  const wellFormed = name.toWellFormed();
  const encoded = encodeURIComponent(wellFormed).replace(
    NOT_ENCODED,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${wellFormed.replace(NOT_PLAIN, '_')}"; filename*=UTF-8''${encoded}`;
}
