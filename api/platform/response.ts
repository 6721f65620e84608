import type { IncomingMessage, ServerResponse } from 'node:http';

/** Headers of every answer. */
export const everyAnswer = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cache-Control': 'no-store',
} as const;

export const JSON_TYPE = 'application/json; charset=utf-8';

/** How long a refused request may take to send the rest of its body and close the connection. */
export const LINGER_MS = 3_000;

/** Whether a request announces a body. */
export function hasBody({ headers }: Pick<IncomingMessage, 'headers'>): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) !== 0;
}

/** Sends a whole answer and closes the connection if the body of the request was not read to its end. */
export function sendText(
  request: IncomingMessage,
  response: ServerResponse,
  status: number,
  text: string,
  headers: Record<string, string> = {},
): void {
  const unread = hasBody(request) && !request.complete;
  response.writeHead(status, {
    ...headers,
    ...(unread ? { Connection: 'close' } : {}),
    'Content-Length': Buffer.byteLength(text),
  });
  if (unread) endAfterBody(request, response, text);
  else response.end(text);
}

/**
 * A connection that is closed while bytes wait unread is reset, and its sender never sees the answer. So the rest of a
 * refused body is discarded for a moment before the end.
 */
function endAfterBody(request: IncomingMessage, response: ServerResponse, text: string): void {
  const end = () => {
    clearTimeout(timer);
    response.end();
  };
  const timer = setTimeout(end, LINGER_MS);
  response.write(text);
  response.flushHeaders();
  request.once('end', end).once('close', end).on('error', end);
  request.resume();
}
