import type { IncomingMessage } from 'node:http';
import { AvaError } from '../contract/errors.ts';
import { BODY_TIMEOUT_MS } from '../contract/limits.ts';

/** A sender that is silent for so long has gone: a closed laptop, a lost network. */
const SILENT_MS = 60_000;

export interface BodyLimits {
  maxBytes: number;
  /** The error for a larger body. */
  tooMuch: 'too_large' | 'file_too_large';
  silentMs?: number;
  /** How long the whole body may take. */
  withinMs?: number;
  /** Bytes that extend this time by a second each time they arrive; without it nothing extends it. */
  bytesPerSecond?: number;
}

/**
 * Watches a body while it is read and calls `fail` once when it is too large, too slow or interrupted.
 * @returns ends the watch
 */
export function guardBody(
  request: IncomingMessage,
  { maxBytes, tooMuch, silentMs = SILENT_MS, withinMs = BODY_TIMEOUT_MS, bytesPerSecond = Infinity }: BodyLimits,
  fail: (error: AvaError) => void,
): () => void {
  const startedAt = performance.now();
  let size = 0;
  let deadline = setTimeout(checkTime, withinMs);

  function release(): void {
    clearTimeout(deadline);
    request.off('data', count).off('aborted', interrupted).off('error', interrupted).off('timeout', silent);
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
  function checkTime(): void {
    const left = startedAt + withinMs + (size / bytesPerSecond) * 1_000 - performance.now();
    if (left <= 1) end(new AvaError('request_timeout'));
    else deadline = setTimeout(checkTime, left);
  }
  function interrupted(cause?: unknown): void {
    end(new AvaError('bad_request', { detail: 'The request was interrupted.', cause }));
  }
  function silent(): void {
    end(new AvaError('request_timeout'));
  }

  request.on('data', count).on('aborted', interrupted).on('error', interrupted).on('timeout', silent);
  request.setTimeout(silentMs);
  return release;
}
