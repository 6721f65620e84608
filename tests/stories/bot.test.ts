import { openBotChat } from '../../api/contract/bot.ts';
import { getChat, getChats, newChat } from '../../api/contract/chat.ts';
import { getSettings } from '../../api/contract/settings.ts';
import { getSites } from '../../api/contract/sites.ts';
import { CardAction } from '../../bot/src/cards/cardAction.ts';
import { texts } from '../../bot/src/texts.ts';
import { makeFinanceCorpus } from '../harness/client/corpora.ts';
import { eventually } from '../harness/eventually.ts';
import { listAnswerRequests, getPromptText } from '../harness/app/modelRequests.ts';
import { startApp, type TestApp } from '../harness/app/startApp.ts';
import { getButtons, listConnectorRequests, openTeamsChat, type VisibleMessage, type TeamsChat } from '../harness/bot/teamsChat.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startApp({ bot: true, features: { knowledgeSearch: true } });
  await makeFinanceCorpus(app.as('ada'));
});
afterAll(() => app.close());
beforeEach(() => app.control('models', 'reset'));

/** What a person's newest chat holds. */
async function newestChat(person: string) {
  const [chat] = (await app.as(person).call(getChats, {})).chats;
  return app.as(person).call(getChat, { convo_id: chat?.ConversationId ?? '' });
}

async function pressButton(chat: TeamsChat, message: VisibleMessage, title: string, data: object = {}) {
  const button = getButtons(message).find((one) => one.title === title);
  if (!button) throw new Error(`There is no button ${title}.`);
  return chat.press(message, { type: button.type, verb: button.verb, data: { ...button.data, ...data } });
}

