import type { IncomingMessage, ServerResponse } from 'node:http';

import { ApiError, badRequest, serverError } from './apiError.ts';

/** Most bytes of a request body: ten pasted images and a long prompt fit. */
const MAX_BODY_BYTES = 64 * 1024 * 1024;

/** Reads a JSON body. Throws an `ApiError`: 400 when it is no JSON, 413 when it is too long. */
export async function readJson(req: IncomingMessage): Promise<{ body: unknown; bytes: number }> {
  const parts: Buffer[] = [];
  let bytes = 0;
  // Left undestroyed so that the 413 can still be read by the client.
  for await (const part of req.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    bytes += part.length;
    if (bytes > MAX_BODY_BYTES) throw bodyTooLarge();
    parts.push(part);
  }
  const text = Buffer.concat(parts).toString('utf8');
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

/** Sends a value as JSON. */
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

/** Sends what a failure says in OpenAI's shape; a failure that is not an `ApiError` is the server's own and a 500. */
export function sendError(res: ServerResponse, error: unknown): void {
  if (res.headersSent) {
    res.destroy();
    return;
  }
  const known = error instanceof ApiError ? error : serverError();
  sendJson(res, known.status, known.body, known.headers);
}

/** Opens an event stream: the headers leave at once, so that the client knows it was heard. */
export function openEventStream(res: ServerResponse): void {
  res.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-cache' });
  res.flushHeaders();
}

/** A signal that aborts when the client closes before the response has ended. */
export function createDisconnectSignal(res: ServerResponse): AbortSignal {
  const controller = new AbortController();
  res.once('close', () => {
    if (!res.writableEnded) controller.abort();
  });
  return controller.signal;
}
