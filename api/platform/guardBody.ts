import type { IncomingMessage } from 'node:http';
import { AvaError } from '#contract/errors.ts';
import { BODY_TIMEOUT_MS } from '#contract/limits.ts';

/** A sender that sends no data for this time counts as disconnected, for example because a laptop was closed. */
const IDLE_TIMEOUT_MS = 60_000;

export interface BodyLimits {
  maxBytes: number;
  /** Error code for a larger body. */
  sizeError: 'too_large' | 'file_too_large';
  /** Maximum time without data. */
  idleTimeoutMs?: number;
  /** Maximum time for the whole body. */
  timeoutMs?: number;
  /** Extends the time for the whole body by one second whenever this many bytes have arrived. */
  bytesPerSecond?: number;
  /** Called with the number of bytes that have arrived. Throws an AvaError to refuse the body. */
  countBytes?: (bytes: number) => void;
}

/**
 * Watches a body while it is read. Calls `fail` once if it is too large, too slow or interrupted.
 * @returns a function that stops watching
 */
export function guardBody(
  request: IncomingMessage,
  {
    maxBytes,
    sizeError,
    idleTimeoutMs = IDLE_TIMEOUT_MS,
    timeoutMs = BODY_TIMEOUT_MS,
    bytesPerSecond = Infinity,
    countBytes = () => undefined,
  }: BodyLimits,
  fail: (error: AvaError) => void,
): () => void {
  const startedAt = performance.now();
  let size = 0;
  let deadline = setTimeout(checkTime, timeoutMs);

  function release(): void {
    clearTimeout(deadline);
    request.off('data', onData).off('aborted', onInterrupt).off('error', onInterrupt).off('timeout', onIdle);
    request.setTimeout(0);
  }
  function end(error: AvaError): void {
    release();
    fail(error);
  }
  function onData(part: Uint8Array): void {
    size += part.length;
    if (size > maxBytes) return end(new AvaError(sizeError));
    try {
      countBytes(part.length);
    } catch (error) {
      end(error as AvaError);
    }
  }
  function checkTime(): void {
    const remainingMs = startedAt + timeoutMs + (size / bytesPerSecond) * 1_000 - performance.now();
    if (remainingMs <= 1) end(new AvaError('request_timeout'));
    else deadline = setTimeout(checkTime, remainingMs);
  }
  function onInterrupt(cause?: unknown): void {
    end(new AvaError('bad_request', { detail: 'The request was interrupted.', cause }));
  }
  function onIdle(): void {
    end(new AvaError('request_timeout'));
  }

  request.on('data', onData).on('aborted', onInterrupt).on('error', onInterrupt).on('timeout', onIdle);
  request.setTimeout(idleTimeoutMs);
  // A destroyed request emits no more events, so a reader would wait for the deadline. Reported in a microtask, because
  // the caller needs `release` first.
  if (request.destroyed) queueMicrotask(onInterrupt);
  return release;
}
