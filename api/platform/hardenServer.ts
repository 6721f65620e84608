import { STATUS_CODES, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { AvaError } from '#contract/errors.ts';
import { commonHeaders, getTransportHeaders, JSON_TYPE, LINGER_MS } from './response.ts';

/** The API's values are in `api/src/http/server.ts`, the bot's in `bot/src/startBot.ts`. */
interface ServerOptions {
  /** Address at which browsers reach AVA. */
  publicUrl: string;
  /** Maximum time to receive the head of a request. */
  headersMs: number;
  /** Maximum time to receive a whole request. */
  requestMs: number;
  /** Time that an idle connection stays open. */
  keepAliveMs?: number;
}

/**
 * Answers malformed HTTP, slow requests and CONNECT with an error in the usual format, then closes the connection.
 * Ignores Upgrade. Adds the headers of the public address to every response. restify listens for Upgrade and CONNECT and would leave their sockets open.
 * @param toBody formats the body of an error response
 */
export function hardenServer(server: Server, options: ServerOptions, toBody: (error: AvaError) => string): void {
  server.headersTimeout = options.headersMs;
  server.requestTimeout = options.requestMs;
  if (options.keepAliveMs !== undefined) server.keepAliveTimeout = options.keepAliveMs;
  const headers = getTransportHeaders(options.publicUrl);
  const refuse = (socket: Duplex, error: AvaError) => sendRefusal(socket, error, headers, toBody);
  const responses = new WeakMap<Duplex, ServerResponse>();
  // This listener runs before restify's, which can answer at once.
  server.prependListener('request', (request, response) => {
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
    responses.set(request.socket, response);
    response.once('close', () => responses.delete(request.socket));
    response.once('finish', () => closeUnlessRead(request));
  });
  // Without listeners, Node ignores the Upgrade header.
  server.removeAllListeners('upgrade');
  server.removeAllListeners('connect');
  server.on('connect', (_request, socket) => refuse(socket, new AvaError('method_not_allowed')));
  server.on('clientError', (cause: Error & { code?: string }, socket) => {
    // If a response is being sent, the connection is closed: an error would be read as a part of that response.
    if (!socket.writable || cause.code === 'ECONNRESET' || responses.get(socket)?.headersSent)
      return void socket.destroy();
    refuse(socket, toAvaError(cause));
  });
}

/** Closes the connection of an answered request whose body does not end. */
function closeUnlessRead(request: IncomingMessage): void {
  if (request.complete) return;
  const { socket } = request;
  const timer = setTimeout(() => socket.destroy(), LINGER_MS);
  const stop = () => clearTimeout(timer);
  request.once('end', stop);
  socket.once('close', stop);
}

function toAvaError(cause: Error & { code?: string }): AvaError {
  if (cause.code === 'ERR_HTTP_REQUEST_TIMEOUT') return new AvaError('request_timeout', { cause });
  if (cause.code !== 'HPE_HEADER_OVERFLOW') return new AvaError('bad_request', { cause });
  return new AvaError('bad_request', { cause, detail: 'The address or the headers of the request are too long.' });
}

function sendRefusal(
  socket: Duplex,
  error: AvaError,
  transportHeaders: Record<string, string>,
  toBody: (error: AvaError) => string,
): void {
  // Node removes its listeners from the socket of a CONNECT request; an unhandled 'error' would crash the process.
  socket.on('error', () => socket.destroy());
  const body = toBody(error);
  const headers = {
    ...commonHeaders,
    ...transportHeaders,
    'Content-Type': JSON_TYPE,
    'Content-Length': Buffer.byteLength(body),
    Connection: 'close',
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${error.status} ${STATUS_CODES[error.status]}\r\n${lines.join('')}\r\n${body}`);
  const timer = setTimeout(() => socket.destroy(), LINGER_MS);
  socket.once('close', () => clearTimeout(timer));
}
