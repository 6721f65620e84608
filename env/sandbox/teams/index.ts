import type { IncomingMessage, ServerResponse } from 'node:http';
import { z } from 'zod';
import { drawAvatar } from '../avatar.ts';
import { findPerson } from '../people.ts';
import { serveHttp } from '../server/httpServer.ts';
import { sendJson, type SandboxServer } from '../server/httpsServer.ts';
import { readControlBody } from '../server/requestBody.ts';
import { assets, hostPage, type Asset } from './hostPage.ts';
import { fetchToken, type TokenSource } from './fetchToken.ts';
import { forward } from './forward.ts';

export type TeamsOptions = {
  /** 0 picks a free one. */
  port: number;
  /** Where the tab is served: an origin of its own, as in Teams. It must let this host's origin frame it. */
  tabUrl: string;
  /** The sandbox's identity, which hands out the tokens. */
  identityUrl: string;
  /** PEM of the certificate to trust when asking it. Default: what this process trusts anyway. */
  certificate?: string;
  /** The bot and its channel; without them the host has no chat with the bot. */
  bot?: { url: string; channelUrl: string };
};

/** Lifetime of a token in seconds when the page asks for none: an hour, as Entra's. */
const USUAL_TOKEN_LIFE = 3_600;

/** Under this the page reaches the controls of the channel. */
const CHANNEL = '/_sandbox/channel/';

const TokenRequest = z.strictObject({
  person: z.string(),
  /** Seconds; negative for a token that is over. */
  expiresIn: z.number().int().default(USUAL_TOKEN_LIFE),
});

/**
 * Starts the host page: a place like Teams that embeds the tab, answers teams-js and shows the chat with the bot.
 * Serves plain http on loopback; the page's own switches are described in page/switches.js.
 */
export async function startTeams(options: TeamsOptions): Promise<SandboxServer> {
  const { tabUrl, bot } = options;
  const files = await assets();
  const desk = { files, page: await hostPage(tabUrl, bot !== undefined), tokens: options, bot };
  return serveHttp('Teams host', options.port, () => (request, response) => answer(desk, request, response));
}

type Desk = { files: Map<string, Asset>; page: Asset; tokens: TokenSource; bot: TeamsOptions['bot'] };

async function answer(desk: Desk, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { pathname, search } = new URL(request.url ?? '/', 'http://localhost');
  const asked = `${request.method} ${pathname}`;
  if (asked === 'POST /_sandbox/token') {
    return sendJson(response, 200, { token: await fetchToken(desk.tokens, await readControlBody(request, TokenRequest)) });
  }
  if (desk.bot && pathname.startsWith(CHANNEL)) {
    const name = pathname.slice(CHANNEL.length);
    return forward(`${desk.bot.channelUrl}/_sandbox/${name}${search}`, request, response);
  }
  if (desk.bot && pathname === '/api/messages') return forward(`${desk.bot.url}/api/messages`, request, response);
  if (request.method !== 'GET') return sendJson(response, 405, { error: 'method_not_allowed' });
  if (pathname === '/') return sendAsset(response, desk.page);
  const file = desk.files.get(pathname) ?? portrait(pathname);
  if (!file) return sendJson(response, 404, { error: 'not_found' });
  sendAsset(response, file);
}

function portrait(pathname: string): Asset | undefined {
  const [, key] = /^\/people\/([a-z]+)\.png$/.exec(pathname) ?? [];
  const person = key ? findPerson(key) : undefined;
  return person?.hasPhoto ? { type: 'image/png', body: drawAvatar(person, 64), headers: {} } : undefined;
}

function sendAsset(response: ServerResponse, { type, body, headers }: Asset): void {
  response.writeHead(200, { 'content-type': type, 'cache-control': 'no-store', ...headers });
  response.end(body);
}
