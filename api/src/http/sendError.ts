import { AvaError, isAvaError } from '../../contract/errors.ts';
import { JSON_TYPE, sendText } from '../../platform/answer.ts';
import type { Log } from '../log.ts';
import type { Request, Response } from './server.ts';

/** SQLSTATE classes for a store that is away or busy, and the store's own codes for the same. */
const STORE_AWAY = /^(08|53|57|ECONN|EPIPE|statement_timeout|transaction_|store_|outcome_unknown)/;

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
  sendText(request, response, failure.status, bodyOf(failure), { 'Content-Type': JSON_TYPE });
}

/** What leaves of an error. */
export function bodyOf({ code, detail }: AvaError): string {
  return JSON.stringify({ code, detail });
}

/** The path without its query: what people search for does not belong in a log. */
export function pathOf(request: Request): string {
  return (request.url ?? '').split('?', 1)[0] ?? '';
}
