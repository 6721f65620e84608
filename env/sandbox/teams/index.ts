import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { z } from 'zod';
import { avatarPng } from '../avatar.ts';
import { findPerson } from '../people.ts';
import { BadRequest, readControl, refuseInProduction, sendJson, type SandboxServer } from '../secureServer.ts';
import { assets, hostPage, type Asset } from './hostPage.ts';
import { fetchToken, type TokenSource } from './fetchToken.ts';

export type TeamsOptions = {
  /** 0 picks a free one. */
  port: number;
  /** Where the tab is served: an origin of its own, as in Teams. It must let this host's origin frame it. */
  tabUrl: string;
  /** The sandbox's identity, which hands out the tokens. */
  identityUrl: string;
  /** PEM of the certificate to trust when asking it. Default: what this process trusts anyway. */
  certificate?: string;
};

/** Lifetime of a token in seconds when the page asks for none: an hour, as Entra's. */
const USUAL_TOKEN_LIFE = 3_600;

const TokenRequest = z.strictObject({
  person: z.string(),
  /** Seconds; negative for a token that is over. */
  expiresIn: z.number().int().default(USUAL_TOKEN_LIFE),
});

/**
 * Starts the host page: a place like Teams that embeds the tab and answers teams-js.
 * Serves plain http on loopback; the page's own switches are described in page/switches.js.
 */
export async function startTeams(options: TeamsOptions): Promise<SandboxServer> {
  refuseInProduction('Teams host');
  const files = await assets();
  const desk = { files, page: await hostPage(options.tabUrl), tokens: options };
  const server = createServer((request, response) => {
    answer(desk, request, response).catch((error: unknown) => answerFault(response, error));
  });
  await new Promise<void>((done, failed) => {
    server.once('error', failed);
    server.listen(options.port, '127.0.0.1', done);
  });
  const { port } = server.address() as AddressInfo;
  return { url: `http://localhost:${port}`, port, close: () => closeNow(server) };
}

type Desk = { files: Map<string, Asset>; page: Asset; tokens: TokenSource };

async function answer(desk: Desk, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { pathname } = new URL(request.url ?? '/', 'http://localhost');
  const asked = `${request.method} ${pathname}`;
  if (!isLocal(request.headers.host)) return sendJson(response, 421, { error: 'misdirected_request' });
  if (asked === 'POST /_sandbox/token') {
    return sendJson(response, 200, { token: await fetchToken(desk.tokens, await readControl(request, TokenRequest)) });
  }
  if (request.method !== 'GET') return sendJson(response, 405, { error: 'method_not_allowed' });
  if (pathname === '/') return sendAsset(response, desk.page);
  const file = desk.files.get(pathname) ?? portrait(pathname);
  if (!file) return sendJson(response, 404, { error: 'not_found' });
  sendAsset(response, file);
}

/** A page elsewhere that points its own name at this machine must not get tokens: only loopback names are served. */
function isLocal(host: string | undefined): boolean {
  return /^(localhost|127\.0\.0\.1)(:\d+)?$/.test(host ?? '');
}

function portrait(pathname: string): Asset | undefined {
  const [, key] = /^\/people\/([a-z]+)\.png$/.exec(pathname) ?? [];
  const person = key ? findPerson(key) : undefined;
  return person?.hasPhoto ? { type: 'image/png', body: avatarPng(person, 64), headers: {} } : undefined;
}

function sendAsset(response: ServerResponse, { type, body, headers }: Asset): void {
  response.writeHead(200, { 'content-type': type, 'cache-control': 'no-store', ...headers });
  response.end(body);
}

function answerFault(response: ServerResponse, error: unknown): void {
  if (response.headersSent) {
    response.destroy();
  } else if (error instanceof BadRequest) {
    sendJson(response, 400, { error: 'bad_request', detail: error.message });
  } else {
    console.error('sandbox Teams host:', error);
    sendJson(response, 502, { error: 'sandbox_fault', detail: String(error) });
  }
}

function closeNow(server: ReturnType<typeof createServer>): Promise<void> {
  return new Promise((done, failed) => {
    server.close((error) => (error ? failed(error) : done()));
    server.closeAllConnections();
  });
}
