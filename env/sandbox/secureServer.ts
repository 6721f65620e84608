import { createServer } from 'node:https';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { z } from 'zod';
import type { Certificate } from './certificate.ts';

export type SandboxServer = { url: string; port: number; close(): Promise<void> };
export type Handle = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/** A request that a handler refuses in plain words; anything else thrown is a fault of the sandbox itself. */
export class BadRequest extends Error {}

const LARGEST_BODY_BYTES = 4 * 1024 * 1024;

/** Throws when NODE_ENV is `production`: a stand-in that hands out tokens has no place there. */
export function refuseInProduction(name: string): void {
  if (process.env['NODE_ENV'] === 'production') throw new Error(`The sandbox's ${name} does not start in production.`);
}

/**
 * Serves https on loopback only. `port` 0 picks a free one.
 *
 * `handleFor` gets the public URL (`https://localhost:PORT`), because issuers and next links carry it.
 */
export async function serveSecurely(
  name: string,
  { port, certificate }: { port: number; certificate: Certificate },
  handleFor: (url: string) => Handle | Promise<Handle>,
): Promise<SandboxServer> {
  refuseInProduction(name);
  let handle: Handle = (_request, response) => Promise.resolve(sendJson(response, 503, { error: 'starting' }));
  const server = createServer({ key: certificate.key, cert: certificate.cert }, (request, response) => {
    handle(request, response).catch((error: unknown) => answerFault(name, response, error));
  });
  await new Promise<void>((done, failed) => {
    server.once('error', failed);
    server.listen(port, '127.0.0.1', done);
  });
  const bound = (server.address() as AddressInfo).port;
  const url = `https://localhost:${bound}`;
  try {
    handle = await handleFor(url);
  } catch (error) {
    await closeNow(server);
    throw error;
  }
  return { url, port: bound, close: () => closeNow(server) };
}

export function sendJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' });
  response.end(JSON.stringify(body));
}

export function sendHtml(response: ServerResponse, status: number, html: string, nonce?: string): void {
  const scripts = nonce ? `; script-src 'nonce-${nonce}'` : '';
  response.writeHead(status, {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'content-security-policy': `default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'none'${scripts}`,
  });
  response.end(html);
}

/** Reads a body as text. Throws BadRequest above 4 MB. */
export async function readText(request: IncomingMessage): Promise<string> {
  return (await readBytes(request, LARGEST_BODY_BYTES)).toString('utf8');
}

/** Reads a body as it is. Throws BadRequest above `most` bytes. */
export async function readBytes(request: IncomingMessage, most: number): Promise<Buffer> {
  const pieces: Buffer[] = [];
  let bytes = 0;
  for await (const piece of request as AsyncIterable<Buffer>) {
    bytes += piece.length;
    if (bytes > most) throw new BadRequest(`The body is larger than ${Math.floor(most / 1024 / 1024)} MB.`);
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}

/**
 * Reads the JSON body of a control call. Throws BadRequest when it does not fit.
 *
 * Only `application/json` is taken: a page of another origin cannot send that without being asked first.
 */
export async function readControl<T>(request: IncomingMessage, schema: z.ZodType<T>): Promise<T> {
  if (!request.headers['content-type']?.startsWith('application/json')) {
    throw new BadRequest('Controls take application/json.');
  }
  const checked = schema.safeParse(parseJson(await readText(request)));
  if (!checked.success) {
    throw new BadRequest(checked.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('; '));
  }
  return checked.data;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text || '{}');
  } catch (cause) {
    throw new BadRequest('The body is not JSON.', { cause });
  }
}

function answerFault(name: string, response: ServerResponse, error: unknown): void {
  if (response.headersSent) {
    response.destroy();
    return;
  }
  if (error instanceof BadRequest) {
    sendJson(response, 400, { error: 'bad_request', detail: error.message });
    return;
  }
  console.error(`sandbox ${name}:`, error);
  sendJson(response, 500, { error: 'sandbox_fault', detail: String(error) });
}

function closeNow(server: ReturnType<typeof createServer>): Promise<void> {
  return new Promise((done, failed) => {
    server.close((error) => (error ? failed(error) : done()));
    server.closeAllConnections();
  });
}
