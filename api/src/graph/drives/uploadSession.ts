import type { IncomingMessage } from 'node:http';
import { AvaError } from '#contract/errors.ts';
import type { Clock } from '#platform/clock.ts';
import type { ContentClient } from './contentClient.ts';
import type { GraphItem } from './driveItem.ts';
import { retryThrottled } from '#api/graph/client/retry.ts';
import { parseRetryAfter } from '#platform/retryAfter.ts';

/** Parts of an upload session are multiples of 320 KiB; Microsoft recommends five to ten megabytes. */
const PART_BYTES = 32 * 320 * 1_024;
const MAX_RESPONSE_BYTES = 1_000_000;

export interface FileToSend {
  name: string;
  /** Total bytes; at least one. */
  size: number;
  bytes: AsyncIterable<Uint8Array>;
}

interface PartResponse {
  status: number;
  retryAfter: number;
  body: unknown;
}

/** Sends a file in parts to the pre-authenticated address of an upload session. A failed session is deleted. */
export async function sendFile(
  content: ContentClient,
  clock: Clock,
  uploadUrl: string,
  { bytes, size }: FileToSend,
): Promise<GraphItem> {
  try {
    let sent = 0;
    for await (const part of splitIntoParts(bytes)) {
      const end = sent + part.length;
      const headers = { 'content-range': `bytes ${sent}-${end - 1}/${size}`, 'content-length': String(part.length) };
      const { status, body } = await retryThrottled(
        () => putPart(content, uploadUrl, headers, part),
        (response) => (response.status === 429 || response.status >= 500 ? response.retryAfter : null),
        (ms) => clock.sleep(ms),
      );
      if (status === 200 || status === 201) return body as GraphItem;
      if (status !== 202) throw new Error(`a part of an upload was answered ${status}`);
      sent = end;
    }
    throw new Error('the upload ended before the file was complete');
  } catch (cause) {
    // Deletes the session of a failed upload, which would otherwise stay open for days.
    await content.send(uploadUrl, { method: 'DELETE' }).then(
      (response) => response.resume(),
      () => undefined,
    );
    throw cause instanceof AvaError ? cause : new AvaError('graph_unavailable', { cause });
  }
}

async function putPart(
  content: ContentClient,
  url: string,
  headers: Record<string, string>,
  part: Uint8Array,
): Promise<PartResponse> {
  const response = await content.send(url, { method: 'PUT', headers, body: part });
  const retryAfter = parseRetryAfter(response.headers['retry-after']);
  return { status: response.statusCode ?? 0, retryAfter, body: await readJson(response) };
}

async function* splitIntoParts(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let pending: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of bytes) {
    pending.push(chunk);
    length += chunk.length;
    while (length >= PART_BYTES) {
      const joined = Buffer.concat(pending);
      yield joined.subarray(0, PART_BYTES);
      pending = [joined.subarray(PART_BYTES)];
      length -= PART_BYTES;
    }
  }
  if (length > 0) yield Buffer.concat(pending);
}

/** The body as JSON, or null if it is not JSON. */
async function readJson(response: IncomingMessage): Promise<unknown> {
  const parts: Buffer[] = [];
  let length = 0;
  for await (const part of response as AsyncIterable<Buffer>) {
    length += part.length;
    if (length > MAX_RESPONSE_BYTES) throw new Error('a response to an upload was too long');
    parts.push(part);
  }
  try {
    return JSON.parse(Buffer.concat(parts).toString('utf8'));
  } catch {
    return null;
  }
}
