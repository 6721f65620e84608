import { TestAdapter, TurnContext, type Activity } from 'botbuilder';
import { createClient } from '#contract/client.ts';
import { systemClock } from '#platform/clock.ts';
import { createLinks } from '#bot/text/links.ts';
import { createPayloadSigner } from '#bot/auth/signedPayload.ts';
import { createTokenCache, type TokenCache } from '#bot/auth/tokenCache.ts';
import { createBot, type Bot } from '#bot/bot.ts';
import { parseCommand } from '#bot/commands/commands.ts';
import { texts } from '#bot/texts.ts';
import { getPerson } from '#sandbox/people.ts';
import { startApp, type TestApp } from '#tests/harness/app/startApp.ts';
import { silentLog } from '#tests/harness/fakes/recordingLog.ts';

let app: TestApp;
let adapter: TestAdapter;
let bot: Bot;
let tokens: TokenCache;
const ada = getPerson('ada');

beforeAll(async () => {
  app = await startApp({ features: { teamsBotEnabled: true } });
});
afterAll(() => app.close());

/** Creates a bot in this process with the real API. The adapter records what the bot sends. */
beforeEach(() => {
  tokens = createTokenCache(systemClock);
  const services = {
    createApiClient: (token: string) => createClient({ baseUrl: app.url, token: async () => token }),
    tokens,
    fetchSandboxToken: async () => null,
    fetchFile: async () => new File([], 'none'),
    signer: createPayloadSigner('of a test'),
    links: createLinks({ publicUrl: app.url, teamsAppId: null }),
    clock: systemClock,
    log: silentLog,
    logTurnError: () => undefined,
  };
  const turn = (context: TurnContext) => bot.run(context);
  adapter = new TestAdapter(turn, {
    channelId: 'msteams',
    from: { id: `29:${ada.oid}`, name: ada.displayName, aadObjectId: ada.oid },
    recipient: { id: '28:bot', name: 'AVA' },
    conversation: {
      id: `a:${crypto.randomUUID()}`,
      conversationType: 'personal',
      tenantId: ada.tenantId,
      isGroup: false,
      name: '',
    },
  } as Partial<Activity>);
  bot = createBot(services, (reference, resumed) =>
    adapter.processActivity(
      TurnContext.applyConversationReference({ type: 'event', name: 'continue' }, reference, true),
      resumed,
    ),
  );
});

function sent(): Partial<Activity>[] {
  return adapter.activityBuffer.splice(0);
}

async function exchange(value: object): Promise<Partial<Activity>[]> {
  await adapter.receiveActivity({
    type: 'invoke',
    name: 'signin/tokenExchange',
    value,
  } as Partial<Activity> as Activity);
  return sent();
}

const exchangeOf = (token: string) => ({ id: crypto.randomUUID(), connectionName: 'ava', token });

async function waitForReplies(isComplete: (replies: Partial<Activity>[]) => boolean): Promise<Partial<Activity>[]> {
  const replies: Partial<Activity>[] = [];
  for (const end = Date.now() + 15_000; Date.now() < end; await new Promise((wake) => setTimeout(wake, 50))) {
    replies.push(...sent());
    if (isComplete(replies)) return replies;
  }
  throw new Error(`The expected replies were not sent: ${JSON.stringify(replies)}`);
}

const hasMessage = (replies: Partial<Activity>[]) => replies.some(({ type }) => type === 'message');

it('Ada’s question is answered after she has signed in', async () => {
  await adapter.send('repeat after me: patience').startTest();
  expect(sent()).toMatchObject([{ attachments: [{ contentType: 'application/vnd.microsoft.card.oauth' }] }]);
  const [response] = await exchange(exchangeOf(await app.getToken({ person: 'ada' })));
  expect(response).toMatchObject({ type: 'invokeResponse', value: { status: 200 } });
  const replies = await waitForReplies(hasMessage);
  expect(replies[0]).toMatchObject({ type: 'typing', text: texts.thinking });
  expect(replies.at(-1)?.text).toContain('patience');
});

it.each([
  ['nobody’s token', async () => 'a.b.c'],
  ['a token for another application', () => app.getToken({ person: 'ada', audience: crypto.randomUUID() })],
  ['a token that has expired', () => app.getToken({ person: 'ada', expiresIn: -3_600 })],
  ['Ben’s token', () => app.getToken({ person: 'ben' })],
])('%s does not sign Ada in', async (_, tokenOf) => {
  await adapter.send('repeat after me: patience').startTest();
  sent();
  const replies = await exchange(exchangeOf(await tokenOf()));
  expect(replies).toMatchObject([{ type: 'invokeResponse', value: { status: 412 } }]);
  await new Promise((wake) => setTimeout(wake, 500));
  expect(sent()).toEqual([]);
});

