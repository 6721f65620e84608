import { join } from 'node:path';
import { sandboxCertificate } from './certificate.ts';
import { startGraph } from './graph/index.ts';
import {
  API_CLIENT_ID,
  API_CLIENT_SECRET,
  API_ID_URI,
  SPA_CLIENT_ID,
  startIdentity,
  type Identity,
} from './identity/index.ts';
import { startModels } from './models/server.ts';
import { NORTHWIND_TENANT_ID } from './people.ts';
import type { Ports } from './ports.ts';
import type { SandboxServer } from './secureServer.ts';
import { startChannel } from './teams/channel/index.ts';
import { startTeams } from './teams/index.ts';

/** Which parts of the outside world are stood in for. Identity brings Graph and the host page: its tokens open them. */
export type Needed = { identity: boolean; models: boolean };

export type StandInOptions = {
  needed: Needed;
  /** 0 picks a free port. */
  ports: Pick<Ports, 'teams' | 'identity' | 'graph' | 'models' | 'channel'>;
  /** AVA's data folder; the sandbox keeps its keys and its certificate in `sandbox` inside it. */
  dataDir: string;
  /** Where the API will serve the tab, such as http://localhost:3980. */
  apiUrl: string;
  /** Where the bot will listen; without it nothing stands in for Teams' channel, and the host page has no chat. */
  botUrl?: string | undefined;
};

export type StandIns = {
  /** What the API's environment has to say, to find them. */
  env: Record<string, string>;
  /** What the bot's environment has to say, to find its channel. */
  botEnv: Record<string, string>;
  teams?: SandboxServer;
  channel?: SandboxServer;
  identity?: Identity;
  graph?: SandboxServer;
  models?: SandboxServer;
  close(): Promise<void>;
};

const realIdentity = ['ENTRA_TENANT_ID', 'ENTRA_CLIENT_ID', 'ENTRA_CLIENT_SECRET', 'ENTRA_APP_ID_URI'];
const realModels = ['OPENAI_BASE_URL', 'OPENAI_API_KEY', 'AZURE_OPENAI_ENDPOINT', 'AZURE_OPENAI_API_KEY'];

/** What an environment leaves to the sandbox: whatever it does not configure, identity and models each for itself. */
export function neededStandIns(env: NodeJS.ProcessEnv): Needed {
  const untouched = (names: string[]) => names.every((name) => !env[name]);
  return { identity: untouched(realIdentity), models: untouched(realModels) };
}

/** Starts the stand-ins that are needed, on loopback. When one cannot start, those before it are closed again. */
export async function startStandIns(options: StandInOptions): Promise<StandIns> {
  const running: SandboxServer[] = [];
  const keep = async <T extends SandboxServer>(starting: Promise<T>): Promise<T> => {
    const server = await starting;
    running.push(server);
    return server;
  };
  const close = async () => {
    await Promise.all(running.splice(0).map((server) => server.close()));
  };
  try {
    const tenant = options.needed.identity ? await startTenant(options, keep) : undefined;
    const models = options.needed.models ? await keep(startModels({ port: options.ports.models })) : undefined;
    const env = { ...tenant?.env, ...(models && modelsEnv(models)) };
    return { ...tenant, ...(models && { models }), env, botEnv: tenant?.botEnv ?? {}, close };
  } catch (error) {
    await close();
    throw error;
  }
}

type Keep = <T extends SandboxServer>(starting: Promise<T>) => Promise<T>;

async function startTenant({ ports, dataDir, apiUrl, botUrl }: StandInOptions, keep: Keep) {
  const folder = join(dataDir, 'sandbox');
  const { cert, caPath } = await sandboxCertificate(folder);
  const redirectUris = [`${apiUrl}/`, `${apiUrl}/auth-end.html`];
  const identity = await keep(startIdentity({ port: ports.identity, folder, redirectUris }));
  const graph = await keep(startGraph({ port: ports.graph, folder, identity }));
  const channel = botUrl ? await keep(startChannel({ port: ports.channel, folder, botUrl, identity })) : undefined;
  const bot = botUrl && channel ? { bot: { url: botUrl, channelUrl: channel.url } } : {};
  const host = { port: ports.teams, tabUrl: apiUrl, identityUrl: identity.url, certificate: cert, ...bot };
  const teams = await keep(startTeams(host));
  const env = {
    ENTRA_TENANT_ID: NORTHWIND_TENANT_ID,
    ENTRA_CLIENT_ID: API_CLIENT_ID,
    ENTRA_CLIENT_SECRET: API_CLIENT_SECRET,
    ENTRA_APP_ID_URI: API_ID_URI,
    ENTRA_SPA_CLIENT_ID: SPA_CLIENT_ID,
    ENTRA_AUTHORITY_HOST: identity.url,
    GRAPH_BASE_URL: graph.url,
    TAB_HOST_ORIGINS: teams.url,
    NODE_EXTRA_CA_CERTS: caPath,
  };
  return { identity, graph, teams, ...(channel && { channel }), env, botEnv: channel?.env ?? {} };
}

function modelsEnv({ url }: SandboxServer): Record<string, string> {
  return { OPENAI_BASE_URL: `${url}/v1`, OPENAI_API_KEY: 'sandbox-needs-no-key' };
}
