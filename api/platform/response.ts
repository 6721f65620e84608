import type { IncomingMessage, ServerResponse } from 'node:http';

/** Headers of every response. */
export const commonHeaders = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cache-Control': 'no-store',
} as const;

/**
 * More headers of every response of a server that browsers reach at this address. Behind https, a browser uses https only,
 * so that nobody between can answer for AVA. The development address keeps http.
 */
export function getTransportHeaders(publicUrl: string): Record<string, string> {
  return new URL(publicUrl).protocol === 'https:' ? { 'Strict-Transport-Security': 'max-age=31536000' } : {};
}

export const JSON_TYPE = 'application/json; charset=utf-8';

/** Time for the sender of a refused request to finish its body and read the response. */
export const LINGER_MS = 3_000;

/** Whether the headers of a request declare a body. */
export function hasBody({ headers }: Pick<IncomingMessage, 'headers'>): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) !== 0;
}

/** Sends a complete response. Closes the connection if the request's body was not read to its end. */
export function sendText(
  request: IncomingMessage,
  response: ServerResponse,
  status: number,
  text: string,
  headers: Record<string, string> = {},
): void {
  const isUnread = hasBody(request) && !request.complete;
  response.writeHead(status, {
    ...headers,
    ...(isUnread ? { Connection: 'close' } : {}),
    'Content-Length': Buffer.byteLength(text),
  });
  if (isUnread) endAfterBody(request, response, text);
  else response.end(text);
}

/**
 * Ends the response after reading and discarding a refused body for up to LINGER_MS. Closing a connection with unread
 * bytes resets it, and the sender would never see the response.
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
