import { getPerson } from '#sandbox/people.ts';
import { BOT_FRAMEWORK_RESOURCE } from '#sandbox/identity/registrations.ts';
import { eventually } from '../../../../tests/harness/eventually.ts';
import { getActivitiesPath, startTestBot, type TestBot } from './testBot.ts';

const ada = getPerson('ada');
let bot: TestBot;
beforeAll(async () => {
  bot = await startTestBot(300);
});
afterAll(() => bot.close());

describe('a message of the bot', () => {
  it('is rejected without a token, with a person’s token and with another application’s token', async () => {
    const path = getActivitiesPath(await bot.getConversation('ada'));
    const activity = { type: 'message', text: 'Hello' };
    const getStatus = async (token: string) => (await bot.call('POST', path, activity, token)).status;

    expect(await getStatus('')).toBe(401);
    expect(await getStatus(await bot.identity.mint({ person: 'ada' }))).toBe(401);
    const otherApplication = { kind: 'app', audience: BOT_FRAMEWORK_RESOURCE, azp: ada.oid } as const;
    expect(await getStatus(await bot.identity.mint(otherApplication))).toBe(401);
    expect((await bot.getConversation('ada')).messages.every(({ from }) => from !== 'bot')).toBe(true);
  });

  it('is shown, updated and deleted', async () => {
    const conversation = await bot.getConversation('cleo');
    const { body } = await bot.call('POST', getActivitiesPath(conversation), { type: 'message', text: 'Hello Cleo' });

    await bot.call('PUT', `${getActivitiesPath(conversation)}/${body.id}`, {
      type: 'message',
      text: 'Good morning Cleo',
    });
    expect((await bot.getConversation('cleo')).messages.at(-1)).toMatchObject({
      edited: true,
      activity: { text: 'Good morning Cleo' },
    });
    await bot.call('DELETE', `${getActivitiesPath(conversation)}/${body.id}`);
    expect((await bot.getConversation('cleo')).messages.at(-1)?.state).toBe('deleted');
    expect((await bot.call('PUT', `${getActivitiesPath(conversation)}/${body.id}`, { type: 'message' })).status).toBe(
      404,
    );
  });

  it('can be a stream, which becomes one message', async () => {
    const conversation = await bot.getConversation('dev');
    const createEntities = (properties: object) => [{ type: 'streaminfo', ...properties }];
    const first = {
      type: 'typing',
      text: 'Thinking',
      entities: createEntities({ streamType: 'informative', streamSequence: 1 }),
    };
    const { status, body } = await bot.call('POST', getActivitiesPath(conversation), first);
    expect(status).toBe(201);

    const entities = createEntities({ streamType: 'final', streamId: body.id });
    const final = { type: 'message', text: 'Done', entities };

    expect((await bot.call('POST', getActivitiesPath(conversation), final)).status).toBe(202);
    expect((await bot.getConversation('dev')).messages).toEqual([
      expect.objectContaining({ id: body.id, state: 'sent' }),
    ]);
  });

  it('is rejected after the person pressed Stop', async () => {
    const path = getActivitiesPath(await bot.getConversation('elif'));
    const createUpdate = (streamSequence: number, properties = {}) => ({
      type: 'typing',
      text: 'Writing',
      entities: [{ type: 'streaminfo', streamType: 'streaming', streamSequence, ...properties }],
    });
    const { body } = await bot.call('POST', path, createUpdate(1));
    await bot.control('stop', { person: 'elif' });

    const reply = await bot.call('POST', path, createUpdate(2, { streamId: body.id }));

    expect(reply).toMatchObject({ status: 403, body: { error: { code: 'ContentStreamNotAllowed' } } });
    expect((await bot.getConversation('elif')).messages.at(-1)?.state).toBe('stopped');
  });

  it('is rejected above 100 KB, without a type, in an unknown conversation and after the bot was removed', async () => {
    const conversation = await bot.getConversation('farid');
    const send = (body: object, target = conversation) => bot.call('POST', getActivitiesPath(target), body);

    expect((await send({ type: 'message', text: 'x'.repeat(52_000) })).status).toBe(413);
    expect((await send({ text: 'no type' })).status).toBe(400);
    expect((await send({ type: 'message', text: 'Hello' }, { ...conversation, id: 'a:nobody' })).status).toBe(404);
    await bot.control('uninstall', { person: 'farid' });
    expect(bot.getLatest()).toMatchObject({ type: 'installationUpdate', action: 'remove' });
    expect((await send({ type: 'message', text: 'Hello' })).body.error?.code).toBe('BotNotInConversationRoster');
  });

  it('fails with the requested faults, and can be shown although the send failed', async () => {
    const conversation = await bot.getConversation('greta');
    await bot.control('faults', {
      next: [
        { status: 429, retryAfter: 2 },
        { status: 502, arrived: true },
      ],
    });
    const send = (text: string) => bot.call('POST', getActivitiesPath(conversation), { type: 'message', text });

    expect(await send('one')).toMatchObject({ status: 429, retryAfter: '2' });
    expect((await send('two')).status).toBe(502);
    expect((await send('three')).status).toBe(201);
    expect((await bot.getConversation('greta')).messages.map(({ activity }) => activity.text)).toEqual([
      'two',
      'three',
    ]);
    const { requests } = await bot.get<{ requests: { conversation: string; status: number }[] }>('requests');
    const ownRequests = requests.filter((request) => request.conversation === conversation.id);
    expect(ownRequests.map(({ status }) => status)).toEqual([429, 502, 201]);
  });

  it('goes to a conversation that the bot can find by a member, and whose members it can list', async () => {
    const conversation = await bot.getConversation('hugo');
    const members = await bot.call('GET', `conversations/${conversation.id}/members`);
    expect(members.body).toEqual([expect.objectContaining({ userPrincipalName: getPerson('hugo').userPrincipalName })]);

    const reply = await bot.call('POST', 'conversations', { members: [{ id: `29:1${getPerson('hugo').oid}` }] });
    expect(reply.body.id).toBe(conversation.id);
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

  it("sends the person's token to the bot, once per client, and hides the card", async () => {
    const conversation = await bot.getConversation('ines');
    await bot.control('signIn', { person: 'ines', twoClients: true });
    const before = bot.received.length;
    await bot.call('POST', getActivitiesPath(conversation), card);

    await eventually(async () =>
      expect((await bot.getConversation('ines')).messages.at(-1)?.signedIn).toEqual(['ines']),
    );
    const invokes = bot.received.slice(before);
    expect(invokes.map(({ name, value }) => [name, value?.['id']])).toEqual([
      ['signin/tokenExchange', 'exchange-1'],
      ['signin/tokenExchange', 'exchange-1'],
    ]);
    await bot.control('signIn', { person: 'ines' });
  });

  it('shows the card when the bot rejects the token, and hides it after the person consented', async () => {
    const conversation = await bot.getConversation('jonas');
    bot.setInvokeReply({ status: 412, body: { failureDetail: 'Consent is needed.' } });
    await bot.call('POST', getActivitiesPath(conversation), card);
    const from = { aadObjectId: getPerson('jonas').oid };
    await eventually(() => expect(bot.getLatest()).toMatchObject({ name: 'signin/tokenExchange', from }));
    const message = (await bot.getConversation('jonas')).messages.at(-1);
    expect(message?.signedIn).toEqual([]);

    bot.setInvokeReply({ status: 200 });
    await bot.control('pressSignIn', { person: 'jonas', message: message?.id });

    expect(bot.getLatest()).toMatchObject({ name: 'signin/verifyState' });
    expect((await bot.getConversation('jonas')).messages.at(-1)?.signedIn).toEqual(['jonas']);
  });

  it('sends an error code to the bot when Teams has no token', async () => {
    const conversation = await bot.getConversation('mika');
    await bot.control('signIn', { person: 'mika', how: 'failure', code: 'resourcematchfailed' });
    await bot.call('POST', getActivitiesPath(conversation), card);

    await eventually(() =>
      expect(bot.getLatest()).toMatchObject({ name: 'signin/failure', value: { code: 'resourcematchfailed' } }),
    );
  });
});
