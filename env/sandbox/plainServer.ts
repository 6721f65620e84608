import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { BadRequest, refuseInProduction, sendJson, type Handle, type SandboxServer } from './secureServer.ts';

/**
 * Serves plain http on loopback, under loopback's names only. `port` 0 picks a free one.
 * @param handleFor Gets the public URL (`http://localhost:PORT`).
 */
export async function servePlainly(
  name: string,
  port: number,
  handleFor: (url: string) => Handle | Promise<Handle>,
): Promise<SandboxServer> {
  refuseInProduction(name);
  let handle: Handle = (_request, response) => Promise.resolve(sendJson(response, 503, { error: 'starting' }));
  const server = createServer((request, response) => {
    if (!isLocal(request.headers.host)) return sendJson(response, 421, { error: 'misdirected_request' });
    handle(request, response).catch((error: unknown) => answerFault(name, response, error));
  });
  await new Promise<void>((done, failed) => {
    server.once('error', failed);
    server.listen(port, '127.0.0.1', done);
  });
  const bound = (server.address() as AddressInfo).port;
  const close = () =>
    new Promise<void>((done, failed) => {
      server.close((error) => (error ? failed(error) : done()));
      server.closeAllConnections();
    });
  const url = `http://localhost:${bound}`;
  try {
    handle = await handleFor(url);
  } catch (error) {
    await close();
    throw error;
  }
  return { url, port: bound, close };
}

/** A page elsewhere that points its own name at this machine must not get tokens: only loopback names are served. */
function isLocal(host: string | undefined): boolean {
  return /^(localhost|127\.0\.0\.1)(:\d+)?$/.test(host ?? '');
}

function answerFault(name: string, response: ServerResponse, error: unknown): void {
  if (response.headersSent) {
    response.destroy();
  } else if (error instanceof BadRequest) {
    sendJson(response, 400, { error: 'bad_request', detail: error.message });
  } else {
    console.error(`sandbox ${name}:`, error);
    sendJson(response, 502, { error: 'sandbox_fault', detail: String(error) });
  }
}