describe('Ada in her own chat with AVA', () => {
  it('is answered word by word, and finds it in the tab', async () => {
    await app.control('models', 'scenario', { name: 'slow', ms: 60, count: 1, match: 'write 60 words' });
    const chat = openTeamsChat(app, 'ada');
    const { deliveries } = await chat.say('write 60 words about tea');
    expect(deliveries).toMatchObject([{ status: 200 }]);
    const { id, activity } = await chat.answer();
    const sends = (await listConnectorRequests(app)).filter(({ activity: { type, entities } }) => {
      return type !== 'message' || entities?.some((entity) => entity.type === 'streaminfo');
    });
    const steps = sends.map((send) => send.activity.entities?.find(({ type }) => type === 'streaminfo'));
    expect(steps[0]).toMatchObject({ streamType: 'informative', streamSequence: 1 });
    expect(steps.at(-1)).toMatchObject({ streamType: 'final', streamId: id });
    expect(steps.at(-1)).not.toHaveProperty('streamSequence');
    expect(steps.filter((step) => step?.streamType === 'streaming').length).toBeGreaterThan(1);
    const shown = sends.map((send) => send.activity.text ?? '').slice(1);
    for (const [at, text] of shown.entries()) expect(text.startsWith(shown[at - 1] ?? '')).toBe(true);
    for (const [at, send] of sends.entries())
      if (at > 0) expect(send.at - (sends[at - 1]?.at ?? 0)).toBeGreaterThanOrEqual(950);
    const { Messages } = await newestChat('ada');
    expect(Messages.map(({ source }) => source)).toEqual(['User', 'AVA']);
    expect(activity.text).toContain(Messages[1]?.content ?? 'nothing');
  });

  it('reads on the label that a machine wrote it, and says what she thinks of it', async () => {
    const [message] = (await openTeamsChat(app, 'ada').seen()).slice(-1);
    const label = message?.activity.entities?.find(({ type }) => type === 'https://schema.org/Message');
    expect(label).toMatchObject({ additionalType: ['AIGeneratedContent'] });
    expect(message?.activity.channelData).toMatchObject({ feedbackLoop: { type: 'default' } });
    const react = { person: 'ada', message: message?.id, reaction: 'dislike', text: 'Too long.' };
    expect(await app.control('channel', 'react', react)).toMatchObject({ status: 200 });
    expect(app.readBotLog()).not.toContain('failed to save feedback');
  });

  it('goes on where she left off, here and in the tab, and begins anew at a word', async () => {
    const chat = openTeamsChat(app, 'ada');
    const before = await chat.count();
    await chat.say('repeat after me: my dog is called Biscuit');
    await chat.answer(before);
    expect(getPromptText((await listAnswerRequests(app)).at(-1))).toContain('write 60 words about tea');
    await chat.say('new');
    expect((await chat.answer(before + 1)).activity.text).toBe(texts.newChat);
    await chat.say('repeat after me: good evening');
    await chat.answer(before + 2);
    expect(getPromptText((await listAnswerRequests(app)).at(-1))).not.toContain('Biscuit');
    await chat.say('continue');
    const list = await chat.answer(before + 3);
    const biscuit = (await app.as('ada').call(getChats, {})).chats[1];
    const action = getButtons(list).find(({ data }) => data['chat'] === biscuit?.ConversationId);
    if (!action) throw new Error('The chat about Biscuit is not offered.');
    await chat.press(list, action);
    expect((await chat.answer(before + 4)).activity.text).toContain(biscuit?.Title);
    await chat.say('repeat after me: hello again');
    await chat.answer(before + 5);
    expect(getPromptText((await listAnswerRequests(app)).at(-1))).toContain('Biscuit');
  });

  it('goes on with the chat that a link of the tab brings along, and with nobody else’s', async () => {
    const chat = openTeamsChat(app, 'ada');
    const before = await chat.count();
    const chats = (await app.as('ada').call(getChats, {})).chats;
    const { ConversationId: id = '', Title } = { ...chats[1] };
    const { Messages } = await app.as('ada').call(getChat, { convo_id: id });
    await chat.say(`continue ${id}`);
    expect((await chat.answer(before)).activity.text).toBe(texts.continuing(Title ?? ''));
    const bens = await app.as('ben').call(newChat, { chat_type: 'chat' });
    await chat.say(`continue ${bens.ConversationId}`);
    expect((await chat.answer(before + 1)).activity.text).toContain('no access');
    await chat.say('repeat after me: and here we are');
    await chat.answer(before + 2);
    expect(getPromptText((await listAnswerRequests(app)).at(-1))).toContain(Messages[0]?.content ?? 'nothing');
  });

  it('chooses another model by its name or in a card', async () => {
    const chat = openTeamsChat(app, 'ada');
    const before = await chat.count();
    await chat.say('model');
    const card = await chat.answer(before);
    const { settings } = await app.as('ada').call(getSettings, {});
    await pressButton(chat, card, texts.choose, { model: 'GPT-4o-2024-11-20-WUS3' });
    await chat.answer(before + 1);
    const chosen = (await app.as('ada').call(getSettings, {})).settings.chat.selectedModel;
    expect(chosen).not.toBe(settings.chat.selectedModel);
    await chat.say('model there is none');
    expect((await chat.answer(before + 2)).activity.text).toBe(texts.noSuchModel('there is none'));
  });

  it('reads what AVA can do, and is asked for words where there are none', async () => {
    const chat = openTeamsChat(app, 'hugo');
    await chat.say('Help');
    expect(JSON.stringify((await chat.answer()).activity.attachments)).toContain('search');
    await chat.say('   ');
    expect((await chat.answer(1)).activity.text).toBe(texts.emptyMessage);
  });

  it('stops an answer with Teams’ own button; what was written is kept', async () => {
    await app.control('models', 'scenario', { name: 'slow', ms: 60, count: 1, match: 'write 400 words' });
    const chat = openTeamsChat(app, 'elif');
    await chat.say('write 400 words about rain');
    await eventually(
      async () => {
        const message = (await chat.seen()).at(-1);
        if (message?.state !== 'streaming') throw new Error('There is no text yet.');
      },
      { withinMs: 20_000, everyMs: 100 },
    );
    await app.control('channel', 'stop', { person: 'elif' });
    await eventually(
      async () => {
        const { Messages } = await newestChat('elif');
        expect(Messages.at(-1)?.state.name).toBe('stopped');
      },
      { withinMs: 20_000, everyMs: 200 },
    );
    expect((await chat.seen()).at(-1)?.state).toBe('stopped');
    expect(await chat.count()).toBe(0);
  });

  it('stops an answer at a word', async () => {
    await app.control('models', 'scenario', { name: 'slow', ms: 60, count: 1, match: 'write 300 words' });
    const chat = openTeamsChat(app, 'farid');
    await chat.say('write 300 words about snow');
    await new Promise((wake) => setTimeout(wake, 3_000));
    await chat.say('stop');
    await chat.answer(1);
    const said = (await chat.complete()).map(({ activity }) => activity.text).join(' ');
    expect(said).toContain(texts.stopping);
    expect(said).toContain(texts.stopped);
  });
});

