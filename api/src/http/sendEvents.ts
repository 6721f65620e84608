import { once } from 'node:events';
import { END_OF_STREAM, writeEvent } from '../../contract/sse.ts';
import type { Request, Response } from './server.ts';

/** Proxies close a connection on which nothing moves; a comment moves nothing else. */
const KEEP_ALIVE_MS = 15_000;

/**
 * Sends batches of events as they come and ends the stream when they end. A reader that is slow is waited for; one that
 * has gone ends the reading, not the run.
 */
export async function sendEvents(
  response: Response,
  headers: Record<string, string>,
  batches: AsyncIterable<readonly unknown[]>,
  gone: AbortSignal,
): Promise<void> {
  response.writeHead(200, {
    ...headers,
    'Content-Type': 'text/event-stream; charset=utf-8',
    'Cache-Control': 'no-store, no-transform',
    'X-Accel-Buffering': 'no',
  });
  response.flushHeaders();
  const alive = setInterval(() => response.write(': still here\n\n'), KEEP_ALIVE_MS);
  try {
    for await (const batch of batches) {
      if (gone.aborted) return;
      if (!response.write(batch.map(writeEvent).join(''))) await once(response, 'drain', { signal: gone });
    }
    if (!gone.aborted) response.end(END_OF_STREAM);
  } catch (error) {
    if (!gone.aborted) throw error;
  } finally {
    clearInterval(alive);
    if (!response.writableEnded) response.destroy();
  }
}

/** Fires when the reader of an answer has gone before its end. */
export function goneSignal(request: Request, response: Response): AbortSignal {
  const gone = new AbortController();
  response.on('close', () => {
    if (!response.writableFinished) gone.abort();
  });
  request.on('error', () => gone.abort());
  return gone.signal;
}
