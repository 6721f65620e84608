import { createServer } from 'node:net';
import { CannotStart } from './cannotStart.ts';

/** Where everything listens on loopback. */
export type Ports = {
  api: number;
  teams: number;
  identity: number;
  graph: number;
  models: number;
  channel: number;
  bot: number;
  playground: number;
};

const names: Record<keyof Ports, { env: string; usual: number }> = {
  teams: { env: 'SANDBOX_TEAMS_PORT', usual: 3979 },
  api: { env: 'PORT', usual: 3980 },
  identity: { env: 'SANDBOX_IDENTITY_PORT', usual: 3981 },
  graph: { env: 'SANDBOX_GRAPH_PORT', usual: 3982 },
  models: { env: 'SANDBOX_MODELS_PORT', usual: 3983 },
  channel: { env: 'SANDBOX_CHANNEL_PORT', usual: 3984 },
  bot: { env: 'BOT_PORT', usual: 3978 },
  playground: { env: 'SANDBOX_PLAYGROUND_PORT', usual: 56150 },
};

/** The ports an environment asks for. Throws CannotStart naming the first that is no port. */
export function portsOf(env: NodeJS.ProcessEnv): Ports {
  const portOf = (place: keyof Ports): number => {
    const { env: name, usual } = names[place];
    const asked = env[name];
    const port = asked ? Number(asked) : usual;
    if (Number.isInteger(port) && port > 0 && port < 65_536) return port;
    throw new CannotStart(`${name} is "${asked}", which is not a port: choose a number between 1 and 65535.`);
  };
  const entries = (Object.keys(names) as (keyof Ports)[]).map((place) => [place, portOf(place)]);
  return Object.fromEntries(entries) as Ports;
}

/**
 * Throws CannotStart when a port that is needed is in use, with the name of the setting that changes it.
 * Asked before anything is started, so that nothing has to be taken back.
 */
export async function refuseTakenPorts(ports: Ports, needed: (keyof Ports)[], address = '127.0.0.1'): Promise<void> {
  for (const place of needed) {
    const { env } = names[place];
    if (await isFree(ports[place], place === 'api' ? address : '127.0.0.1')) continue;
    throw new CannotStart(
      `Port ${ports[place]} is already taken. Set ${env} to a free one, in the environment or in env/.env.local.`,
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
