import { STATUS_CODES, type Server, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { everyAnswer, LINGER_MS } from './answer.ts';

/** What the parser's codes mean to whoever sent the bytes; everything else is no HTTP. */
const statuses: Readonly<Record<string, number>> = { HPE_HEADER_OVERFLOW: 431, ERR_HTTP_REQUEST_TIMEOUT: 408 };

/**
 * Answers what is not quite HTTP, what comes too slowly and requests to become something else, then closes the connection.
 * restify listens to the latter and would leave their sockets open for ever.
 */
export function refuseBadBytes(server: Server): void {
  const answering = new WeakMap<Duplex, ServerResponse>();
  server.on('request', (request, response) => {
    answering.set(request.socket, response);
    response.once('close', () => answering.delete(request.socket));
  });
  // Without listeners Node answers a wish for another protocol as if it were none.
  server.removeAllListeners('upgrade');
  server.removeAllListeners('connect');
  server.on('connect', (_request, socket) => refuse(socket, 405));
  server.on('clientError', (error: Error & { code?: string }, socket) => {
    // In the middle of another answer nothing can be said any more.
    if (!socket.writable || error.code === 'ECONNRESET' || answering.get(socket)?.headersSent)
      return void socket.destroy();
    refuse(socket, statuses[error.code ?? ''] ?? 400);
  });
}

function refuse(socket: Duplex, status: number): void {
  // Node has let go of a socket that asks for a tunnel: a reset of it that nobody hears ends the process.
  socket.on('error', () => socket.destroy());
  const body = JSON.stringify({ error: 'The request could not be taken.' });
  const headers = {
    ...everyAnswer,
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(body),
    Connection: 'close',
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`);
  const timer = setTimeout(() => socket.destroy(), LINGER_MS);
  socket.once('close', () => clearTimeout(timer));
}
