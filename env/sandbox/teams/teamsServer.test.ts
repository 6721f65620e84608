import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { decodeJwt } from 'jose';
import { getPerson } from '#sandbox/people.ts';
import { startStandIns, type StandIns } from '#sandbox/standIns.ts';
import { startTeams } from './teamsServer.ts';

let folder: string;
let standIns: StandIns;
let host: string;
let bot: Server;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ava-teams-'));
  bot = createServer((request, response) => response.end(`the bot at ${request.method} ${request.url}`));
  await new Promise<void>((done) => bot.listen(0, '127.0.0.1', done));
  standIns = await startStandIns({
    needed: { identity: true, models: false },
    ports: { teams: 0, identity: 0, graph: 0, models: 0, channel: 0, mcp: 0 },
    dataDir: folder,
    apiUrl: 'http://localhost:3980',
    botUrl: `http://127.0.0.1:${(bot.address() as AddressInfo).port}`,
  });
  host = standIns.teams?.url ?? '';
});
afterAll(async () => {
  await standIns.close();
  bot.close();
  await rm(folder, { recursive: true, force: true });
});

function requestToken(body: unknown, type = 'application/json'): Promise<Response> {
  return fetch(`${host}/_sandbox/token`, {
    method: 'POST',
    headers: { 'content-type': type },
    body: JSON.stringify(body),
  });
}

/** Uses node:http because `fetch` does not allow a Host header. */
function getStatusForHost(hostName: string): Promise<number | undefined> {
  return new Promise((done, failed) => {
    request(host, { headers: { host: hostName } }, (response) => done(response.resume().statusCode))
      .on('error', failed)
      .end();
  });
}

describe('the host page', () => {
  it('can frame only the tab and cannot be framed', async () => {
    const page = await fetch(host);

    expect(page.headers.get('content-security-policy')).toContain('frame-src http://localhost:3980;');
    expect(page.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    expect(await page.text()).toContain('Ada Moreau');
  });

  it('serves its assets and the portraits of people, and no other file', async () => {
    const getStatuses = async (paths: string[]) =>
      Promise.all(paths.map(async (path) => (await fetch(host + path)).status));

    expect(await getStatuses(['/page.js', '/page.css', '/icons.svg', '/people/ada.png'])).toEqual([200, 200, 200, 200]);
    const chatPaths = ['/chat.css', '/chat/chat.js', '/lib/adaptivecards.js', '/lib/marked.js'];
    expect(await getStatuses(chatPaths)).toEqual([200, 200, 200, 200]);
    expect(await getStatuses(['/chat/libraries.d.ts', '/lib/other.js'])).toEqual([404, 404]);
    const otherPaths = ['/tsconfig.json', '/../teamsServer.ts', '/people/nobody.png', '/people/jonas.png'];
    expect(await getStatuses(otherPaths)).toEqual([404, 404, 404, 404]);
  });

  it('returns a token of the requested person', async () => {
    const reply = (await (await requestToken({ person: 'ben' })).json()) as { token: string };
    const claims = decodeJwt(reply.token);

    expect(claims['oid']).toBe(getPerson('ben').oid);
    expect((claims.exp ?? 0) - (claims.iat ?? 0)).toBe(3_600);
  });

  it('returns an expired token for an expired session', async () => {
    const reply = (await (await requestToken({ person: 'ben', expiresIn: -60 })).json()) as { token: string };

    expect(decodeJwt(reply.token).exp).toBeLessThan(Date.now() / 1_000);
  });

  it("returns 400 with identity's message for an unknown person", async () => {
    const reply = await requestToken({ person: 'nobody' });

    expect(reply.status).toBe(400);
    expect(await reply.text()).toContain('There is no person');
  });

  it('rejects forms of other origins, and requests to other host names', async () => {
    expect((await requestToken({ person: 'ben' }, 'text/plain')).status).toBe(400);
    expect(await getStatusForHost('rebound.example')).toBe(421);
    expect(await getStatusForHost('localhost')).toBe(200);
  });

  it("forwards Teams' activities to the bot, and people's actions in the chat to its channel", async () => {
    const message = await fetch(`${host}/api/messages`, { method: 'POST', body: '{}' });
    expect(await message.text()).toBe('the bot at POST /api/messages');

    const chats = await fetch(`${host}/_sandbox/channel/conversations?person=ben`);
    const { conversations } = (await chats.json()) as { conversations: { kind: string }[] };
    expect(conversations.map(({ kind }) => kind)).toEqual(['personal', 'groupChat', 'channel']);
    expect((await fetch(`${host}/_sandbox/channel/nothing`)).status).toBe(404);
  });

  it("streams the chat's events to the page", async () => {
    const subscription = new AbortController();
    const events = await fetch(`${host}/_sandbox/channel/events?person=ben`, { signal: subscription.signal });
    const reader = events.body?.pipeThrough(new TextDecoderStream()).getReader();
    const headers = { 'content-type': 'application/json' };
    const body = JSON.stringify({ person: 'ben', text: 'Good morning' });
    await fetch(`${host}/_sandbox/channel/say`, { method: 'POST', headers, body });

    expect((await reader?.read())?.value).toContain('Good morning');
    subscription.abort();
  });

  it('has no chat without a bot, and returns 502 if the bot is unreachable', async () => {
    const identityUrl = standIns.identity?.url ?? '';
    const withoutBot = await startTeams({ port: 0, tabUrl: 'http://localhost:3980', identityUrl });
    expect(await (await fetch(withoutBot.url)).text()).toContain('"hasBot":false');
    expect((await fetch(`${withoutBot.url}/api/messages`, { method: 'POST' })).status).toBe(405);
    await withoutBot.close();

    const stoppedBot = { url: 'http://127.0.0.1:1', channelUrl: 'http://127.0.0.1:1' };
    const withStoppedBot = await startTeams({ port: 0, tabUrl: 'http://localhost:3980', identityUrl, bot: stoppedBot });
    expect((await fetch(`${withStoppedBot.url}/api/messages`, { method: 'POST' })).status).toBe(502);
    await withStoppedBot.close();
  });

  it('does not start in production', async () => {
    const before = process.env['NODE_ENV'];
    process.env['NODE_ENV'] = 'production';
    try {
      const starting = startTeams({ port: 0, tabUrl: 'http://localhost:1', identityUrl: 'https://localhost:2' });
      await expect(starting).rejects.toThrow('does not start in production');
    } finally {
      process.env['NODE_ENV'] = before;
    }
  });
});
