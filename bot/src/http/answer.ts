import type { IncomingMessage, ServerResponse } from 'node:http';

/** Headers of every answer. */
export const everyAnswer = {
  'X-Content-Type-Options': 'nosniff',
  'Cache-Control': 'no-store',
} as const;

/** How long a connection that is refused stays open, so that whoever is at its other end can read why. */
export const LINGER_MS = 2_000;

/** Answers a request with JSON, or with a status alone. What nobody has read of its body is never read. */
export function answer(request: IncomingMessage, response: ServerResponse, status: number, body?: unknown): void {
  if (response.headersSent || response.destroyed) return;
  const text = body === undefined ? '' : JSON.stringify(body);
  const unread = hasBody(request) && !request.complete;
  response.writeHead(status, {
    ...everyAnswer,
    ...(text === '' ? {} : { 'Content-Type': 'application/json; charset=utf-8' }),
    ...(unread ? { Connection: 'close' } : {}),
    'Content-Length': Buffer.byteLength(text),
  });
  if (!unread) return void response.end(text);
  // Its end would have Node read the rest of the body, and a connection that is closed over unread bytes is reset: the
  // sender would never learn why.
  response.write(text);
  response.flushHeaders();
  const timer = setTimeout(() => request.socket.destroy(), LINGER_MS);
  request.socket.once('close', () => clearTimeout(timer));
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) !== 0;
}
