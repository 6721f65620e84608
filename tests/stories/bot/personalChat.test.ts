import { SEARCH_MAIL } from '#tests/harness/client/functionCalls.ts';
import { makePartlyReadDocx } from '#tests/harness/partlyReadDocx.ts';
import { openBotChat } from '#contract/bot.ts';
import { getChat, getChats, newChat, renameChat } from '#contract/chats/chat.ts';
import { getRatings } from '#contract/chats/feedback.ts';
import { getSettings } from '#contract/settings.ts';
import { toMessageText } from '#bot/answer/answerText.ts';
import { texts } from '#bot/texts.ts';
import { eventually } from '#tests/harness/eventually.ts';
import { listAnswerRequests, getPromptText } from '#tests/harness/app/modelRequests.ts';
import { startApp, type TestApp } from '#tests/harness/app/startApp.ts';
import { getLatestChat, makeChat } from '#tests/harness/client/answers.ts';
import { listGraphCalls } from '#tests/harness/client/functionCalls.ts';
import {
  getButtons,
  listConnectorRequests,
  openTeamsChat,
  type VisibleMessage,
  type TeamsChat,
  type WireActivity,
} from '#tests/harness/bot/teamsChat.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startApp({ bot: true, features: { knowledgeSearch: true } });
});
afterAll(() => app.close());
beforeEach(() => app.control('models', 'reset'));

/** The address of a link of the message's card. */
function getLink({ attachments }: WireActivity, title: string): URL {
  const card = attachments?.[0]?.content as { actions: { title: string; url: string }[] };
  return new URL(card.actions.find((action) => action.title === title)?.url ?? '');
}

async function pressButton(chat: TeamsChat, message: VisibleMessage, title: string, data: object = {}) {
  const button = getButtons(message).find((candidate) => candidate.title === title);
  if (!button) throw new Error(`There is no button ${title}.`);
  return chat.pressButton(message, { type: button.type, verb: button.verb, data: { ...button.data, ...data } });
}

