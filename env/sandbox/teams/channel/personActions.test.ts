import { getPerson } from '#sandbox/people.ts';
import { getActivitiesPath, startTestBot, type TestBot } from './testBot.ts';

const ada = getPerson('ada');
let bot: TestBot;
beforeAll(async () => {
  bot = await startTestBot(300);
});
afterAll(() => bot.close());

describe('a message of a person', () => {
  it('is sent to the bot with a token of the channel, whose keys are endorsed for Teams', async () => {
    await bot.control('say', { person: 'ada', text: 'Hello' });

    expect(bot.getLatest()).toMatchObject({
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

  it('is sent to the bot from a group only if it mentions the bot', async () => {
    const group = await bot.getConversation('ada', 'groupChat');
    const before = bot.received.length;
    await bot.control('say', { person: 'ada', conversation: group.id, text: 'Lunch?' });
    expect(bot.received).toHaveLength(before);

    await bot.control('say', { person: 'ben', conversation: group.id, text: '@AVA what is the budget?' });

    expect(bot.getLatest()).toMatchObject({ text: '<at>AVA</at> what is the budget?', conversation: { id: group.id } });
    expect(bot.getLatest()?.entities?.[0]).toMatchObject({ type: 'mention', mentioned: { name: 'AVA' } });
  });

  it('starts a thread in a channel, and the reply goes to that thread', async () => {
    const channel = await bot.getConversation('ada', 'channel');
    const { id } = await bot.control<{ id: string }>('say', {
      person: 'ada',
      conversation: channel.id,
      text: '@AVA hi',
    });
    const thread = `${channel.id};messageid=${id}`;
    expect(bot.getLatest()?.conversation.id).toBe(thread);

    expect((await bot.call('POST', getActivitiesPath({ id: thread }), { type: 'message', text: 'Hi' })).status).toBe(
      201,
    );
    expect((await bot.getConversation('ben', 'channel')).messages.at(-1)).toMatchObject({ from: 'bot', threadId: id });
  });

  it('is redelivered with the same id', async () => {
    const before = bot.received.length;
    await bot.control('say', { person: 'ada', text: 'Once', redeliver: 4 });

    expect(new Set(bot.received.slice(before).map(({ id }) => id)).size).toBe(1);
    expect(bot.received).toHaveLength(before + 5);
  });

  it("has pasted images as URLs of the connector, which require the bot's token", async () => {
    const image = { name: 'chart.png', base64: Buffer.from('an image').toString('base64') };
    await bot.control('say', { person: 'ada', text: 'What is it?', images: [image] });

    const [attachment] = bot.getLatest()?.attachments ?? [];
    expect(attachment).toMatchObject({ contentType: 'image/*' });
    const url = (attachment as { contentUrl?: string } | undefined)?.contentUrl ?? '';
    expect(url.startsWith(bot.channel.env['BOT_SERVICE_URLS'] ?? 'nowhere')).toBe(true);
    expect((await fetch(url)).status).toBe(401);
  });

  it('has files as links that need no token', async () => {
    const file = { name: 'Budget 2027.txt', base64: Buffer.from('41,200 euros').toString('base64') };
    await bot.control('say', { person: 'ada', text: 'Read this', files: [file] });

    const link = bot.getLatest()?.attachments?.[0]?.content.downloadUrl ?? '';
    expect(await (await fetch(link)).text()).toBe('41,200 euros');
  });

  it('times out if the bot does not reply', async () => {
    const result = await bot.control<{ deliveries: { status: number }[] }>('say', { person: 'ben', text: 'sleep' });

    expect(result.deliveries).toEqual([expect.objectContaining({ status: 408 })]);
  });
});

describe('card actions and feedback', () => {
  it('are sent to the bot, whose reply replaces the card for that person only', async () => {
    const conversation = await bot.getConversation('ada', 'groupChat');
    const content = { type: 'AdaptiveCard', version: '1.5', body: [] };
    const attachments = [{ contentType: 'application/vnd.microsoft.card.adaptive', content }];
    const { body } = await bot.call('POST', getActivitiesPath(conversation), { type: 'message', attachments });
    bot.setInvokeReply({
      status: 200,
      body: { statusCode: 200, type: 'application/vnd.microsoft.card.adaptive', value: { new: 1 } },
    });

    const target = { person: 'ben', conversation: conversation.id, message: body.id };
    await bot.control('act', { ...target, action: { type: 'Action.Execute', verb: 'show', data: { n: 1 } } });

    expect(bot.getLatest()).toMatchObject({
      name: 'adaptiveCard/action',
      replyToId: body.id,
      from: { aadObjectId: getPerson('ben').oid },
      value: { action: { verb: 'show', data: { n: 1 } } },
    });
    expect((await bot.getConversation('ada', 'groupChat')).messages.at(-1)?.cards).toEqual({ ben: { new: 1 } });
    await bot.control('react', { ...target, reaction: 'dislike', text: 'Wrong page' });
    expect(bot.getLatest()).toMatchObject({
      name: 'message/submitAction',
      value: { actionValue: { reaction: 'dislike', feedback: '{"feedbackText":"Wrong page"}' } },
    });
    await bot.control('act', { ...target, action: { type: 'Action.Submit', data: { pick: 'finance' } } });
    expect(bot.getLatest()).toMatchObject({ type: 'message', value: { pick: 'finance' }, replyToId: body.id });
  });
});

describe('invalid requests', () => {
  it("are rejected: bodies that are not JSON, unknown people and files, and other people's conversations", async () => {
    const post = (name: string, body: object, type = 'application/json') =>
      fetch(`${bot.channel.url}/_sandbox/${name}`, {
        method: 'POST',
        headers: { 'content-type': type },
        body: JSON.stringify(body),
      });

    expect((await post('say', { person: 'ada', text: 'x' }, 'text/plain')).status).toBe(400);
    expect((await post('say', { person: 'nobody', text: 'x' })).status).toBe(400);
    expect(
      (await post('say', { person: 'ada', conversation: (await bot.getConversation('ben')).id, text: 'x' })).status,
    ).toBe(400);
    expect((await post('nothing', {})).status).toBe(404);
    expect((await fetch(`${bot.channel.url}/files/${ada.oid}/x`)).status).toBe(404);
  });
});
