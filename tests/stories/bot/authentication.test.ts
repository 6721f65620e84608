import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { texts } from '../../../bot/src/texts.ts';
import { getPerson } from '../../../env/sandbox/people.ts';
import { callByName } from '../../harness/http/exampleCalls.ts';
import { startApp, type TestApp } from '../../harness/app/startApp.ts';
import { listConnectorRequests, openTeamsChat } from '../../harness/bot/teamsChat.ts';

let app: TestApp;
/** Somebody who would like to be sent the bot's words and token. */
let stranger: Server;
let strangerUrl: string;
const heard: string[] = [];

beforeAll(async () => {
  app = await startApp({ bot: true, features: { teamsBotEnabled: false } });
  stranger = createServer((request, response) => {
    heard.push(`${request.method} ${request.url} ${request.headers.authorization}`);
    response.writeHead(201, { 'content-type': 'application/json' }).end('{"id":"1"}');
  });
  await new Promise<void>((done) => stranger.listen(0, '127.0.0.1', done));
  strangerUrl = `http://127.0.0.1:${(stranger.address() as AddressInfo).port}/`;
});
afterAll(async () => {
  await app.close();
  await new Promise((done) => stranger.close(done));
});

const ada = getPerson('ada');

function activity(changes: object = {}): Record<string, unknown> {
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

async function token(wish: object = {}): Promise<string> {
  return ((await app.control('channel', 'token', wish)) as { token: string }).token;
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

/** How much has left the bot so far. */
async function outgoing(): Promise<number> {
  await new Promise((wake) => setTimeout(wake, 500));
  return (await listConnectorRequests(app)).length + heard.length;
}

describe('rejects a sender that is not the channel and sends nothing', () => {
  it.each<[string, () => Promise<Response>, number]>([
    ['no token', () => post(activity()), 401],
    ['a word that is no token', () => post(activity(), 'abc.def.ghi'), 401],
    ['a token for another bot', async () => post(activity(), await token({ audience: crypto.randomUUID() })), 401],
    ['a token of another issuer', async () => post(activity(), await token({ issuer: 'https://evil.example' })), 401],
    ['a token that has expired', async () => post(activity(), await token({ expiresIn: -7_200 })), 401],
    ['a token that another key signed', async () => post(activity(), await token({ foreign: true })), 401],
    [
      'a token for another address',
      async () => post(activity(), await token({ serviceUrl: 'https://smba.trafficmanager.net/elsewhere/' })),
      401,
    ],
    [
      'an address that is not the channel’s',
      async () => post(activity({ serviceUrl: strangerUrl }), await token({ serviceUrl: strangerUrl })),
      403,
    ],
    [
      'a person of another tenant',
      async () => {
        const tenantId = getPerson('carl').tenantId;
        const conversation = { id: 'a:forged', conversationType: 'personal', tenantId };
        return post(activity({ conversation, channelData: { tenant: { id: tenantId } } }), await token());
      },
      403,
    ],
    [
      'no tenant at all',
      async () => post(activity({ conversation: { id: 'a:forged' }, channelData: {} }), await token()),
      403,
    ],
  ])('%s', async (_, ask, status) => {
    const before = await outgoing();
    const reply = await ask();
    expect(reply.status).toBe(status);
    expect(await reply.text()).not.toMatch(/stack|node_modules|eyJ/);
    expect(await outgoing()).toBe(before);
    expect(heard).toEqual([]);
  });
});

describe('rejects a malformed activity with a sentence and stays available', () => {
  it.each<[string, string | object]>([
    ['nothing', ''],
    ['no JSON', '{"type":'],
    ['a list', '[]'],
    ['null', 'null'],
    ['no conversation', { conversation: undefined }],
    ['no sender', { from: null }],
    ['a number for a type', { type: 7 }],
    ['an address that is none', { serviceUrl: 'smba' }],
  ])('%s', async (_, given) => {
    const body = typeof given === 'string' ? given : activity(given);
    const before = await outgoing();
    const reply = await post(body, await token());
    expect(reply.status).toBe(400);
    expect(((await reply.json()) as { error: string }).error).toMatch(/\.$/);
    expect(await outgoing()).toBe(before);
    expect((await fetch(`${app.botUrl}/health`)).status).toBe(200);
  });

  it.each<[string, object]>([
    ['entities that are none', { entities: 'many' }],
    ['attachments that are none', { attachments: { a: 1 } }],
    ['a text that is a number', { text: 12 }],
    ['a value that is deep', { value: { action: { data: { verb: ['ask'] } } }, text: '' }],
    ['an activity of no known kind', { type: 'somethingNew' }],
  ])('%s does no harm', async (_, changes) => {
    expect((await post(activity(changes), await token())).status).toBeLessThan(500);
    expect((await fetch(`${app.botUrl}/health`)).status).toBe(200);
  });

  it('more than a megabyte is not read', async () => {
    const reply = await post(activity({ text: 'x'.repeat(1_200_000) }), await token());
    expect(reply.status).toBe(413);
  });
});

it('an organization with the bot turned off answers every message with one sentence', async () => {
  const chat = openTeamsChat(app, 'ada');
  await chat.send('When are wages paid?');
  expect((await chat.waitForAnswer()).activity.text).toBe(texts.switchedOff);
  await new Promise((wake) => setTimeout(wake, 1_000));
  expect(await chat.countAnswers()).toBe(1);
  const bearer = await app.getToken({ person: 'ada' });
  expect(await callByName(app, 'openBotChat', { conversation_id: 'a:b' }, bearer)).toMatchObject({ status: 403 });
});
