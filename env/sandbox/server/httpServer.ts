import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { assertNotProduction, sendJson, type Handler, type SandboxServer } from './httpsServer.ts';
import { BadRequest } from './requestBody.ts';

/**
 * Serves http on loopback, and only for loopback host names. Port 0 picks a free one.
 *
 * @param createHandler Is passed the public URL (`http://localhost:PORT`).
 */
export async function serveHttp(
  name: string,
  port: number,
  createHandler: (url: string) => Handler | Promise<Handler>,
): Promise<SandboxServer> {
  assertNotProduction(name);
  let handler: Handler = (_request, response) => Promise.resolve(sendJson(response, 503, { error: 'starting' }));
  const server = createServer((request, response) => {
    if (!isLocal(request.headers.host)) return sendJson(response, 421, { error: 'misdirected_request' });
    handler(request, response).catch((error: unknown) => sendServerError(name, response, error));
  });
  await new Promise<void>((done, failed) => {
    server.once('error', failed);
    server.listen(port, '127.0.0.1', done);
  });
  const boundPort = (server.address() as AddressInfo).port;
  const close = () =>
    new Promise<void>((done, failed) => {
      server.close((error) => (error ? failed(error) : done()));
      server.closeAllConnections();
    });
  const url = `http://localhost:${boundPort}`;
  try {
    handler = await createHandler(url);
  } catch (error) {
    await close();
    throw error;
  }
  return { url, port: boundPort, close };
}

/** Prevents DNS rebinding: a web page whose host name resolves to this machine must not get tokens. */
function isLocal(host: string | undefined): boolean {
  return /^(localhost|127\.0\.0\.1)(:\d+)?$/.test(host ?? '');
}

function sendServerError(name: string, response: ServerResponse, error: unknown): void {
  if (response.headersSent) {
    response.destroy();
  } else if (error instanceof BadRequest) {
    sendJson(response, 400, { error: 'bad_request', detail: error.message });
  } else {
    console.error(`sandbox ${name}:`, error);
    sendJson(response, 502, { error: 'sandbox_fault', detail: String(error) });
  }
}
