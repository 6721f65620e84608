import { once } from 'node:events';
import { AvaError } from '#contract/errors.ts';
import { STREAM_KEEP_ALIVE_MS } from '#contract/limits.ts';
import { END_OF_STREAM, writeEvent } from '#contract/runs/sse.ts';
import type { Request, Response } from './server.ts';

/**
 * Sends batches of events as they arrive and ends the stream after the last one. Waits for a slow reader. If the
 * reader disconnects, the delivery ends and the run continues.
 */
export async function sendEvents(
  response: Response,
  headers: Record<string, string>,
  batches: AsyncIterable<readonly unknown[]>,
  disconnected: AbortSignal,
): Promise<void> {
  response.writeHead(200, {
    ...headers,
    'Content-Type': 'text/event-stream; charset=utf-8',
    'Cache-Control': 'no-store, no-transform',
    'X-Accel-Buffering': 'no',
  });
  response.flushHeaders();
  const keepAlive = setInterval(() => response.write(': keep-alive\n\n'), STREAM_KEEP_ALIVE_MS);
  try {
    for await (const batch of batches) {
      if (disconnected.aborted) return;
      if (!response.write(batch.map(writeEvent).join(''))) await once(response, 'drain', { signal: disconnected });
    }
    if (!disconnected.aborted) response.end(END_OF_STREAM);
  } catch (error) {
    if (!disconnected.aborted) throw error;
  } finally {
    clearInterval(keepAlive);
    if (!response.writableEnded) response.destroy();
  }
}

/** Aborts when the reader disconnects before the end of the response. The reason is an error that is not logged as one. */
export function createDisconnectSignal(request: Request, response: Response): AbortSignal {
  const disconnected = new AbortController();
  const abort = () => disconnected.abort(new AvaError('bad_request', { detail: 'The request was interrupted.' }));
  response.on('close', () => {
    if (!response.writableFinished) abort();
  });
  request.on('error', abort);
  return disconnected.signal;
}
