import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { texts } from '#bot/texts.ts';
import { getPerson } from '#sandbox/people.ts';
import { callByName } from '#tests/harness/http/exampleCalls.ts';
import { startApp, type TestApp } from '#tests/harness/app/startApp.ts';
import { listConnectorRequests, openTeamsChat } from '#tests/harness/bot/teamsChat.ts';

let app: TestApp;
/** A server of an attacker who wants the bot's messages and token. */
let attackerServer: Server;
let attackerUrl: string;
const attackerRequests: string[] = [];

beforeAll(async () => {
  app = await startApp({ bot: true, features: { teamsBotEnabled: false } });
  attackerServer = createServer((request, response) => {
    attackerRequests.push(`${request.method} ${request.url} ${request.headers.authorization}`);
    response.writeHead(201, { 'content-type': 'application/json' });
    response.end('{"id":"1"}');
  });
  await new Promise<void>((done) => attackerServer.listen(0, '127.0.0.1', done));
  attackerUrl = `http://127.0.0.1:${(attackerServer.address() as AddressInfo).port}/`;
});
afterAll(async () => {
  await app.close();
  await new Promise((done) => attackerServer.close(done));
});

const ada = getPerson('ada');

function makeActivity(changes: object = {}): Record<string, unknown> {
  return {
    type: 'message',
    id: crypto.randomUUID(),
    channelId: 'msteams',
    serviceUrl: `${app.urls.channel}/teams/`,
    from: { id: `29:${ada.oid}`, name: ada.displayName, aadObjectId: ada.oid },
    recipient: { id: '28:bot' },
    conversation: { id: 'a:forged', conversationType: 'personal', tenantId: ada.tenantId },
    channelData: { tenant: { id: ada.tenantId } },
    text: 'help',
    ...changes,
  };
}

async function getToken(options: object = {}): Promise<string> {
  return ((await app.control('channel', 'token', options)) as { token: string }).token;
}

async function post(body: unknown, bearer?: string): Promise<Response> {
  const headers = {
    'content-type': 'application/json',
    ...(bearer === undefined ? {} : { authorization: `Bearer ${bearer}` }),
  };
  return fetch(`${app.botUrl}/api/messages`, {
    method: 'POST',
    headers,
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
}

/** Counts the requests that the bot has sent to anyone. */
async function countOutgoing(): Promise<number> {
  await new Promise((wake) => setTimeout(wake, 500));
  return (await listConnectorRequests(app)).length + attackerRequests.length;
}

/** @proves threat:bot-sender */
describe('rejects a sender that is not the channel and sends nothing', () => {
  it.each<[string, () => Promise<Response>, number]>([
    ['no token', () => post(makeActivity()), 401],
    ['an invalid token', () => post(makeActivity(), 'abc.def.ghi'), 401],
    [
      'a token for another bot',
      async () => post(makeActivity(), await getToken({ audience: crypto.randomUUID() })),
      401,
    ],
    [
      'a token from another issuer',
      async () => post(makeActivity(), await getToken({ issuer: 'https://evil.example' })),
      401,
    ],
    ['an expired token', async () => post(makeActivity(), await getToken({ expiresIn: -7_200 })), 401],
    ['a token with another signing key', async () => post(makeActivity(), await getToken({ foreign: true })), 401],
    [
      'a token for another service URL',
      async () => post(makeActivity(), await getToken({ serviceUrl: 'https://smba.trafficmanager.net/elsewhere/' })),
      401,
    ],
    [
      'a service URL that is not the channel’s',
      async () => post(makeActivity({ serviceUrl: attackerUrl }), await getToken({ serviceUrl: attackerUrl })),
      403,
    ],
    [
      'a person of another tenant',
      async () => {
        const tenantId = getPerson('carl').tenantId;
        const conversation = { id: 'a:forged', conversationType: 'personal', tenantId };
        return post(makeActivity({ conversation, channelData: { tenant: { id: tenantId } } }), await getToken());
      },
      403,
    ],
    [
      'no tenant',
      async () => post(makeActivity({ conversation: { id: 'a:forged' }, channelData: {} }), await getToken()),
      403,
    ],
  ])('%s', async (_, sendRequest, status) => {
    const before = await countOutgoing();
    const reply = await sendRequest();
    expect(reply.status).toBe(status);
    expect(await reply.text()).not.toMatch(/stack|node_modules|eyJ/);
    expect(await countOutgoing()).toBe(before);
    expect(attackerRequests).toEqual([]);
  });
});

/** @proves threat:malformed-activity */
describe('rejects a malformed activity with a sentence and stays available', () => {
  it.each<[string, string | object]>([
    ['an empty body', ''],
    ['invalid JSON', '{"type":'],
    ['a list', '[]'],
    ['null', 'null'],
    ['no conversation', { conversation: undefined }],
    ['no sender', { from: null }],
    ['a number as the type', { type: 7 }],
    ['an invalid service URL', { serviceUrl: 'smba' }],
  ])('%s', async (_, changes) => {
    const body = typeof changes === 'string' ? changes : makeActivity(changes);
    const before = await countOutgoing();
    const reply = await post(body, await getToken());
    expect(reply.status).toBe(400);
    expect(((await reply.json()) as { error: string }).error).toMatch(/\.$/);
    expect(await countOutgoing()).toBe(before);
    expect((await fetch(`${app.botUrl}/health`)).status).toBe(200);
  });

  it.each<[string, object]>([
    ['invalid entities', { entities: 'many' }],
    ['invalid attachments', { attachments: { a: 1 } }],
    ['a text that is a number', { text: 12 }],
    ['a nested value', { value: { action: { data: { verb: ['ask'] } } }, text: '' }],
    ['an unknown activity type', { type: 'somethingNew' }],
  ])('%s does no harm', async (_, changes) => {
    expect((await post(makeActivity(changes), await getToken())).status).toBeLessThan(500);
    expect((await fetch(`${app.botUrl}/health`)).status).toBe(200);
  });

  it('rejects an activity of more than a megabyte', async () => {
    const reply = await post(makeActivity({ text: 'x'.repeat(1_200_000) }), await getToken());
    expect(reply.status).toBe(413);
  });
});

/** @proves threat:unknown-conversation */
it('logs an unknown conversation only once, even if many activities come from it', async () => {
  const conversation = { id: 'a:unknown', conversationType: 'personal', tenantId: ada.tenantId };
  const before = app.readBotLog().length;
  for (const text of ['help', 'hi', 'help', 'hi', 'help'])
    expect((await post(makeActivity({ conversation, text }), await getToken())).status).toBe(200);
  await new Promise((wake) => setTimeout(wake, 2_000));
  const lines = app.readBotLog().slice(before).trim().split('\n');
  expect(lines.filter((line) => /"level":(40|50)/.test(line))).toEqual([expect.stringContaining('"a:unknown"')]);
});

it('a bot that is turned off answers every message with one sentence', async () => {
  const chat = openTeamsChat(app, 'ada');
  await chat.send('When are wages paid?');
  expect((await chat.waitForAnswer()).activity.text).toBe(texts.switchedOff);
  await new Promise((wake) => setTimeout(wake, 1_000));
  expect(await chat.countAnswers()).toBe(1);
  const bearer = await app.getToken({ person: 'ada' });
  expect(await callByName(app, 'openBotChat', { conversation_id: 'a:b' }, bearer)).toMatchObject({ status: 403 });
});