describe('a person in a personal chat with AVA', () => {
  it('gets a streamed answer and finds it in the tab', async () => {
    await app.control('models', 'scenario', { name: 'slow', ms: 60, count: 1, match: 'write 60 words' });
    const chat = openTeamsChat(app, 'ada');
    const { deliveries } = await chat.send('write 60 words about tea');
    expect(deliveries).toMatchObject([{ status: 200 }]);
    const { id, activity } = await chat.waitForAnswer();
    const sends = (await listConnectorRequests(app)).filter(({ activity: { type, entities } }) => {
      return type !== 'message' || entities?.some((entity) => entity.type === 'streaminfo');
    });
    const steps = sends.map((send) => send.activity.entities?.find(({ type }) => type === 'streaminfo'));
    expect(steps[0]).toMatchObject({ streamType: 'informative', streamSequence: 1 });
    expect(steps.at(-1)).toMatchObject({ streamType: 'final', streamId: id });
    expect(steps.at(-1)).not.toHaveProperty('streamSequence');
    expect(steps.filter((step) => step?.streamType === 'streaming').length).toBeGreaterThan(1);
    const shown = sends.map((send) => send.activity.text ?? '').slice(1);
    for (const [index, text] of shown.entries()) expect(text.startsWith(shown[index - 1] ?? '')).toBe(true);
    for (const [index, send] of sends.entries())
      if (index > 0) expect(send.at - (sends[index - 1]?.at ?? 0)).toBeGreaterThanOrEqual(950);
    const { ConversationId, Messages } = await getLatestChat(app.as('ada'));
    expect(Messages.map(({ source }) => source)).toEqual(['User', 'AVA']);
    expect(activity.text).toContain(toMessageText(Messages[1]?.content ?? 'nothing').text);
    const subPageId = `chat/${ConversationId}/${Messages[1]?.message_id}/export`;
    expect(getLink(activity, texts.exportInAva).searchParams.get('context')).toContain(`"${subPageId}"`);
  });

  it('reads nothing of what the model thinks', async () => {
    const thoughts = 'Is vantablack meant? '.repeat(40);
    await app.control('models', 'scenario', { name: 'script', thoughts, text: 'Green.', ms: 60, match: 'Which color' });
    const chat = openTeamsChat(app, 'ada');
    const before = await chat.countAnswers();
    await chat.send('Which color is it?');
    expect((await chat.waitForAnswer(before)).activity.text).toBe('Green.');
    expect(JSON.stringify(await listConnectorRequests(app))).not.toContain('vantablack');
    expect((await getLatestChat(app.as('ada'))).Messages.at(-1)?.thoughts?.text).toBe(thoughts);
  });

  it('sees the AI label and sends feedback', async () => {
    const [message] = (await openTeamsChat(app, 'ada').listMessages()).slice(-1);
    const label = message?.activity.entities?.find(({ type }) => type === 'https://schema.org/Message');
    expect(label).toMatchObject({ additionalType: ['AIGeneratedContent'] });
    expect(message?.activity.channelData).toMatchObject({ feedbackLoop: { type: 'default' } });
    const react = { person: 'ada', message: message?.id, reaction: 'dislike', text: 'Too long.' };
    expect(await app.control('channel', 'react', react)).toMatchObject({ status: 200 });
    expect(app.readBotLog()).not.toContain('failed to save feedback');
    // The tab shows the same rating.
    const { ConversationId } = await getLatestChat(app.as('ada'));
    const { ratings } = await app.as('ada').call(getRatings, { convo_id: ConversationId });
    expect(ratings).toMatchObject([{ reaction: 'dislike', comment: 'Too long.' }]);
  });

  it('continues a chat, starts a new one by a command, and returns to the old one by a card', async () => {
    const chat = openTeamsChat(app, 'ada');
    const before = await chat.countAnswers();
    await chat.send('repeat after me: my dog is called Biscuit');
    await chat.waitForAnswer(before);
    expect(getPromptText((await listAnswerRequests(app)).at(-1))).toContain('write 60 words about tea');
    await chat.send('new');
    expect((await chat.waitForAnswer(before + 1)).activity.text).toBe(texts.newChat);
    await chat.send('repeat after me: good evening');
    await chat.waitForAnswer(before + 2);
    expect(getPromptText((await listAnswerRequests(app)).at(-1))).not.toContain('Biscuit');
    await chat.send('continue');
    const list = await chat.waitForAnswer(before + 3);
    const biscuit = (await app.as('ada').call(getChats, {})).chats[1];
    const action = getButtons(list).find(({ data }) => data['chat'] === biscuit?.ConversationId);
    if (!action) throw new Error('The chat about Biscuit is not offered.');
    await chat.pressButton(list, action);
    expect((await chat.waitForAnswer(before + 4)).activity.text).toContain(biscuit?.Title);
    await chat.send('repeat after me: hello again');
    await chat.waitForAnswer(before + 5);
    expect(getPromptText((await listAnswerRequests(app)).at(-1))).toContain('Biscuit');
  });

  it('continues the chat of a link from the tab, but not another person’s chat', async () => {
    const chat = openTeamsChat(app, 'ada');
    const before = await chat.countAnswers();
    const chats = (await app.as('ada').call(getChats, {})).chats;
    const { ConversationId: id = '', Title } = { ...chats[1] };
    const { Messages } = await app.as('ada').call(getChat, { convo_id: id });
    await chat.send(`continue ${id}`);
    expect((await chat.waitForAnswer(before)).activity.text).toBe(texts.continuing(Title ?? ''));
    const bensChat = await app.as('ben').call(newChat, { chat_type: 'chat' });
    await chat.send(`continue ${bensChat.ConversationId}`);
    expect((await chat.waitForAnswer(before + 1)).activity.text).toContain('no access');
    await chat.send('repeat after me: and here we are');
    await chat.waitForAnswer(before + 2);
    expect(getPromptText((await listAnswerRequests(app)).at(-1))).toContain(Messages[0]?.content ?? 'nothing');
  });

  it('continues a chat by its title, as the tab writes it, and asks which one if two have it', async () => {
    const chat = openTeamsChat(app, 'ada');
    const before = await chat.countAnswers();
    const tab = app.as('ada');
    const rename = async (convo_id: string) => void (await tab.call(renameChat, { convo_id, title: 'Rent & heat' }));
    const ids = [await makeChat(tab), await makeChat(tab)] as const;
    await rename(ids[0]);
    await chat.send('continue “rent &  Heat”');
    expect((await chat.waitForAnswer(before)).activity.text).toBe(texts.continuing('Rent & heat'));
    await rename(ids[1]);
    await chat.send('continue “Rent & heat”');
    const offered = getButtons(await chat.waitForAnswer(before + 1)).map(({ data }) => data['chat']);
    expect(offered).toEqual(expect.arrayContaining([...ids]));
    expect(offered).toHaveLength(2);
    const bensId = await makeChat(app.as('ben'));
    await app.as('ben').call(renameChat, { convo_id: bensId, title: 'Ben’s own' });
    await chat.send('continue “Ben’s own”');
    expect((await chat.waitForAnswer(before + 2)).activity.text).toContain('no access');
  });

  /** @proves call:getSettings */
  it('selects another model in a card or by its name', async () => {
    const chat = openTeamsChat(app, 'ada');
    const before = await chat.countAnswers();
    await chat.send('model');
    const card = await chat.waitForAnswer(before);
    const { settings } = await app.as('ada').call(getSettings, {});
    await pressButton(chat, card, texts.choose, { model: 'GPT-4o-2024-11-20-WUS3' });
    await chat.waitForAnswer(before + 1);
    const selectedModel = (await app.as('ada').call(getSettings, {})).settings.chat.selectedModel;
    expect(selectedModel).not.toBe(settings.chat.selectedModel);
    await chat.send('model there is none');
    expect((await chat.waitForAnswer(before + 2)).activity.text).toBe(texts.noSuchModel('there is none'));
  });

  it('gets help, and an answer to an empty message', async () => {
    const chat = openTeamsChat(app, 'hugo');
    await chat.send('Help');
    expect(JSON.stringify((await chat.waitForAnswer()).activity.attachments)).toContain('search');
    await chat.send('   ');
    expect((await chat.waitForAnswer(1)).activity.text).toBe(texts.emptyMessage);
  });

  it('stops an answer with Teams’ button and keeps its text', async () => {
    await app.control('models', 'scenario', { name: 'slow', ms: 60, count: 1, match: 'write 400 words' });
    const chat = openTeamsChat(app, 'elif');
    await chat.send('write 400 words about rain');
    await eventually(
      async () => {
        const message = (await chat.listMessages()).at(-1);
        if (message?.state !== 'streaming') throw new Error('There is no text yet.');
      },
      { everyMs: 100 },
    );
    await app.control('channel', 'stop', { person: 'elif' });
    await eventually(
      async () => {
        const { Messages } = await getLatestChat(app.as('elif'));
        expect(Messages.at(-1)?.state.name).toBe('stopped');
      },
      { everyMs: 200 },
    );
    expect((await chat.listMessages()).at(-1)?.state).toBe('stopped');
    expect(await chat.countAnswers()).toBe(0);
  });

  it('stops an answer by a command', async () => {
    await app.control('models', 'scenario', { name: 'slow', ms: 60, count: 1, match: 'write 300 words' });
    const chat = openTeamsChat(app, 'farid');
    await chat.send('write 300 words about snow');
    await new Promise((wake) => setTimeout(wake, 3_000));
    await chat.send('stop');
    await chat.waitForAnswer(1);
    const text = (await chat.listAnswers()).map(({ activity }) => activity.text).join(' ');
    expect(text).toContain(texts.stopping);
    expect(text).toContain(texts.stopped);
  });
});