it('an expired token makes Ada sign in again, and her question is answered once', async () => {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const exp = Math.floor(Date.now() / 1_000) + 3_600;
  tokens.set({ tenantId: ada.tenantId, id: ada.oid }, `${part({ alg: 'RS256' })}.${part({ exp })}.c2lnbmF0dXJl`);
  await adapter.send('repeat after me: once again').startTest();
  expect(sent()).toMatchObject([{ attachments: [{ contentType: 'application/vnd.microsoft.card.oauth' }] }]);
  await exchange(exchangeOf(await app.getToken({ person: 'ada' })));
  const replies = await waitForReplies(hasMessage);
  expect(replies.filter(({ type }) => type === 'message')).toHaveLength(1);
  expect(replies.at(-1)?.text).toContain('once again');
});

it('rejects a malformed sign-in', async () => {
  const replies = await exchange({ token: { not: 'a token' } });
  expect(replies).toMatchObject([{ type: 'invokeResponse', value: { status: 400 } }]);
});

it('answers a sender without an id with a sentence', async () => {
  adapter.template.from = { id: '29:somebody', name: 'Somebody' } as Activity['from'];
  await adapter.send('When are wages paid?').startTest();
  expect(sent()).toMatchObject([{ text: texts.unknownPerson }]);
});

it('ignores button presses and sign-ins of a sender without an id', async () => {
  adapter.template.from = { id: '29:somebody', name: 'Somebody' } as Activity['from'];
  const replies = await exchange(exchangeOf(await app.getToken({ person: 'ada' })));
  expect(replies).toMatchObject([{ type: 'invokeResponse', value: { status: 412 } }]);
  const data = { verb: 'ask', text: 'When are wages paid?' };
  await adapter.receiveActivity({
    type: 'invoke',
    name: 'adaptiveCard/action',
    value: { action: { data } },
  } as Partial<Activity> as Activity);
  expect(sent()).toMatchObject([{ type: 'invokeResponse', value: { body: { value: texts.unknownPerson } } }]);
  await adapter.receiveActivity({ type: 'message', text: '', value: data } as Partial<Activity> as Activity);
  expect(sent()).toMatchObject([{ text: texts.unknownPerson }]);
});

it('does not treat a conversation without a type as Ada’s personal chat', async () => {
  adapter.template.conversation = { id: '19:team@thread.v2', tenantId: ada.tenantId } as Activity['conversation'];
  await exchange(exchangeOf(await app.getToken({ person: 'ada' })));
  await adapter.send('continue').startTest();
  expect((await waitForReplies(hasMessage)).at(-1)?.text).toBe(texts.chatsInPrivate);
});

it('shows the code of a failed sign-in only if it is well-formed', async () => {
  const fail = (code: string) =>
    adapter.receiveActivity({
      type: 'invoke',
      name: 'signin/failure',
      value: { code },
    } as Partial<Activity> as Activity);
  await fail('[prize](https://evil.example)');
  expect(JSON.stringify(sent())).not.toContain('evil');
  await fail('tokenmissing');
  expect(JSON.stringify(sent())).toContain('(tokenmissing)');
});

describe('when AVA arrives', () => {
  const install = (action: string) =>
    adapter.receiveActivity({ type: 'installationUpdate', action } as Partial<Activity> as Activity);
  const addMembers = (...ids: string[]) =>
    adapter.receiveActivity({
      type: 'conversationUpdate',
      membersAdded: ids.map((id) => ({ id, name: '' })),
    } as Partial<Activity> as Activity);

  it('Ada is greeted once in her chat, with prompts that work', async () => {
    await install('add');
    await addMembers('28:bot');
    await install('add');
    const [greeting, ...others] = sent();
    expect(others).toEqual([]);
    const card = greeting?.attachments?.[0]?.content as { actions: { title: string; data?: unknown }[] };
    expect(JSON.stringify(card)).toContain(texts.welcome);
    for (const { title, data } of card.actions) {
      const { value } = (data as { msteams?: { value: string } } | undefined)?.msteams ?? {};
      if (value !== undefined) expect([title, parseCommand(value)?.command.name]).toEqual([title, value]);
    }
  });

  it('nobody is greeted for an update of the app, or when a colleague joins', async () => {
    await install('add-upgrade');
    await addMembers(`29:${ada.oid}`);
    expect(sent()).toEqual([]);
  });

  it('a group gets one short line', async () => {
    adapter.template.conversation = {
      name: '',
      tenantId: ada.tenantId,
      id: '19:g@thread.v2',
      conversationType: 'groupChat',
      isGroup: true,
    };
    await addMembers(`29:${ada.oid}`, '28:bot');
    await install('add');
    const greetings = sent();
    expect(greetings).toMatchObject([{ text: texts.welcomeInGroup }]);
    expect(greetings).toHaveLength(1);
  });
});

it('responds with 501 to unknown invoke activities', async () => {
  await adapter.receiveActivity({ type: 'invoke', name: 'task/fetch', value: {} } as Partial<Activity> as Activity);
  expect(sent()).toMatchObject([{ type: 'invokeResponse', value: { status: 501 } }]);
});
