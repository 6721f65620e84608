import { createServer } from 'node:net';
import { StartError } from './startError.ts';

/** The port of each of AVA's processes and of each stand-in. */
export type Ports = {
  api: number;
  teams: number;
  identity: number;
  graph: number;
  models: number;
  channel: number;
  mcp: number;
  bot: number;
  playground: number;
};

const settings: Record<keyof Ports, { env: string; defaultPort: number }> = {
  teams: { env: 'SANDBOX_TEAMS_PORT', defaultPort: 3979 },
  api: { env: 'PORT', defaultPort: 3980 },
  identity: { env: 'SANDBOX_IDENTITY_PORT', defaultPort: 3981 },
  graph: { env: 'SANDBOX_GRAPH_PORT', defaultPort: 3982 },
  models: { env: 'SANDBOX_MODELS_PORT', defaultPort: 3983 },
  channel: { env: 'SANDBOX_CHANNEL_PORT', defaultPort: 3984 },
  mcp: { env: 'SANDBOX_MCP_PORT', defaultPort: 3985 },
  bot: { env: 'BOT_PORT', defaultPort: 3978 },
  playground: { env: 'SANDBOX_PLAYGROUND_PORT', defaultPort: 56150 },
};

/** Reads the ports from an environment. Throws StartError if one is not a valid port. */
export function readPorts(env: NodeJS.ProcessEnv): Ports {
  const readPort = (server: keyof Ports): number => {
    const { env: variable, defaultPort } = settings[server];
    const value = env[variable];
    const port = value ? Number(value) : defaultPort;
    if (Number.isInteger(port) && port > 0 && port < 65_536) return port;
    throw new StartError(`${variable} is "${value}", which is not a port: choose a number between 1 and 65535.`);
  };
  const entries = (Object.keys(settings) as (keyof Ports)[]).map((server) => [server, readPort(server)]);
  return Object.fromEntries(entries) as Ports;
}

/**
 * Throws StartError if a needed port is in use, with the name of the variable that changes it. Called before any server
 * is started, so that none has to be stopped again.
 */
export async function checkPorts(ports: Ports, needed: (keyof Ports)[], address = '127.0.0.1'): Promise<void> {
  for (const server of needed) {
    const { env } = settings[server];
    if (await isFree(ports[server], server === 'api' ? address : '127.0.0.1')) continue;
    throw new StartError(
      `Port ${ports[server]} is in use. Set ${env} to a free port, in the environment or in env/.env.local.`,
    );
  }
}

function isFree(port: number, address: string): Promise<boolean> {
  const probe = createServer();
  return new Promise((done, failed) => {
    probe.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE' || error.code === 'EACCES') done(false);
      else failed(error);
    });
    probe.listen(port, address, () => probe.close(() => done(true)));
  });
}