describe('functions in a personal chat', () => {
  it('are called with the rights of the person, and the answer shows each call and its sources', async () => {
    const chat = openTeamsChat(app, 'ada');
    const before = await chat.countAnswers();
    await chat.send(`@Mail ${SEARCH_MAIL}`);
    const { activity } = await chat.waitForAnswer(before);
    expect(activity.text).toContain('showroom');
    const card = JSON.stringify(activity.attachments);
    expect(card).toContain('Search mail: showroom · ');
    expect(card).toContain('Fabrikam showroom: last questions');
    const [request] = await listAnswerRequests(app);
    expect(JSON.stringify(request?.params['tools'])).not.toContain('find_people');
  });

  it('are named while they run, and end with Stop, which closes the connection to Graph', async () => {
    await app.control('graph', 'delay', { count: 1, ms: 30_000, path: '/users' });
    const chat = openTeamsChat(app, 'ada');
    const before = await chat.countAnswers();
    await chat.send('Who is Ben?');
    await eventually(async () =>
      expect((await chat.listMessages()).at(-1)?.activity.text).toBe(texts.lookingUp('Find people', 'Ben')),
    );
    await chat.send('stop');
    await chat.waitForAnswer(before + 1);
    const answers = await chat.listAnswers();
    const stopped = answers.find(({ activity }) => activity.text?.includes(texts.stopped));
    expect(JSON.stringify(stopped?.activity.attachments)).toContain('Find people: Ben · Stopped');
    await eventually(async () => {
      const closed = (await listGraphCalls(app)).filter(({ path, status }) => path === '/users' && status === 0);
      expect(closed).toHaveLength(1);
    });
  });
});

