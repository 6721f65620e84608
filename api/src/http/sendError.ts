import { AvaError, isAvaError } from '../../contract/errors.ts';
import type { Log } from '../log.ts';
import type { Request, Response } from './server.ts';

/** SQLSTATE classes for a store that is away or busy, and the store's own codes for the same. */
const STORE_AWAY = /^(08|53|57|ECONN|EPIPE|statement_timeout|transaction_|store_|outcome_unknown)/;

export const JSON_TYPE = 'application/json; charset=utf-8';
const LINGER_MS = 3_000;

/** What went wrong, as an error that may leave: a code and a sentence; the cause stays in the log. */
export function toAvaError(error: unknown): AvaError {
  if (isAvaError(error)) return error;
  const code = typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';
  if (STORE_AWAY.test(code)) return new AvaError('store_unavailable', { cause: error, retryAfter: 2 });
  return new AvaError('unexpected', { cause: error });
}

/** Answers with an error's code and sentence. Nothing is sent when the answer has already begun. */
export function sendError(request: Request, response: Response, error: unknown, log: Log): void {
  const failure = toAvaError(error);
  const fields = { code: failure.code, method: request.method, path: pathOf(request), error: failure };
  if (failure.status >= 500) log.error(fields, 'a request failed');
  else log.debug(fields, 'a request was refused');
  if (response.headersSent || response.writableEnded) return void response.destroy();
  if (failure.retryAfter !== null) response.setHeader('Retry-After', String(Math.ceil(failure.retryAfter)));
  if (failure.code === 'not_signed_in') response.setHeader('WWW-Authenticate', 'Bearer');
  const body = bodyOf(failure);
  const unread = hasBody(request) && !request.complete;
  if (unread) response.setHeader('Connection', 'close');
  response.writeHead(failure.status, { 'Content-Type': JSON_TYPE, 'Content-Length': Buffer.byteLength(body) });
  if (unread) endAfterBody(request, response, body);
  else response.end(body);
}

/** Whether a request announces a body. */
export function hasBody({ headers }: Pick<Request, 'headers'>): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) !== 0;
}

/** What leaves of an error. */
export function bodyOf({ code, detail }: AvaError): string {
  return JSON.stringify({ code, detail });
}

/**
 * A connection that is closed on bytes nobody has read is reset, and its sender never learns why. So what is left of a
 * refused body is thrown away for a moment before the end.
 */
function endAfterBody(request: Request, response: Response, body: string): void {
  const end = () => {
    clearTimeout(timer);
    response.end();
  };
  const timer = setTimeout(end, LINGER_MS);
  response.write(body);
  request.once('end', end).once('close', end).on('error', end);
  request.resume();
}

/** The path without its query: what people search for does not belong in a log. */
export function pathOf(request: Request): string {
  return (request.url ?? '').split('?', 1)[0] ?? '';
}
