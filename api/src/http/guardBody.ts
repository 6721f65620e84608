import type { IncomingMessage } from 'node:http';
import { AvaError } from '../../contract/errors.ts';

/** A sender that says nothing for so long has gone without a word: a closed laptop, a lost network. */
const SILENT_MS = 60_000;

export interface BodyLimits {
  maxBytes: number;
  /** What to say of more. */
  tooMuch: 'too_large' | 'file_too_large';
  silentMs?: number;
}

/**
 * Watches a body while it is read and calls `fail` once when too much of it comes, or nothing more.
 * @returns ends the watch
 */
export function guardBody(
  request: IncomingMessage,
  { maxBytes, tooMuch, silentMs = SILENT_MS }: BodyLimits,
  fail: (error: AvaError) => void,
): () => void {
  let size = 0;

  function release(): void {
    request.off('data', count).off('aborted', brokenOff).off('error', brokenOff).off('timeout', silent);
    request.setTimeout(0);
  }
  function end(error: AvaError): void {
    release();
    fail(error);
  }
  function count(part: Uint8Array): void {
    size += part.length;
    if (size > maxBytes) end(new AvaError(tooMuch));
  }
  function brokenOff(cause?: unknown): void {
    end(new AvaError('bad_request', { detail: 'The request was broken off.', cause }));
  }
  function silent(): void {
    end(new AvaError('bad_request', { detail: 'The request came to a halt.' }));
  }

  request.on('data', count).on('aborted', brokenOff).on('error', brokenOff).on('timeout', silent);
  request.setTimeout(silentMs);
  return release;
}
