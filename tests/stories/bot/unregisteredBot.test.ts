import { spawnSync } from 'node:child_process';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { startBotHere } from '#tests/harness/app/botHere.ts';
import type { TestBot } from '#tests/harness/app/botProcess.ts';
import { eventually } from '#tests/harness/eventually.ts';
import { send } from '#tests/harness/http/request.ts';
import { startApp, type TestApp } from '#tests/harness/app/startApp.ts';
import type { WireActivity } from '#tests/harness/bot/teamsChat.ts';
import { findFreePort } from '#tests/harness/app/freePort.ts';

let app: TestApp;
/** A bot without a registration, as the playground uses it: on loopback, with the sandbox's token. */
let bot: TestBot;
let connector: Server;
let serviceUrl: string;
const received: WireActivity[] = [];

beforeAll(async () => {
  app = await startApp({ features: { teamsBotEnabled: true } });
  connector = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      received.push(JSON.parse(Buffer.concat(parts).toString('utf8')) as WireActivity);
      response.writeHead(201, { 'content-type': 'application/json' });
      response.end(`{"id":"m${received.length}"}`);
    });
  });
  await new Promise<void>((done) => connector.listen(0, '127.0.0.1', done));
  serviceUrl = `http://127.0.0.1:${(connector.address() as AddressInfo).port}/_connector`;
  bot = await startBotHere({
    ...process.env,
    API_URL: app.url,
    BOT_PORT: String(await findFreePort()),
    BOT_SANDBOX_TOKEN_URL: `${app.urls.identity}/_sandbox/token`,
  });
});
afterAll(async () => {
  await bot.stop();
  await app.close();
  await new Promise((done) => connector.close(done));
});

function post(changes: object = {}): Promise<Response> {
  const activity = {
    type: 'message',
    id: crypto.randomUUID(),
    channelId: 'msteams',
    serviceUrl,
    from: { id: 'user-id-0', name: 'Alex Wilber', aadObjectId: '00000000-0000-0000-0000-0000000000020' },
    recipient: { id: '00000000-0000-0000-0000-00000000000011' },
    conversation: { id: 'personal-chat-id', conversationType: 'personal' },
    text: 'repeat after me: hello playground',
    ...changes,
  };
  const headers = { 'content-type': 'application/json' };
  return fetch(`${bot.url}/api/messages`, { method: 'POST', headers, body: JSON.stringify(activity) });
}

it('answers on this machine with the entities that Teams requires', async () => {
  expect((await post()).status).toBe(200);
  const message = await eventually(
    async () => {
      const sent = received.find(({ type }) => type === 'message');
      if (!sent) throw new Error(`No message was sent: ${bot.readLog()}`);
      return sent;
    },
    { everyMs: 50 },
  );
  expect(message.text).toContain('hello playground');
  expect(message.entities).toMatchObject([
    { type: 'streaminfo', streamType: 'final', streamId: 'm1' },
    { type: 'https://schema.org/Message', additionalType: ['AIGeneratedContent'] },
  ]);
});

/** @proves threat:unregistered-bot */
it('sends nothing to any other machine', async () => {
  expect((await post({ serviceUrl: 'https://smba.trafficmanager.net/teams/' })).status).toBe(403);
});

it('rejects requests whose host name is not loopback, such as from DNS rebinding', async () => {
  const before = received.length;
  for (const host of ['evil.example', 'localhost.evil.example:3978', '127.0.0.1@evil.example']) {
    const headers = { host, 'content-type': 'application/json', 'content-length': '2' };
    const reply = await send(bot.url, { method: 'POST', path: '/api/messages', headers, body: '{}' });
    expect(reply.status).toBe(401);
  }
  expect(received).toHaveLength(before);
});

/** @proves threat:unregistered-bot */
it('does not start without a registration in production', () => {
  const { status, stderr } = spawnSync(process.execPath, ['bot/src/index.ts'], {
    env: { PATH: process.env['PATH'] ?? '', NODE_ENV: 'production' },
    encoding: 'utf8',
    timeout: 30_000,
  });
  expect(status).toBe(1);
  expect(stderr).toContain('BOT_ID is missing');
});
