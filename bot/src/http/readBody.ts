import type { IncomingMessage } from 'node:http';
import { MAX_BODY_DEPTH } from '../../../api/contract/limits.ts';

/** More than Teams ever sends; whoever sends more is not Teams. */
export const MAX_BODY_BYTES = 1_048_576;
/** Teams sends an activity in one go. */
const WITHIN_MS = 15_000;

/** Why a body is not taken: a status and a sentence. */
export interface Refusal {
  status: 400 | 401 | 408 | 413 | 415;
  error: string;
}

/** `gone`: whoever sent it has hung up, and hears no answer. */
export type Body = { name: 'read'; value: unknown } | { name: 'gone' } | ({ name: 'refused' } & Refusal);
type Bytes = { name: 'bytes'; bytes: Buffer } | Exclude<Body, { name: 'read' }>;

const refused = (status: Refusal['status'], error: string) => ({ name: 'refused', status, error }) as const;
const tooLarge = refused(413, 'An activity is at most one megabyte long.');

/**
 * A JSON body that is neither compressed nor encoded in another way, in memory and nowhere else. What is too large, too
 * slow or something else is not read to its end. Never rejects.
 * @param withinMs how long all of it may take
 */
export async function readBody(request: IncomingMessage, withinMs = WITHIN_MS): Promise<Body> {
  const { 'content-type': type = '', 'content-encoding': encoding = 'identity' } = request.headers;
  if (!/^application\/json\s*(;\s*charset="?utf-?8"?\s*)?$/i.test(type.trim()))
    return refused(415, 'Please send JSON.');
  if (encoding.trim().toLowerCase() !== 'identity') return refused(415, 'Please send JSON as it is, not compressed.');
  if (Number(request.headers['content-length'] ?? 0) > MAX_BODY_BYTES) return tooLarge;
  const read = await readBytes(request, withinMs);
  return read.name === 'bytes' ? parsed(read.bytes) : read;
}

function readBytes(request: IncomingMessage, withinMs: number): Promise<Bytes> {
  return new Promise((resolve) => {
    const parts: Buffer[] = [];
    let size = 0;
    const timer = setTimeout(() => end(refused(408, 'The activity took too long to arrive.')), withinMs);
    const gone = () => end({ name: 'gone' });
    const whole = () => end({ name: 'bytes', bytes: Buffer.concat(parts) });
    function keep(part: Buffer): void {
      size += part.length;
      if (size > MAX_BODY_BYTES) return end(tooLarge);
      parts.push(part);
    }
    function end(outcome: Bytes): void {
      clearTimeout(timer);
      request.off('data', keep).off('end', whole).off('close', gone);
      request.pause();
      resolve(outcome);
    }
    // It is closed right after; without a listener the error would end the process.
    request.on('error', () => undefined);
    request.on('data', keep).once('end', whole).once('close', gone);
  });
}

function parsed(bytes: Buffer): Body {
  try {
    const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
    return isShallow(value) ? { name: 'read', value } : refused(400, 'The activity is nested too deeply.');
  } catch {
    // The parser's own words quote what was sent; whoever sent it knows that.
    return refused(400, 'The activity is not valid JSON.');
  }
}

/** Deep nesting costs whoever walks through it the stack; real activities are shallow. */
function isShallow(value: unknown, depth = 0): boolean {
  if (typeof value !== 'object' || value === null) return true;
  return depth < MAX_BODY_DEPTH && Object.values(value).every((inner) => isShallow(inner, depth + 1));
}
