import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { decodeJwt } from 'jose';
import { getPerson } from '../people.ts';
import { startStandIns, type StandIns } from '../standIns.ts';
import { startTeams } from './index.ts';

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
    ports: { teams: 0, identity: 0, graph: 0, models: 0, channel: 0 },
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

function askForToken(body: unknown, type = 'application/json'): Promise<Response> {
  return fetch(`${host}/_sandbox/token`, {
    method: 'POST',
    headers: { 'content-type': type },
    body: JSON.stringify(body),
  });
}

/** A request under another host's name, which `fetch` does not let one write. */
function statusUnder(name: string): Promise<number | undefined> {
  return new Promise((done, failed) => {
    request(host, { headers: { host: name } }, (response) => done(response.resume().statusCode))
      .on('error', failed)
      .end();
  });
}

describe('the host page', () => {
  it('frames the tab and nothing else, and may itself be framed by nobody', async () => {
    const page = await fetch(host);

    expect(page.headers.get('content-security-policy')).toContain('frame-src http://localhost:3980;');
    expect(page.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    expect(await page.text()).toContain('Ada Moreau');
  });

  it('serves its parts, the portraits of people, and no other file', async () => {
    const statuses = async (paths: string[]) =>
      Promise.all(paths.map(async (path) => (await fetch(host + path)).status));

    expect(await statuses(['/page.js', '/frame.css', '/icons.svg', '/people/ada.png'])).toEqual([200, 200, 200, 200]);
    expect(await statuses(['/chat/chat.js', '/lib/adaptivecards.js', '/lib/marked.js'])).toEqual([200, 200, 200]);
    expect(await statuses(['/chat/libraries.d.ts', '/lib/other.js'])).toEqual([404, 404]);
    expect(await statuses(['/tsconfig.json', '/../index.ts', '/people/nobody.png', '/people/jonas.png'])).toEqual([
      404, 404, 404, 404,
    ]);
  });

  it('hands out the token of the person it is asked for', async () => {
    const reply = (await (await askForToken({ person: 'ben' })).json()) as { token: string };
    const claims = decodeJwt(reply.token);

    expect(claims['oid']).toBe(getPerson('ben').oid);
    expect((claims.exp ?? 0) - (claims.iat ?? 0)).toBe(3_600);
  });

  it('hands out a token that is over when the session is to be expired', async () => {
    const reply = (await (await askForToken({ person: 'ben', expiresIn: -60 })).json()) as { token: string };

    expect(decodeJwt(reply.token).exp).toBeLessThan(Date.now() / 1_000);
  });

  it('says in words when identity has no such person', async () => {
    const reply = await askForToken({ person: 'nobody' });

    expect(reply.status).toBe(400);
    expect(await reply.text()).toContain('Nobody in the sandbox is called');
  });

  it('gives nothing to a form of another page, nor under another name', async () => {
    expect((await askForToken({ person: 'ben' }, 'text/plain')).status).toBe(400);
    expect(await statusUnder('rebound.example')).toBe(421);
    expect(await statusUnder('localhost')).toBe(200);
  });

  it("brings Teams' messages to the bot, and what people do in the chat to its channel", async () => {
    const message = await fetch(`${host}/api/messages`, { method: 'POST', body: '{}' });
    expect(await message.text()).toBe('the bot at POST /api/messages');

    const chats = await fetch(`${host}/_sandbox/channel/conversations?person=ben`);
    const { conversations } = (await chats.json()) as { conversations: { kind: string }[] };
    expect(conversations.map(({ kind }) => kind)).toEqual(['personal', 'groupChat', 'channel']);
    expect((await fetch(`${host}/_sandbox/channel/nothing`)).status).toBe(404);
  });

  it('tells the page of the chat as it happens', async () => {
    const leaving = new AbortController();
    const events = await fetch(`${host}/_sandbox/channel/events?person=ben`, { signal: leaving.signal });
    const reader = events.body?.pipeThrough(new TextDecoderStream()).getReader();
    const headers = { 'content-type': 'application/json' };
    const words = JSON.stringify({ person: 'ben', text: 'Good morning' });
    await fetch(`${host}/_sandbox/channel/say`, { method: 'POST', headers, body: words });

    expect((await reader?.read())?.value).toContain('Good morning');
    leaving.abort();
  });

  it('without a bot has no chat, and says when the bot is not there', async () => {
    const identityUrl = standIns.identity?.url ?? '';
    const alone = await startTeams({ port: 0, tabUrl: 'http://localhost:3980', identityUrl });
    expect(await (await fetch(alone.url)).text()).toContain('"hasBot":false');
    expect((await fetch(`${alone.url}/api/messages`, { method: 'POST' })).status).toBe(405);
    await alone.close();

    const nowhere = { url: 'http://127.0.0.1:1', channelUrl: 'http://127.0.0.1:1' };
    const orphan = await startTeams({ port: 0, tabUrl: 'http://localhost:3980', identityUrl, bot: nowhere });
    expect((await fetch(`${orphan.url}/api/messages`, { method: 'POST' })).status).toBe(502);
    await orphan.close();
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
