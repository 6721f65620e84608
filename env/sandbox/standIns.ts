import { join } from 'node:path';
import { getSandboxCertificate } from './server/certificate.ts';
import { startGraph } from './graph/graphServer.ts';
import { startIdentity, type Identity } from './identity/identityServer.ts';
import { API_CLIENT_ID, API_CLIENT_SECRET, API_ID_URI, SPA_CLIENT_ID } from './identity/registrations.ts';
import { writeMcpFile } from './mcp/mcpFile.ts';
import { startModels } from './models/server.ts';
import type { Pace } from './models/serverContext.ts';
import { NORTHWIND_TENANT_ID } from './people.ts';
import { readInstalledApp } from './provisioning.ts';
import type { Ports } from './launcher/ports.ts';
import type { SandboxServer } from './server/httpsServer.ts';
import { startChannel } from './teams/channel/channelServer.ts';
import { startTeams } from './teams/teamsServer.ts';

/**
 * Which stand-ins are needed. If identity is, then Graph and the host page start too, and the channel if there is a bot, because
 * they need its tokens.
 */
export type StandInNeeds = { identity: boolean; models: boolean; mcp?: boolean };

export type StandInOptions = {
  needed: StandInNeeds;
  /** 0 picks a free port. */
  ports: Pick<Ports, 'teams' | 'identity' | 'graph' | 'models' | 'channel' | 'mcp'>;
  /** AVA's data folder. Keys and certificate are stored in its subfolder `sandbox`. */
  dataDir: string;
  /** Address of the API, which serves the tab, such as http://localhost:3980. */
  apiUrl: string;
  /** Address of the bot; without it there is no Teams channel, and the host page has no chat. */
  botUrl?: string | undefined;
  /** Speed of the models' answers, if not the default. */
  pace?: Pace | undefined;
  /** The models refuse the requests that this provider refuses. */
  modelProvider?: string | undefined;
  /** The recorded case that answers every chat completion. */
  modelCase?: string | undefined;
  /** Cases of tests/world/graph that Graph plays. */
  graphCases?: readonly string[] | undefined;
};

export type StandIns = {
  /** Environment variables that point the API to the stand-ins. */
  env: Record<string, string>;
  /** Environment variables that point the bot to the channel. */
  botEnv: Record<string, string>;
  teams?: SandboxServer;
  channel?: SandboxServer;
  identity?: Identity;
  graph?: SandboxServer;
  models?: SandboxServer;
  /** A connected system that speaks the Model Context Protocol. */
  mcp?: SandboxServer;
  close(): Promise<void>;
};

const identityVariables = ['ENTRA_TENANT_ID', 'ENTRA_CLIENT_ID', 'ENTRA_CLIENT_SECRET', 'ENTRA_APP_ID_URI'];
const modelVariables = ['OPENAI_BASE_URL', 'OPENAI_API_KEY', 'AZURE_OPENAI_ENDPOINT', 'AZURE_OPENAI_API_KEY'];

/** Finds the services that an environment does not configure, each independently of the others. */
export function findNeededStandIns(env: NodeJS.ProcessEnv): StandInNeeds {
  const areUnset = (variables: string[]) => variables.every((variable) => !env[variable]);
  return { identity: areUnset(identityVariables), models: areUnset(modelVariables), mcp: areUnset(['MCP_FILE']) };
}

/** Starts the needed stand-ins on loopback. If one fails to start, the others are closed. */
export async function startStandIns(options: StandInOptions): Promise<StandIns> {
  const running: SandboxServer[] = [];
  const register: Register = async (starting) => {
    const server = await starting;
    running.push(server);
    return server;
  };
  const close = async () => {
    await Promise.all(running.splice(0).map((server) => server.close()));
  };
  try {
    const tenant = options.needed.identity ? await startTenant(options, register) : undefined;
    const { pace, modelProvider: provider, modelCase: recordedCase } = options;
    const models = options.needed.models
      ? await register(startModels({ port: options.ports.models, pace, provider, recordedCase }))
      : undefined;
    const mcp = options.needed.mcp ? await register(startConnectedSystem(options.ports.mcp)) : undefined;
    const env = {
      ...tenant?.env,
      ...(models && createModelsEnv(models)),
      ...(mcp && { MCP_FILE: await writeMcpFile(join(options.dataDir, 'sandbox', 'mcp'), mcp.url) }),
    };
    return { ...tenant, ...(models && { models }), ...(mcp && { mcp }), env, botEnv: tenant?.botEnv ?? {}, close };
  } catch (error) {
    await close();
    throw error;
  }
}

type Register = <T extends SandboxServer>(starting: Promise<T>) => Promise<T>;

async function startTenant({ ports, dataDir, apiUrl, botUrl, graphCases }: StandInOptions, register: Register) {
  const folder = join(dataDir, 'sandbox');
  const { cert, caPath } = await getSandboxCertificate(folder);
  const redirectUris = [`${apiUrl}/`, `${apiUrl}/auth-end.html`];
  const identity = await register(startIdentity({ port: ports.identity, folder, redirectUris }));
  const graph = await register(startGraph({ port: ports.graph, folder, identity, cases: graphCases }));
  const app = readInstalledApp();
  const channel = botUrl
    ? await register(startChannel({ port: ports.channel, folder, botUrl, identity, app }))
    : undefined;
  const bot = botUrl && channel ? { bot: { url: botUrl, channelUrl: channel.url } } : {};
  const host = { port: ports.teams, tabUrl: apiUrl, identityUrl: identity.url, certificate: cert, app, ...bot };
  const teams = await register(startTeams(host));
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

/** Loads the server's packages only if it is needed: most tests have no connected system. */
async function startConnectedSystem(port: number): Promise<SandboxServer> {
  const { startMcp } = await import('./mcp/mcpServer.ts');
  return startMcp({ port });
}

function createModelsEnv({ url }: SandboxServer): Record<string, string> {
  return { OPENAI_BASE_URL: `${url}/v1`, OPENAI_API_KEY: 'sandbox-needs-no-key' };
}
