import { type IncomingMessage, type ServerResponse, request as sendRequest } from 'node:http';
import { z } from 'zod';
import { drawAvatar } from '#sandbox/avatar.ts';
import { findPerson } from '#sandbox/people.ts';
import { serveHttp } from '#sandbox/server/httpServer.ts';
import { sendJson, type SandboxServer } from '#sandbox/server/httpsServer.ts';
import { readInstalledApp, type InstalledApp } from '#sandbox/provisioning.ts';
import { BadRequest, readControlBody } from '#sandbox/server/requestBody.ts';
import { isTabResource, OTHER_ORIGIN, toTabReason } from './appResource.ts';
import { loadAssets, loadHostPage, type Asset } from './hostPage.ts';
import { fetchToken, type TokenSource } from './fetchToken.ts';

export type TeamsOptions = {
  /** 0 for a free port. */
  port: number;
  /** The tab's URL. As in Teams, it has another origin than the host, and its server must allow the host to frame it. */
  tabUrl: string;
  /** The sandbox's identity, which issues the tokens. */
  identityUrl: string;
  /** PEM of identity's certificate; not needed if this process trusts it. */
  certificate?: string;
  /** The installed app package, which the bot's channel shares; AVA's own if missing. */
  app?: InstalledApp;
  /** The bot and its channel; without them the host shows no chat. */
  bot?: { url: string; channelUrl: string };
};

/** Entra's default: an hour. */
const DEFAULT_TOKEN_LIFE_S = 3_600;

/** Requests below this path are forwarded to the channel's controls. */
const CHANNEL_PATH = '/_sandbox/channel/';

/** Changes the installed app, to try what Teams does with a wrong package. */
const AppChange = z.strictObject({ resource: z.string() });

const TokenRequest = z.strictObject({
  person: z.string(),
  /** Seconds; negative for an expired token. */
  expiresIn: z.number().int().default(DEFAULT_TOKEN_LIFE_S),
});

/**
 * Starts the host page, which replaces Teams: it frames the tab, answers teams-js and shows the chat with the bot.
 * It is served as plain HTTP on loopback. Its settings are described in page/hostSettings.js.
 */
export async function startTeams(options: TeamsOptions): Promise<SandboxServer> {
  const { tabUrl, bot } = options;
  const assets = await loadAssets();
  const host = {
    assets,
    page: await loadHostPage(tabUrl, bot !== undefined),
    tokens: options,
    bot,
    app: options.app ?? readInstalledApp(),
    tabUrl,
  };
  return serveHttp('Teams host', options.port, () => (request, response) => handleRequest(host, request, response));
}

type Host = { assets: Map<string, Asset>; page: Asset; tokens: TokenSource; bot: TeamsOptions['bot'] } & {
  app: InstalledApp;
  tabUrl: string;
};

async function handleRequest(host: Host, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { bot } = host;
  const { pathname, search } = new URL(request.url ?? '/', 'http://localhost');
  if (request.method === 'POST' && pathname === '/_sandbox/token') {
    const tokenRequest = await readControlBody(request, TokenRequest);
    const token = await fetchTabToken(host, tokenRequest);
    return sendJson(response, 'token' in token ? 200 : 403, token);
  }
  if (request.method === 'POST' && pathname === '/_sandbox/app') {
    return sendJson(response, 200, Object.assign(host.app, await readControlBody(request, AppChange)));
  }
  if (bot && pathname.startsWith(CHANNEL_PATH)) {
    const name = pathname.slice(CHANNEL_PATH.length);
    return forwardRequest(`${bot.channelUrl}/_sandbox/${name}${search}`, request, response);
  }
  if (bot && pathname === '/api/messages') return forwardRequest(`${bot.url}/api/messages`, request, response);
  if (request.method !== 'GET') return sendJson(response, 405, { error: 'method_not_allowed' });
  if (pathname === '/') return sendAsset(response, host.page);
  const asset = host.assets.get(pathname) ?? createPortrait(pathname);
  if (!asset) return sendJson(response, 404, { error: 'not_found' });
  sendAsset(response, asset);
}

/** The tab's token, or Teams' reason why it gets none. */
async function fetchTabToken(
  { app, tokens, tabUrl }: Host,
  tokenRequest: z.infer<typeof TokenRequest>,
): Promise<{ token: string } | { reason: string; detail: string }> {
  if (!isTabResource(app, tabUrl)) return { reason: OTHER_ORIGIN, detail: `${app.resource} is not of ${tabUrl}` };
  try {
    return { token: await fetchToken(tokens, { ...tokenRequest, resource: app.resource }) };
  } catch (error) {
    if (!(error instanceof BadRequest) || !error.message.includes('AADSTS')) throw error;
    return { reason: toTabReason(error.message), detail: error.message };
  }
}

function createPortrait(pathname: string): Asset | undefined {
  const [, key] = /^\/people\/([a-z]+)\.png$/.exec(pathname) ?? [];
  const person = key ? findPerson(key) : undefined;
  return person?.hasPhoto ? { type: 'image/png', body: drawAvatar(person, 64), headers: {} } : undefined;
}

function sendAsset(response: ServerResponse, { type, body, headers }: Asset): void {
  response.writeHead(200, { 'content-type': type, 'cache-control': 'no-store', ...headers });
  response.end(body);
}

/**
 * Forwards a request to another server of the sandbox and streams its response back. Responds with 502 if that server
 * is unreachable. Aborts the forwarded request when the client disconnects.
 */
function forwardRequest(url: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { host, ...headers } = request.headers;
  return new Promise((done) => {
    const forwarded = sendRequest(url, { method: request.method, headers }, (reply) => {
      response.writeHead(reply.statusCode ?? 502, reply.headers);
      response.flushHeaders();
      reply.pipe(response);
      reply.on('close', done);
    });
    forwarded.on('error', () => {
      if (response.headersSent) response.destroy();
      else {
        const detail = `There is no server at ${new URL(url).origin} behind ${host}.`;
        sendJson(response, 502, { error: 'bad_gateway', detail });
      }
      done();
    });
    response.on('close', () => forwarded.destroy());
    request.pipe(forwarded);
  });
}
