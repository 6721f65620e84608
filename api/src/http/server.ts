import restify, { type Request, type Response, type Server } from 'restify';
import { AvaError } from '../../contract/errors.ts';
import { BODY_TIMEOUT_MS, MAX_FILE_BYTES, UPLOAD_BYTES_PER_SECOND } from '../../contract/limits.ts';
import { everyAnswer } from '../../platform/answer.ts';
import { hardenServer } from '../../platform/hardenServer.ts';
import type { Log } from '../log.ts';
import { bodyOf, sendError } from './sendError.ts';

export type { Request, Response, Server } from 'restify';

/** Longer than any proxy's idle limit in front of it, so that the proxy closes first. */
const KEEP_ALIVE_MS = 75_000;
const HEADERS_MS = 30_000;
/** Longer than the slowest upload that guardBody accepts. */
const REQUEST_MS = 2 * BODY_TIMEOUT_MS + (MAX_FILE_BYTES / UPLOAD_BYTES_PER_SECOND) * 1_000;
/** A part of a path; Graph's name for a site is its host and two GUIDs, more than the router's own hundred. */
const LONGEST_PARAMETER = 400;

/** A restify server that says nothing of its inside: unknown paths, wrong methods and faults all answer in AVA's form. */
export function createServer(log: Log): Server {
  const server = restify.createServer({
    name: 'AVA',
    handleUncaughtExceptions: false,
    maxParamLength: LONGEST_PARAMETER,
  } as restify.ServerOptions);
  const times = { headersMs: HEADERS_MS, requestMs: REQUEST_MS, keepAliveMs: KEEP_ALIVE_MS };
  hardenServer(server.server, times, bodyOf);
  server.pre(restify.plugins.pre.sanitizePath());
  server.pre((_request: Request, response: Response, next: restify.Next) => {
    for (const [name, value] of Object.entries(everyAnswer)) response.setHeader(name, value);
    response.removeHeader('Server');
    return next();
  });
  server.on(
    'restifyError',
    (request: Request, response: Response, error: Error & { statusCode?: number }, done: () => void) => {
      // restify would print the error's own words; only AVA's sentences leave.
      void done;
      if (response.headersSent) return response.destroy();
      sendError(request, response, asAvaError(error), log);
    },
  );
  return server;
}

function asAvaError(error: Error & { statusCode?: number }): unknown {
  if (error instanceof AvaError) return error;
  if (error.statusCode === 404) return new AvaError('not_found', { detail: 'There is nothing at this address.' });
  if (error.statusCode === 405) return new AvaError('method_not_allowed', { cause: error });
  if (error.statusCode !== undefined && error.statusCode < 500) return new AvaError('bad_request', { cause: error });
  return error;
}
