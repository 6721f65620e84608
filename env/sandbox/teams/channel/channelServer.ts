import { sendJson, type Handler, type SandboxServer } from '#sandbox/server/httpsServer.ts';
import { serveHttp } from '#sandbox/server/httpServer.ts';
import { NORTHWIND_TENANT_ID } from '#sandbox/people.ts';
import type { Person } from '#sandbox/person.ts';
import { readInstalledApp, type InstalledApp } from '#sandbox/provisioning.ts';
import { API_CLIENT_ID, API_CLIENT_SECRET } from '#sandbox/identity/registrations.ts';
import { getIssuer } from '#sandbox/identity/tokens/signTokens.ts';
import type { Identity } from '#sandbox/identity/identityServer.ts';
import { CHANNEL_ISSUER, loadChannelKeys, createOpenIdMetadata } from './channelKeys.ts';
import { handleConnectorCall } from './connector.ts';
import { handleControl } from './channelControls.ts';
import { FaultQueue } from './faultQueue.ts';
import { EventFeed } from './eventFeed.ts';
import { UploadedFiles } from './uploadedFiles.ts';
import type { ChannelContext, PeopleTokens } from './channelContext.ts';
import { ActivitySender } from './activitySender.ts';
import { Conversations } from './conversations.ts';

export interface ChannelOptions {
  /** 0 picks a free port. */
  port: number;
  /** The sandbox's folder, for the channel's signing keys. */
  folder: string;
  /** The bot's address; activities go to its `/api/messages`. */
  botUrl: string;
  /** Signs people in, and issues the bot's tokens for the connector. */
  identity: Identity;
  /** The installed app package, which the host page shares; AVA's own if missing. */
  app?: InstalledApp;
  /** Time for the bot to reply; 15 seconds in Teams. */
  timeoutMs?: number;
}

/** The channel, with the environment variables that the bot needs to reach it. */
export type Channel = SandboxServer & { env: Record<string, string> };

/** The bot uses AVA's registration. */
const BOT_ID = API_CLIENT_ID;
const SERVICE_PATH = '/teams';
const TEAMS_TIMEOUT_MS = 15_000;

/**
 * Starts the Teams channel between people and the bot: the connector below `/teams/v3`, the key service of the Bot
 * Framework, and controls under `/_sandbox/` for what people do in Teams.
 */
export async function startChannel(options: ChannelOptions): Promise<Channel> {
  const keys = await loadChannelKeys(options.folder);
  let env: Record<string, string> = {};
  const server = await serveHttp('Teams channel', options.port, (url) => {
    env = createBotEnvironment(url, options.identity);
    const serviceUrl = `${url}${SERVICE_PATH}/`;
    const { botUrl, timeoutMs = TEAMS_TIMEOUT_MS, app = readInstalledApp() } = options;
    const context: ChannelContext = {
      conversations: new Conversations(),
      feed: new EventFeed(),
      files: new UploadedFiles(url),
      keys,
      tokens: createPeopleTokens(options.identity),
      activitySender: new ActivitySender({ botUrl, botId: BOT_ID, serviceUrl, keys, timeoutMs }),
      bot: { botId: BOT_ID, serviceUrl },
      app,
      faults: new FaultQueue(),
      sent: [],
      signIns: new Map(),
      twoClients: false,
      clock: { offsetMs: 0 },
      installedFor: new Set(),
    };
    return createHandler(context, url);
  });
  return { ...server, env };
}

function createHandler(context: ChannelContext, url: string): Handler {
  return async (request, response) => {
    const { pathname, searchParams: query } = new URL(request.url ?? '/', url);
    const [, file] = /^\/files\/([0-9a-f-]+)\//.exec(pathname) ?? [];
    if (pathname === '/v1/.well-known/openidconfiguration') sendJson(response, 200, createOpenIdMetadata(url));
    else if (pathname === '/v1/.well-known/keys') sendJson(response, 200, context.keys.getPublished());
    else if (file !== undefined && request.method === 'GET') context.files.send(response, file);
    else if (pathname.startsWith(`${SERVICE_PATH}/v3/`)) {
      await handleConnectorCall(context, pathname.slice(SERVICE_PATH.length + 3), request, response);
    } else if (pathname.startsWith('/_sandbox/')) {
      await handleControl(context, { name: pathname.slice('/_sandbox/'.length), query }, request, response);
    } else sendJson(response, 404, { error: 'not_found' });
  };
}

function createPeopleTokens(identity: Identity): PeopleTokens {
  return {
    issuer: getIssuer(identity.url, NORTHWIND_TENANT_ID),
    getPublishedKeys: () => identity.getPublishedKeys(),
    mint: ({ key }: Person, resource: string) => identity.mint({ person: key, resource }),
    consent: ({ key }: Person) => identity.consent(key),
  };
}

function createBotEnvironment(url: string, identity: Identity): Record<string, string> {
  return {
    BOT_ID,
    BOT_PASSWORD: API_CLIENT_SECRET,
    BOT_TENANT_ID: NORTHWIND_TENANT_ID,
    BOT_OPENID_METADATA_URL: `${url}/v1/.well-known/openidconfiguration`,
    BOT_LOGIN_URL: `${identity.url}/${NORTHWIND_TENANT_ID}`,
    BOT_TOKEN_ISSUER: CHANNEL_ISSUER,
    BOT_SERVICE_URLS: `${url}${SERVICE_PATH}/`,
    BOT_FILE_HOSTS: 'localhost',
    TEAMS_APP_ID: API_CLIENT_ID,
  };
}
