import { getPerson } from '../../people.ts';
import { BOT_FRAMEWORK_RESOURCE } from '../../identity/registrations.ts';
import { eventually } from '../../../../tests/harness/eventually.ts';
import { startTestBot, type TestBot } from './testBot.ts';
import type { Message } from './rooms.ts';

const ada = getPerson('ada');
let bot: TestBot;
beforeAll(async () => {
  bot = await startTestBot(300);
});
afterAll(() => bot.close());

type Shown = { id: string; kind: string; name: string; messages: Message[] };

async function roomOf(person: string, kind = 'personal'): Promise<Shown> {
  const { conversations } = await bot.look<{ conversations: Shown[] }>(`conversations?person=${person}`);
  const found = conversations.find((each) => each.kind === kind);
  if (!found) throw new Error(`${person} has no ${kind}.`);
  return found;
}

const activities = (room: { id: string }) => `conversations/${encodeURIComponent(room.id)}/activities`;
const latest = () => bot.heard.at(-1);

describe('what a person says', () => {
  it('reaches the bot with a token of the channel, whose keys are endorsed for Teams', async () => {
    await bot.control('say', { person: 'ada', text: 'Hello' });

    expect(latest()).toMatchObject({
      type: 'message',
      text: 'Hello',
      serviceUrl: bot.channel.env['BOT_SERVICE_URLS'],
      from: { aadObjectId: ada.oid },
      conversation: { conversationType: 'personal', tenantId: ada.tenantId },
    });
    const { keys } = (await (await fetch(`${bot.channel.url}/v1/.well-known/keys`)).json()) as {
      keys: { endorsements: string[]; d?: string }[];
    };
    expect(keys[0]?.endorsements).toEqual(['msteams']);
    expect(keys[0]?.d).toBeUndefined();
  });

  it('in a group reaches the bot only when it is named', async () => {
    const group = await roomOf('ada', 'groupChat');
    const before = bot.heard.length;
    await bot.control('say', { person: 'ada', conversation: group.id, text: 'Lunch?' });
    expect(bot.heard).toHaveLength(before);

    await bot.control('say', { person: 'ben', conversation: group.id, text: '@AVA what is the budget?' });

    expect(latest()).toMatchObject({ text: '<at>AVA</at> what is the budget?', conversation: { id: group.id } });
    expect(latest()?.entities?.[0]).toMatchObject({ type: 'mention', mentioned: { name: 'AVA' } });
  });

  it('in a channel begins a thread, and a reply to it stays there', async () => {
    const channel = await roomOf('ada', 'channel');
    const { id } = await bot.control<{ id: string }>('say', {
      person: 'ada',
      conversation: channel.id,
      text: '@AVA hi',
    });
    const thread = `${channel.id};messageid=${id}`;
    expect(latest()?.conversation.id).toBe(thread);

    expect((await bot.call('POST', activities({ id: thread }), { type: 'message', text: 'Hi' })).status).toBe(201);
    expect((await roomOf('ben', 'channel')).messages.at(-1)).toMatchObject({ from: 'bot', threadId: id });
  });

  it('is delivered again as often as asked, under one id', async () => {
    const before = bot.heard.length;
    await bot.control('say', { person: 'ada', text: 'Once', redeliver: 4 });

    expect(new Set(bot.heard.slice(before).map(({ id }) => id)).size).toBe(1);
    expect(bot.heard).toHaveLength(before + 5);
  });

  it('carries pasted images by an address of the connector, which asks for the token of the bot', async () => {
    const image = { name: 'chart.png', base64: Buffer.from('an image').toString('base64') };
    await bot.control('say', { person: 'ada', text: 'What is it?', images: [image] });

    const [attachment] = latest()?.attachments ?? [];
    expect(attachment).toMatchObject({ contentType: 'image/*' });
    const url = (attachment as { contentUrl?: string } | undefined)?.contentUrl ?? '';
    expect(url.startsWith(bot.channel.env['BOT_SERVICE_URLS'] ?? 'nowhere')).toBe(true);
    expect((await fetch(url)).status).toBe(401);
  });

  it('carries files as Teams does, by a link that needs no token', async () => {
    const file = { name: 'Budget 2027.txt', base64: Buffer.from('41,200 euros').toString('base64') };
    await bot.control('say', { person: 'ada', text: 'Read this', files: [file] });

    const link = latest()?.attachments?.[0]?.content.downloadUrl ?? '';
    expect(await (await fetch(link)).text()).toBe('41,200 euros');
  });

  it('to a bot that sleeps is told to be late', async () => {
    const said = await bot.control<{ deliveries: { status: number }[] }>('say', { person: 'ben', text: 'sleep' });

    expect(said.deliveries).toEqual([expect.objectContaining({ status: 408 })]);
  });
});

