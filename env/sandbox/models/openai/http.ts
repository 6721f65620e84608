import type { IncomingMessage, ServerResponse } from 'node:http';

import { ApiError, badRequest, serverError } from './apiError.ts';

/** Maximum size of a body: enough for ten pasted images and a long prompt. */
const MAX_BODY_BYTES = 64 * 1024 * 1024;

/** Reads a JSON body. Throws ApiError: 400 for invalid JSON, 413 above the maximum size. */
export async function readJson(req: IncomingMessage): Promise<{ body: unknown; bytes: number }> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  // Keeps the socket open so that the client can read the 413.
  for await (const chunk of req.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > MAX_BODY_BYTES) throw bodyTooLarge();
    chunks.push(chunk);
  }
  const text = Buffer.concat(chunks).toString('utf8');
  try {
    return { body: JSON.parse(text), bytes };
  } catch (cause) {
    const problem = badRequest('We could not parse the JSON body of your request.');
    problem.cause = cause;
    throw problem;
  }
}

function bodyTooLarge(): ApiError {
  return new ApiError({ status: 413, message: 'Request body is too large.', headers: { connection: 'close' } });
}

export function sendJson(
  res: ServerResponse,
  status: number,
  value: unknown,
  headers: Record<string, string> = {},
): void {
  const body = Buffer.from(JSON.stringify(value));
  res.writeHead(status, { 'content-type': 'application/json', 'content-length': body.length, ...headers });
  res.end(body);
}

/** Sends an error in OpenAI's format; an error that is not an ApiError is a bug of this server and becomes a 500. */
export function sendError(res: ServerResponse, error: unknown): void {
  if (res.headersSent) {
    res.destroy();
    return;
  }
  const apiError = error instanceof ApiError ? error : serverError();
  sendJson(res, apiError.status, apiError.body, apiError.headers);
}

/** Starts an event stream and sends its headers immediately, as OpenAI does. */
export function openEventStream(res: ServerResponse): void {
  res.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-cache' });
  res.flushHeaders();
}
