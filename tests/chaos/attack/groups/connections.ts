import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { sendAndReset } from '#tests/harness/http/request.ts';
import type { Attacker, AttackGroup } from '#tests/chaos/attack/attacker.ts';

const SLOW_MS = 20_000;
const CONCURRENT_CONNECTIONS = 3;

/** Connections that send little, stay open or are reset. */
export const connections: AttackGroup = {
  name: 'connections',
  attacks: [
    { name: 'bodies at a byte a second', run: slowBodies },
    { name: 'headers at a byte a second', run: slowHeaders },
    {
      name: 'CONNECT that is reset',
      run: (attacker) => resetAll(attacker, 'CONNECT northwind.example:443 HTTP/1.1\r\nHost: a\r\n\r\n'),
    },
    {
      name: 'an upgrade that is reset',
      run: (attacker) => resetAll(attacker, `GET / HTTP/1.1\r\nHost: a\r\n${UPGRADE}\r\n`),
    },
    {
      name: 'half a request that is reset',
      run: (attacker) => resetAll(attacker, 'POST /user/settings HTTP/1.1\r\nHost: a\r\nContent-Length: 90\r\n\r\n{'),
    },
    { name: 'sockets left half open', run: halfOpen },
  ],
};

const UPGRADE = 'Connection: Upgrade\r\nUpgrade: websocket\r\n';

const getOrigins = ({ target }: Attacker) => [target.api, target.bot];

async function resetAll(attacker: Attacker, bytes: string): Promise<void> {
  for (const origin of getOrigins(attacker))
    for (const waitMs of [0, 5, 40]) await sendAndReset(origin, bytes, waitMs).catch(() => attacker.count(null, ''));
}

const makeSettingsHead = (attacker: Attacker) =>
  `POST /user/settings HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${attacker.bearer}\r\nContent-Type: application/json\r\n`;

async function slowBodies(attacker: Attacker): Promise<void> {
  const origins = getOrigins(attacker).flatMap((origin) =>
    Array.from({ length: CONCURRENT_CONNECTIONS }, () => origin),
  );
  await Promise.all(
    origins.map((origin) => sendSlowly(attacker, origin, `${makeSettingsHead(attacker)}Content-Length: 5000\r\n\r\n`)),
  );
}

async function slowHeaders(attacker: Attacker): Promise<void> {
  await Promise.all(
    getOrigins(attacker).map((origin) => sendSlowly(attacker, origin, 'GET /health HTTP/1.1\r\nX-Tea: ')),
  );
}

async function sendSlowly(attacker: Attacker, origin: string, head: string): Promise<void> {
  const socket = await open(origin);
  socket.write(head);
  for (
    const end = Date.now() + SLOW_MS;
    Date.now() < end && !socket.destroyed && !attacker.stopped.aborted;
    await sleep(1_000)
  )
    socket.write(' ');
  socket.destroy();
}

/** Keeps its side of the connections open after the server has closed its own. */
async function halfOpen(attacker: Attacker): Promise<void> {
  const sockets = await Promise.all(getOrigins(attacker).map((origin) => open(origin, true)));
  for (const socket of sockets)
    socket.write(`${makeSettingsHead(attacker)}Content-Length: 2\r\nConnection: close\r\n\r\n{}`);
  await sleep(SLOW_MS, undefined, { signal: attacker.stopped }).catch(() => undefined);
  for (const socket of sockets) socket.destroy();
}

async function open(origin: string, allowHalfOpen = false): Promise<Socket> {
  const socket = connect({ port: Number(new URL(origin).port), host: '127.0.0.1', allowHalfOpen });
  socket.on('error', () => undefined);
  socket.resume();
  await once(socket, 'connect').catch(() => undefined);
  return socket;
}