describe('what the bot says', () => {
  it('is refused without a token, with that of a person, and with that of another application', async () => {
    const room = await roomOf('ada');
    const words = { type: 'message', text: 'Hello' };
    const statusWith = async (token: string) => (await bot.call('POST', activities(room), words, token)).status;

    expect(await statusWith('')).toBe(401);
    expect(await statusWith(await bot.identity.mint({ person: 'ada' }))).toBe(401);
    const stranger = { kind: 'app', audience: BOT_FRAMEWORK_RESOURCE, azp: ada.oid } as const;
    expect(await statusWith(await bot.identity.mint(stranger))).toBe(401);
    expect((await roomOf('ada')).messages.every(({ from }) => from !== 'bot')).toBe(true);
  });

  it('is shown, changed and taken back', async () => {
    const room = await roomOf('cleo');
    const { body } = await bot.call('POST', activities(room), { type: 'message', text: 'Hello Cleo' });

    await bot.call('PUT', `${activities(room)}/${body.id}`, { type: 'message', text: 'Good morning Cleo' });
    expect((await roomOf('cleo')).messages.at(-1)).toMatchObject({
      edited: true,
      activity: { text: 'Good morning Cleo' },
    });
    await bot.call('DELETE', `${activities(room)}/${body.id}`);
    expect((await roomOf('cleo')).messages.at(-1)?.state).toBe('deleted');
    expect((await bot.call('PUT', `${activities(room)}/${body.id}`, { type: 'message' })).status).toBe(404);
  });

  it('is a stream that ends in one message', async () => {
    const room = await roomOf('dev');
    const info = (more: object) => [{ type: 'streaminfo', ...more }];
    const first = {
      type: 'typing',
      text: 'Thinking',
      entities: info({ streamType: 'informative', streamSequence: 1 }),
    };
    const { status, body } = await bot.call('POST', activities(room), first);
    expect(status).toBe(201);

    const entities = info({ streamType: 'final', streamId: body.id });
    const end = await bot.call('POST', activities(room), { type: 'message', text: 'Done', entities });

    expect(end.status).toBe(202);
    expect((await roomOf('dev')).messages).toEqual([expect.objectContaining({ id: body.id, state: 'sent' })]);
  });

  it('is refused once the person has pressed Stop', async () => {
    const room = await roomOf('elif');
    const step = (streamSequence: number, more = {}) => ({
      type: 'typing',
      text: 'Writing',
      entities: [{ type: 'streaminfo', streamType: 'streaming', streamSequence, ...more }],
    });
    const { body } = await bot.call('POST', activities(room), step(1));
    await bot.control('stop', { person: 'elif' });

    const refused = await bot.call('POST', activities(room), step(2, { streamId: body.id }));

    expect(refused).toMatchObject({ status: 403, body: { error: { code: 'ContentStreamNotAllowed' } } });
    expect((await roomOf('elif')).messages.at(-1)?.state).toBe('stopped');
  });

  it('is refused above 100 KB, as no message, in no conversation, and where the bot was removed', async () => {
    const room = await roomOf('farid');
    const say = (body: object, to = room) => bot.call('POST', activities(to), body);

    expect((await say({ type: 'message', text: 'x'.repeat(52_000) })).status).toBe(413);
    expect((await say({ text: 'no type' })).status).toBe(400);
    expect((await say({ type: 'message', text: 'Hello' }, { ...room, id: 'a:nobody' })).status).toBe(404);
    await bot.control('uninstall', { person: 'farid' });
    expect(latest()).toMatchObject({ type: 'installationUpdate', action: 'remove' });
    expect((await say({ type: 'message', text: 'Hello' })).body.error?.code).toBe('BotNotInConversationRoster');
  });

  it('fails as it was told to, and may have arrived all the same', async () => {
    const room = await roomOf('greta');
    await bot.control('faults', {
      next: [
        { status: 429, retryAfter: 2 },
        { status: 502, arrived: true },
      ],
    });
    const say = (text: string) => bot.call('POST', activities(room), { type: 'message', text });

    expect(await say('one')).toMatchObject({ status: 429, retryAfter: '2' });
    expect((await say('two')).status).toBe(502);
    expect((await say('three')).status).toBe(201);
    expect((await roomOf('greta')).messages.map(({ activity }) => activity.text)).toEqual(['two', 'three']);
    const { requests } = await bot.look<{ requests: { room: string; status: number }[] }>('requests');
    expect(requests.filter((each) => each.room === room.id).map(({ status }) => status)).toEqual([429, 502, 201]);
  });

  it('knows who is there, and can speak first', async () => {
    const room = await roomOf('hugo');
    const members = await bot.call('GET', `conversations/${room.id}/members`);
    expect(members.body).toEqual([
      expect.objectContaining({ userPrincipalName: getPerson('hugo').userPrincipalName }),
    ]);

    const opened = await bot.call('POST', 'conversations', { members: [{ id: `29:1${getPerson('hugo').oid}` }] });
    expect(opened.body.id).toBe(room.id);
  });
});

