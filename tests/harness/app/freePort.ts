import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/** These ports are below those of outgoing connections, one of which could take a port before it is used. */
const FIRST_PORT = 20_000;
const PORTS_PER_WORKER = 1_000;
/** Each worker has separate ports, because two workers could find the same port free. */
const worker = Number(process.env['JEST_WORKER_ID'] ?? 0) % 12;
let next = randomInt(PORTS_PER_WORKER);

export async function findFreePort(): Promise<number> {
  for (let tries = 0; tries < PORTS_PER_WORKER; tries += 1) {
    const port = FIRST_PORT + worker * PORTS_PER_WORKER + (next % PORTS_PER_WORKER);
    next += 1;
    if (await isFree(port)) return port;
  }
  throw new Error('No port is free.');
}

function isFree(port: number): Promise<boolean> {
  const server = createServer();
  return new Promise((resolve) => {
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}
