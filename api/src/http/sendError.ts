import type { Request, Response } from 'restify';
import { AvaError, isAvaError } from '#contract/errors.ts';
import { JSON_TYPE, sendText } from '#platform/response.ts';
import type { Log } from '#platform/log.ts';
import { isStoreUnavailable } from '#api/storage/errors.ts';

/** Turns any error into one that can be sent: a code and a sentence. The cause goes to the log only. */
export function toAvaError(error: unknown): AvaError {
  if (isAvaError(error)) return error;
  if (isStoreUnavailable(error)) return new AvaError('store_unavailable', { cause: error, retryAfter: 2 });
  return new AvaError('unexpected', { cause: error });
}

/** Sends an error's code and sentence, unless the response has already started. */
export function sendError(request: Request, response: Response, error: unknown, log: Log): void {
  const failure = toAvaError(error);
  const fields = { code: failure.code, method: request.method, path: getPath(request), error: failure };
  if (failure.status >= 500) log.error(fields, 'request failed');
  else log.debug(fields, 'request refused');
  if (response.headersSent || response.writableEnded) return void response.destroy();
  if (failure.retryAfter !== null) response.setHeader('Retry-After', String(Math.ceil(failure.retryAfter)));
  if (failure.code === 'not_signed_in') response.setHeader('WWW-Authenticate', 'Bearer');
  sendText(request, response, failure.status, getErrorBody(failure), { 'Content-Type': JSON_TYPE });
}

/** The part of an error that a client sees. */
export function getErrorBody({ code, detail, data }: AvaError): string {
  return JSON.stringify({ code, detail, data });
}

/** The path without its query: search terms do not belong in a log. */
function getPath(request: Request): string {
  return (request.url ?? '').split('?', 1)[0] ?? '';
}