it('Greta sends a file and AVA reads it as in the tab', async () => {
  const chat = openTeamsChat(app, 'greta');
  const file = { name: 'recipe.txt', base64: Buffer.from('The soup needs three leeks.').toString('base64') };
  await chat.send('How many leeks does the soup need?', { files: [file] });
  const { activity } = await chat.waitForAnswer();
  expect(activity.text).toContain('three leeks');
  expect((await getLatestChat(app.as('greta'))).Messages[0]?.files).toMatchObject([{ fileName: 'recipe.txt' }]);
  await chat.send('', { files: [file] });
  expect((await chat.waitForAnswer(1)).activity.text).toBe(texts.askAboutFile);
});

it('Greta sends a file with charts that cannot be read, and is told above the answer', async () => {
  const chat = openTeamsChat(app, 'greta');
  const bytes = await makePartlyReadDocx('The soup needs three leeks.');
  const file = { name: 'recipe.docx', base64: Buffer.from(bytes).toString('base64') };
  const before = await chat.countAnswers();
  await chat.send('How many leeks does the soup need?', { files: [file] });
  const { activity } = await chat.waitForAnswer(before);
  expect(activity.text).toMatch(/^recipe\.docx: 3 charts were not read\.[^]*three leeks/);
});

it('data of a card is validated like any other input', async () => {
  const chat = openTeamsChat(app, 'ines');
  await chat.send('help');
  const card = await chat.waitForAnswer();
  const pressed = await chat.pressButton(card, { type: 'Action.Execute', verb: 'erase', data: { verb: 'erase' } });
  expect(pressed).toMatchObject({ status: 200, body: { value: texts.unknownCard } });
  const adasChat = (await app.as('ada').call(getChats, {})).chats[0];
  await chat.pressButton(card, {
    type: 'Action.Execute',
    verb: 'continue',
    data: { verb: 'continue', chat: adasChat?.ConversationId },
  });
  expect((await chat.waitForAnswer(1)).activity.text).toBe(texts.staleCard);
  const site = { verb: 'site', site: 'f'.repeat(32) };
  await chat.pressButton(card, { type: 'Action.Submit', data: site });
  expect((await chat.waitForAnswer(2)).activity.text).toBe(texts.staleCard);
});

it('rejects conversation ids that Teams would not use', async () => {
  for (const conversation_id of ['語'.repeat(1_024), 'a b', 'x'.repeat(1_025), ' '])
    await expect(app.as('ben').call(openBotChat, { conversation_id })).rejects.toMatchObject({ code: 'bad_request' });
  const long = await app.as('ben').call(openBotChat, { conversation_id: 'x'.repeat(1_024) });
  expect(long.chat_type).toBe('chat');
});
