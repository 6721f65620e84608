import { STATUS_CODES, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { AvaError } from '../contract/errors.ts';
import { everyAnswer, JSON_TYPE, LINGER_MS } from './response.ts';

export interface ServerTimes {
  /** How long the head of a request may take. */
  headersMs: number;
  /** How long a whole request may take. */
  requestMs: number;
  /** How long an idle connection stays open. */
  keepAliveMs?: number;
}

/**
 * Answers malformed HTTP, slow requests and requests for another protocol in the form of every other answer, then closes
 * the connection. restify listens for Upgrade and CONNECT and would leave their sockets open.
 * @param bodyOf the body of an answer to a request that could not be parsed
 */
export function hardenServer(server: Server, times: ServerTimes, bodyOf: (error: AvaError) => string): void {
  server.headersTimeout = times.headersMs;
  server.requestTimeout = times.requestMs;
  if (times.keepAliveMs !== undefined) server.keepAliveTimeout = times.keepAliveMs;
  const answering = new WeakMap<Duplex, ServerResponse>();
  server.on('request', (request, response) => {
    answering.set(request.socket, response);
    response.once('close', () => answering.delete(request.socket));
    response.once('finish', () => closeUnlessRead(request));
  });
  // Without listeners Node ignores the Upgrade header.
  server.removeAllListeners('upgrade');
  server.removeAllListeners('connect');
  server.on('connect', (_request, socket) => refuse(socket, new AvaError('method_not_allowed'), bodyOf));
  server.on('clientError', (cause: Error & { code?: string }, socket) => {
    // The client could not tell a second answer from the one that is being sent.
    if (!socket.writable || cause.code === 'ECONNRESET' || answering.get(socket)?.headersSent)
      return void socket.destroy();
    refuse(socket, errorOf(cause), bodyOf);
  });
}

/** An answered request whose body keeps dripping in would hold its connection open. */
function closeUnlessRead(request: IncomingMessage): void {
  if (request.complete) return;
  const { socket } = request;
  const timer = setTimeout(() => socket.destroy(), LINGER_MS);
  const stop = () => clearTimeout(timer);
  request.once('end', stop);
  socket.once('close', stop);
}

function errorOf(cause: Error & { code?: string }): AvaError {
  if (cause.code === 'ERR_HTTP_REQUEST_TIMEOUT') return new AvaError('request_timeout', { cause });
  if (cause.code !== 'HPE_HEADER_OVERFLOW') return new AvaError('bad_request', { cause });
  return new AvaError('bad_request', { cause, detail: 'The address or the headers of the request are too long.' });
}

function refuse(socket: Duplex, error: AvaError, bodyOf: (error: AvaError) => string): void {
  // Node no longer listens on a socket that asks for a tunnel: an unhandled 'error' would crash the process.
  socket.on('error', () => socket.destroy());
  const body = bodyOf(error);
  const headers = {
    ...everyAnswer,
    'Content-Type': JSON_TYPE,
    'Content-Length': Buffer.byteLength(body),
    Connection: 'close',
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${error.status} ${STATUS_CODES[error.status]}\r\n${lines.join('')}\r\n${body}`);
  const timer = setTimeout(() => socket.destroy(), LINGER_MS);
  socket.once('close', () => clearTimeout(timer));
}