describe('signing in', () => {
  const card = {
    type: 'message',
    attachments: [
      {
        contentType: 'application/vnd.microsoft.card.oauth',
        content: { connectionName: 'sso', tokenExchangeResource: { id: 'exchange-1' }, buttons: [] },
      },
    ],
  };

  it("hands the bot the person's token, once from each client, and hides the card", async () => {
    const room = await roomOf('ines');
    await bot.control('signIn', { person: 'ines', twoClients: true });
    const before = bot.heard.length;
    await bot.call('POST', activities(room), card);

    await eventually(async () => expect((await roomOf('ines')).messages.at(-1)?.signedIn).toEqual(['ines']));
    const asked = bot.heard.slice(before);
    expect(asked.map(({ name, value }) => [name, value?.['id']])).toEqual([
      ['signin/tokenExchange', 'exchange-1'],
      ['signin/tokenExchange', 'exchange-1'],
    ]);
    await bot.control('signIn', { person: 'ines' });
  });

  it('shows the card when the bot refuses the token, and tells when the person has agreed', async () => {
    const room = await roomOf('jonas');
    bot.answer({ status: 412, body: { failureDetail: 'Consent is needed.' } });
    await bot.call('POST', activities(room), card);
    const from = { aadObjectId: getPerson('jonas').oid };
    await eventually(() => expect(latest()).toMatchObject({ name: 'signin/tokenExchange', from }));
    const shown = (await roomOf('jonas')).messages.at(-1);
    expect(shown?.signedIn).toEqual([]);

    bot.answer({ status: 200 });
    await bot.control('pressSignIn', { person: 'jonas', message: shown?.id });

    expect(latest()).toMatchObject({ name: 'signin/verifyState' });
    expect((await roomOf('jonas')).messages.at(-1)?.signedIn).toEqual(['jonas']);
  });

  it('tells the code when Teams has no token', async () => {
    const room = await roomOf('mika');
    await bot.control('signIn', { person: 'mika', how: 'failure', code: 'resourcematchfailed' });
    await bot.call('POST', activities(room), card);

    await eventually(() =>
      expect(latest()).toMatchObject({ name: 'signin/failure', value: { code: 'resourcematchfailed' } }),
    );
  });
});

describe('a card and a thumb', () => {
  it('are brought to the bot, and its answer replaces the card for that person alone', async () => {
    const room = await roomOf('ada', 'groupChat');
    const content = { type: 'AdaptiveCard', version: '1.5', body: [] };
    const attachments = [{ contentType: 'application/vnd.microsoft.card.adaptive', content }];
    const { body } = await bot.call('POST', activities(room), { type: 'message', attachments });
    bot.answer({
      status: 200,
      body: { statusCode: 200, type: 'application/vnd.microsoft.card.adaptive', value: { new: 1 } },
    });

    const place = { person: 'ben', conversation: room.id, message: body.id };
    await bot.control('act', { ...place, action: { type: 'Action.Execute', verb: 'show', data: { n: 1 } } });

    expect(latest()).toMatchObject({
      name: 'adaptiveCard/action',
      replyToId: body.id,
      from: { aadObjectId: getPerson('ben').oid },
      value: { action: { verb: 'show', data: { n: 1 } } },
    });
    expect((await roomOf('ada', 'groupChat')).messages.at(-1)?.cards).toEqual({ ben: { new: 1 } });
    await bot.control('react', { ...place, reaction: 'dislike', text: 'Wrong page' });
    expect(latest()).toMatchObject({
      name: 'message/submitAction',
      value: { actionValue: { reaction: 'dislike', feedback: '{"feedbackText":"Wrong page"}' } },
    });
    await bot.control('act', { ...place, action: { type: 'Action.Submit', data: { pick: 'finance' } } });
    expect(latest()).toMatchObject({ type: 'message', value: { pick: 'finance' }, replyToId: body.id });
  });
});

describe('what a stranger tries', () => {
  it('finds no control without JSON, no person, no conversation of others and no file', async () => {
    const post = (name: string, body: object, type = 'application/json') =>
      fetch(`${bot.channel.url}/_sandbox/${name}`, {
        method: 'POST',
        headers: { 'content-type': type },
        body: JSON.stringify(body),
      });

    expect((await post('say', { person: 'ada', text: 'x' }, 'text/plain')).status).toBe(400);
    expect((await post('say', { person: 'nobody', text: 'x' })).status).toBe(400);
    expect((await post('say', { person: 'ada', conversation: (await roomOf('ben')).id, text: 'x' })).status).toBe(400);
    expect((await post('nothing', {})).status).toBe(404);
    expect((await fetch(`${bot.channel.url}/files/${ada.oid}/x`)).status).toBe(404);
  });
});
