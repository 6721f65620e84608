import { sendJson, type Handler, type SandboxServer } from '../../server/httpsServer.ts';
import { serveHttp } from '../../server/httpServer.ts';
import { NORTHWIND_TENANT_ID, type Person } from '../../people.ts';
import { API_CLIENT_ID, API_CLIENT_SECRET } from '../../identity/registrations.ts';
import { getIssuer } from '../../identity/tokens/mintToken.ts';
import type { Identity } from '../../identity/identityServer.ts';
import { CHANNEL_ISSUER, channelKeys, openIdMetadata } from './channelKeys.ts';
import { answerConnector } from './connector.ts';
import { answerControl } from './controls.ts';
import { FaultQueue } from './faults.ts';
import { Feed } from './feed.ts';
import { FileShelf } from './fileShelf.ts';
import type { Office, PeoplesTokens } from './office.ts';
import { Postman } from './postman.ts';
import { Rooms } from './rooms.ts';

export interface ChannelOptions {
  /** 0 picks a free one. */
  port: number;
  /** Where the channel keeps its signing keys: the sandbox's folder. */
  folder: string;
  /** The bot's address; activities go to its `/api/messages`. */
  botUrl: string;
  /** Signs people in, and gives the bot the tokens it shows to the connector. */
  identity: Identity;
  /** How long a bot may take to acknowledge, in milliseconds; Teams waits 15 seconds. */
  patienceMs?: number;
}

/** The channel, and what the bot's environment has to say to be found by it. */
export type Channel = SandboxServer & { env: Record<string, string> };

/** The bot is the other face of AVA's own registration. */
const BOT_ID = API_CLIENT_ID;
const SERVICE_PATH = '/teams';
const TEAMS_PATIENCE_MS = 15_000;

/**
 * Starts what stands between a bot and the people in Teams: the connector below `/teams/v3`, the key service of the
 * Bot Framework, and controls under `/_sandbox/` with which people write, press and stop.
 */
export async function startChannel(options: ChannelOptions): Promise<Channel> {
  const keys = await channelKeys(options.folder);
  let env: Record<string, string> = {};
  const server = await serveHttp('Teams channel', options.port, (url) => {
    env = environment(url, options.identity);
    const serviceUrl = `${url}${SERVICE_PATH}/`;
    const { botUrl, patienceMs = TEAMS_PATIENCE_MS } = options;
    const office: Office = {
      rooms: new Rooms(),
      feed: new Feed(),
      files: new FileShelf(url),
      keys,
      tokens: peoplesTokens(options.identity),
      postman: new Postman({ botUrl, botId: BOT_ID, serviceUrl, keys, patienceMs }),
      envelope: { botId: BOT_ID, serviceUrl },
      faults: new FaultQueue(),
      sent: [],
      signIns: new Map(),
      twoClients: false,
      clock: { offsetMs: 0 },
    };
    return handleFor(office, url);
  });
  return { ...server, env };
}

function handleFor(office: Office, url: string): Handler {
  return async (request, response) => {
    const { pathname, searchParams: query } = new URL(request.url ?? '/', url);
    const [, file] = /^\/files\/([0-9a-f-]+)\//.exec(pathname) ?? [];
    if (pathname === '/v1/.well-known/openidconfiguration') sendJson(response, 200, openIdMetadata(url));
    else if (pathname === '/v1/.well-known/keys') sendJson(response, 200, office.keys.published());
    else if (file !== undefined && request.method === 'GET') office.files.give(response, file);
    else if (pathname.startsWith(`${SERVICE_PATH}/v3/`)) {
      await answerConnector(office, pathname.slice(SERVICE_PATH.length + 3), request, response);
    } else if (pathname.startsWith('/_sandbox/')) {
      await answerControl(office, { name: pathname.slice('/_sandbox/'.length), query }, request, response);
    } else sendJson(response, 404, { error: 'not_found' });
  };
}

function peoplesTokens(identity: Identity): PeoplesTokens {
  return {
    issuer: getIssuer(identity.url, NORTHWIND_TENANT_ID),
    publishedKeys: () => identity.publishedKeys(),
    mint: ({ key }: Person) => identity.mint({ person: key }),
    consent: ({ key }: Person) => identity.consent(key),
  };
}

function environment(url: string, identity: Identity): Record<string, string> {
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
