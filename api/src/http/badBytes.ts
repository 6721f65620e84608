import { STATUS_CODES, type Server, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { AvaError } from '../../contract/errors.ts';
import { bodyOf, JSON_TYPE } from './sendError.ts';

/** Headers of every answer. */
export const everyAnswer = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cache-Control': 'no-store',
} as const;

/** How long whoever is refused may take to close the connection. */
const LINGER_MS = 3_000;

/**
 * Answers what is not quite HTTP, and requests to become something else, as everything else is answered; then closes the
 * connection. restify listens to the latter and would leave their sockets open for ever.
 */
export function refuseBadBytes(server: Server): void {
  const answering = new WeakMap<Duplex, ServerResponse>();
  server.on('request', (request, response) => {
    answering.set(request.socket, response);
    response.once('close', () => answering.delete(request.socket));
  });
  server.removeAllListeners('upgrade');
  server.removeAllListeners('connect');
  server.on('connect', (_request, socket) => refuse(socket, new AvaError('method_not_allowed')));
  server.on('clientError', (cause: Error & { code?: string }, socket) => {
    // In the middle of another answer nothing can be said any more.
    if (!socket.writable || cause.code === 'ECONNRESET' || answering.get(socket)?.headersSent)
      return void socket.destroy();
    const tooLong = cause.code === 'HPE_HEADER_OVERFLOW' && 'The address or the headers of the request are too long.';
    refuse(socket, new AvaError('bad_request', { cause, ...(tooLong ? { detail: tooLong } : {}) }));
  });
}

function refuse(socket: Duplex, error: AvaError): void {
  // Node has let go of a socket that asks for a tunnel: a reset of it that nobody hears ends the process.
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
