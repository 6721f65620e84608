import restify, { type Request, type Response, type Server } from 'restify';
import { AvaError } from '#contract/errors.ts';
import { BODY_TIMEOUT_MS, MAX_FILE_BYTES, UPLOAD_BYTES_PER_SECOND } from '#contract/limits.ts';
import { commonHeaders } from '#platform/response.ts';
import { hardenServer } from '#platform/hardenServer.ts';
import type { Log } from '#platform/log.ts';
import { getErrorBody, sendError } from './sendError.ts';

export type { Request, Response, Server } from 'restify';

/** An idle connection stays open longer than a proxy in front keeps it, so that the proxy closes it first. */
const KEEP_ALIVE_MS = 75_000;
const HEADERS_MS = 30_000;
/** Maximum time of a request, longer than the slowest upload that guardBody accepts. */
const REQUEST_MS = 2 * BODY_TIMEOUT_MS + (MAX_FILE_BYTES / UPLOAD_BYTES_PER_SECOND) * 1_000;
/** Graph's id of a site is a host and two GUIDs, longer than the router's default of 100. */
const MAX_PARAMETER_CHARACTERS = 400;

/** A restify server that reveals no internals: unknown paths, wrong methods and faults all use AVA's error format. */
export function createServer(log: Log, publicUrl: string): Server {
  const server = restify.createServer({
    name: 'AVA',
    handleUncaughtExceptions: false,
    maxParamLength: MAX_PARAMETER_CHARACTERS,
  } as restify.ServerOptions);
  const options = { publicUrl, headersMs: HEADERS_MS, requestMs: REQUEST_MS, keepAliveMs: KEEP_ALIVE_MS };
  hardenServer(server.server, options, getErrorBody);
  server.pre(restify.plugins.pre.sanitizePath());
  server.pre((_request: Request, response: Response, next: restify.Next) => {
    for (const [name, value] of Object.entries(commonHeaders)) response.setHeader(name, value);
    response.removeHeader('Server');
    return next();
  });
  server.on(
    'restifyError',
    (request: Request, response: Response, error: Error & { statusCode?: number }, done: () => void) => {
      // The callback is not called, because restify would then send the error's internal message.
      void done;
      if (response.headersSent) return response.destroy();
      sendError(request, response, toClientError(error), log);
    },
  );
  return server;
}

function toClientError(error: Error & { statusCode?: number }): unknown {
  if (error instanceof AvaError) return error;
  if (error.statusCode === 404) return new AvaError('not_found', { detail: 'There is nothing at this address.' });
  if (error.statusCode === 405) return new AvaError('method_not_allowed', { cause: error });
  if (error.statusCode !== undefined && error.statusCode < 500) return new AvaError('bad_request', { cause: error });
  return error;
}
