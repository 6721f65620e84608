import { createServer } from 'node:https';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Certificate } from './certificate.ts';
import { BadRequest } from './requestBody.ts';

export type SandboxServer = { url: string; port: number; close(): Promise<void> };
export type Handler = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/** Throws if NODE_ENV is `production`: a stand-in that issues tokens must not run there. */
export function assertNotProduction(name: string): void {
  if (process.env['NODE_ENV'] === 'production') throw new Error(`The sandbox's ${name} does not start in production.`);
}

/**
 * Serves https on loopback only. Port 0 picks a free one.
 *
 * @param createHandler Is passed the public URL (`https://localhost:PORT`), which issuers and next links contain.
 */
export async function serveHttps(
  name: string,
  { port, certificate }: { port: number; certificate: Certificate },
  createHandler: (url: string) => Handler | Promise<Handler>,
): Promise<SandboxServer> {
  assertNotProduction(name);
  let handler: Handler = (_request, response) => Promise.resolve(sendJson(response, 503, { error: 'starting' }));
  const server = createServer({ key: certificate.key, cert: certificate.cert }, (request, response) => {
    handler(request, response).catch((error: unknown) => sendServerError(name, response, error));
  });
  await new Promise<void>((done, failed) => {
    server.once('error', failed);
    server.listen(port, '127.0.0.1', done);
  });
  const boundPort = (server.address() as AddressInfo).port;
  const url = `https://localhost:${boundPort}`;
  try {
    handler = await createHandler(url);
  } catch (error) {
    await closeServer(server);
    throw error;
  }
  return { url, port: boundPort, close: () => closeServer(server) };
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

function sendServerError(name: string, response: ServerResponse, error: unknown): void {
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

function closeServer(server: ReturnType<typeof createServer>): Promise<void> {
  return new Promise((done, failed) => {
    server.close((error) => (error ? failed(error) : done()));
    server.closeAllConnections();
  });
}
