import type { IncomingMessage } from 'node:http';
import { AvaError } from '../../contract/errors.ts';
import { GRAPH_MAX_RETRIES, GRAPH_RETRY_BASE_MS } from '../../contract/limits.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Door } from './contentClient.ts';
import type { GraphItem } from './driveItem.ts';

/** Parts of an upload session are multiples of 320 KiB; Microsoft recommends five to ten megabytes. */
const PART_BYTES = 32 * 320 * 1_024;
const LONGEST_REPLY = 1_000_000;

export interface FileToSend {
  name: string;
  /** Bytes in all; more than none. */
  size: number;
  bytes: AsyncIterable<Uint8Array>;
}

/** Sends a file part by part to the address of an upload session, which needs no token; a failed session is withdrawn. */
export async function sendFile(
  door: Door,
  clock: Clock,
  uploadUrl: string,
  { bytes, size }: FileToSend,
): Promise<GraphItem> {
  try {
    let from = 0;
    for await (const part of partsOf(bytes)) {
      const until = from + part.length;
      const headers = { 'content-range': `bytes ${from}-${until - 1}/${size}`, 'content-length': String(part.length) };
      const { status, body } = await put(door, clock, uploadUrl, headers, part);
      if (status === 200 || status === 201) return body as GraphItem;
      if (status !== 202) throw new Error(`a part of an upload was answered ${status}`);
      from = until;
    }
    throw new Error('the upload ended before the file was complete');
  } catch (cause) {
    // Left alone it would expire by itself in some days.
    await door.open(uploadUrl, { method: 'DELETE' }).then(
      (reply) => reply.resume(),
      () => undefined,
    );
    throw cause instanceof AvaError ? cause : new AvaError('graph_unavailable', { cause });
  }
}

async function put(door: Door, clock: Clock, url: string, headers: Record<string, string>, body: Uint8Array) {
  for (let attempt = 0; ; attempt += 1) {
    const reply = await door.open(url, { method: 'PUT', headers, body });
    const status = reply.statusCode ?? 0;
    const answer = await jsonOf(reply);
    if ((status !== 429 && status < 500) || attempt === GRAPH_MAX_RETRIES) return { status, body: answer };
    const after = Number(reply.headers['retry-after']) * 1_000;
    await clock.sleep(after > 0 ? after : GRAPH_RETRY_BASE_MS * 2 ** attempt);
  }
}

async function* partsOf(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let held: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of bytes) {
    held.push(chunk);
    length += chunk.length;
    while (length >= PART_BYTES) {
      const all = Buffer.concat(held);
      yield all.subarray(0, PART_BYTES);
      held = [all.subarray(PART_BYTES)];
      length -= PART_BYTES;
    }
  }
  if (length > 0) yield Buffer.concat(held);
}

async function jsonOf(reply: IncomingMessage): Promise<unknown> {
  const parts: Buffer[] = [];
  let length = 0;
  for await (const part of reply as AsyncIterable<Buffer>) {
    length += part.length;
    if (length > LONGEST_REPLY) throw new Error('an answer to an upload was too long');
    parts.push(part);
  }
  try {
    return JSON.parse(Buffer.concat(parts).toString('utf8'));
  } catch {
    return null;
  }
}
