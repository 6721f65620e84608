import type { ServerResponse } from 'node:http';

/** Creates a signal that aborts when the client disconnects before the end of the response. */
export function createDisconnectSignal(res: ServerResponse): AbortSignal {
  const controller = new AbortController();
  res.once('close', () => {
    if (!res.writableEnded) controller.abort();
  });
  return controller.signal;
}