describe('Ben searches Finance', () => {
  it('by its name in any form, and is shown the page that says it', async () => {
    const chat = openTeamsChat(app, 'ben');
    await chat.say('search fin');
    expect((await chat.answer()).activity.text).toBe(texts.searchingIn('Finance'));
    await chat.say('When are wages paid?');
    const { activity } = await chat.answer(1);
    const { Messages, ConversationType } = await newestChat('ben');
    const answer = Messages.at(-1);
    expect(ConversationType).toBe('knowledge_search');
    expect(activity.text).toContain(answer?.content);
    const label = activity.entities?.find(({ type }) => type === 'https://schema.org/Message');
    const links = answer?.links ?? [];
    expect((label?.citation ?? []).map(({ position }) => position)).toEqual(links.map(({ number }) => number));
    for (const { appearance } of label?.citation ?? []) {
      expect(appearance.url).toContain(encodeURIComponent(answer?.message_id ?? 'nothing'));
      expect(appearance.abstract.length).toBeGreaterThan(0);
    }
  });

  it('asks a follow-up with one press', async () => {
    const chat = openTeamsChat(app, 'ben');
    const before = await chat.count();
    const [message] = (await chat.seen()).slice(-1);
    const [followUp] = getButtons(message).filter(({ verb }) => verb === 'ask');
    const data = followUp?.data ?? { verb: 'ask', text: 'And in December?' };
    const pressed = await chat.press(message as VisibleMessage, { type: 'Action.Execute', verb: 'ask', data });
    expect(pressed).toMatchObject({ status: 200, body: { value: texts.asking } });
    await chat.answer(before);
    const asked = (await newestChat('ben')).Messages.at(-2);
    expect(asked?.content).toBe(CardAction.parse(data).verb === 'ask' ? data['text'] : '');
  });

  it('by the mention of its group, in an ordinary chat', async () => {
    const chat = openTeamsChat(app, 'ben');
    const before = await chat.count();
    await chat.say('new');
    await chat.say('@Finance When are wages paid?');
    await chat.answer(before + 1);
    const { Messages, ConversationType } = await newestChat('ben');
    expect(ConversationType).toBe('standard_chat');
    expect(Messages[0]?.content).toBe('[Finance] When are wages paid?');
    await chat.say('@Nowhere When are wages paid?');
    expect((await chat.answer(before + 2)).activity.text).toBe(texts.invalidMention);
  });

  it('chooses in a card which lists what is open to him, by a press or by its name', async () => {
    const chat = openTeamsChat(app, 'ben');
    const before = await chat.count();
    await chat.say('search');
    const card = await chat.answer(before);
    expect(JSON.stringify(card.activity.attachments)).toContain('Finance');
    await chat.say('Atlantis');
    expect((await chat.answer(before + 1)).activity.text).toBe(texts.noSuchSite('Atlantis'));
    await chat.say('finance');
    expect((await chat.answer(before + 2)).activity.text).toBe(texts.searchingIn('Finance'));
    const { accessible } = { accessible: getButtons(card).find(({ verb }) => verb === 'site') };
    expect(accessible).toBeDefined();
  });
});

it('Cleo, who may not read Finance, is told where to ask for access and nothing else', async () => {
  const chat = openTeamsChat(app, 'cleo');
  await chat.say('search Finance');
  const { activity } = await chat.answer();
  expect(activity.text).toBe(texts.noSuchSite('Finance'));
  const card = JSON.stringify(activity.attachments);
  expect(card).toContain(texts.requestAccess('Finance'));
  expect(card).not.toContain('"verb":"site"');
  await chat.say('@Finance When are wages paid?');
  expect((await chat.answer(1)).activity.text).toBe(texts.invalidMention);
});

it('Greta sends a file, and it is read as in the tab', async () => {
  const chat = openTeamsChat(app, 'greta');
  const file = { name: 'recipe.txt', base64: Buffer.from('The soup needs three leeks.').toString('base64') };
  await chat.say('How many leeks does the soup need?', { files: [file] });
  const { activity } = await chat.answer();
  expect(activity.text).toContain('three leeks');
  expect((await newestChat('greta')).Messages[0]?.files).toMatchObject([{ fileName: 'recipe.txt' }]);
  await chat.say('', { files: [file] });
  expect((await chat.answer(1)).activity.text).toBe(texts.askAboutFile);
});

it('what a card carries is looked at like anything else that comes in', async () => {
  const chat = openTeamsChat(app, 'ines');
  await chat.say('help');
  const card = await chat.answer();
  const pressed = await chat.press(card, { type: 'Action.Execute', verb: 'erase', data: { verb: 'erase' } });
  expect(pressed).toMatchObject({ status: 200, body: { value: texts.unknownCard } });
  const adas = (await app.as('ada').call(getChats, {})).chats[0];
  await chat.press(card, {
    type: 'Action.Execute',
    verb: 'continue',
    data: { verb: 'continue', chat: adas?.ConversationId },
  });
  expect((await chat.answer(1)).activity.text).toBe(texts.staleCard);
  const site = { verb: 'site', site: 'f'.repeat(32) };
  await chat.press(card, { type: 'Action.Submit', data: site });
  expect((await chat.answer(2)).activity.text).toBe(texts.staleCard);
});

it('five calls at once for a new conversation open one chat, and so do five for a site', async () => {
  const ben = app.as('ben');
  const [site] = (await ben.call(getSites, {})).accessibleSites;
  for (const about of [{}, { site_id: site?.SiteId }]) {
    const before = (await ben.call(getChats, {})).chats.length;
    const open = () => ben.call(openBotChat, { conversation_id: 'a:five-at-once', ...about });
    const opened = await Promise.all(Array.from({ length: 5 }, open));
    expect(new Set(opened.map(({ chat_id }) => chat_id)).size).toBe(1);
    expect((await ben.call(getChats, {})).chats).toHaveLength(before + 1);
  }
});

it('a conversation is never called what Teams would not call it', async () => {
  for (const conversation_id of ['語'.repeat(1_024), 'a b', 'x'.repeat(1_025), ' '])
    await expect(app.as('ben').call(openBotChat, { conversation_id })).rejects.toMatchObject({ code: 'bad_request' });
  const long = await app.as('ben').call(openBotChat, { conversation_id: 'x'.repeat(1_024) });
  expect(long.chat_type).toBe('chat');
});
