import { openBotChat } from '#contract/bot.ts';
import { getChats } from '#contract/chats/chat.ts';
import { getSites, TOO_MANY_SITES } from '#contract/sites/sites.ts';
import { CardAction } from '#bot/cards/cardAction.ts';
import { texts } from '#bot/texts.ts';
import { startApp, type TestApp } from '#tests/harness/app/startApp.ts';
import { getButtons, openTeamsChat, type VisibleMessage } from '#tests/harness/bot/teamsChat.ts';
import { getLatestChat } from '#tests/harness/client/answers.ts';
import { addFiles, listCrawledFiles, makeCorpus, makeFinanceCorpus } from '#tests/harness/client/corpora.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startApp({ bot: true, features: { knowledgeSearch: true } });
  await makeFinanceCorpus(app.as('ada'));
});
afterAll(() => app.close());
beforeEach(() => app.control('models', 'reset'));

describe('Ben, who can read Finance,', () => {
  it('searches it by a part of its name, and gets citations of the pages', async () => {
    const chat = openTeamsChat(app, 'ben');
    await chat.send('search fin');
    expect((await chat.waitForAnswer()).activity.text).toBe(texts.searchingIn('Finance'));
    await chat.send('When are wages paid?');
    const { activity } = await chat.waitForAnswer(1);
    const { Messages, ConversationType } = await getLatestChat(app.as('ben'));
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

  it('asks a follow-up question with a button', async () => {
    const chat = openTeamsChat(app, 'ben');
    const before = await chat.countAnswers();
    const [message] = (await chat.listMessages()).slice(-1);
    const [followUp] = getButtons(message).filter(({ verb }) => verb === 'ask');
    const data = followUp?.data ?? { verb: 'ask', text: 'And in December?' };
    const pressed = await chat.pressButton(message as VisibleMessage, { type: 'Action.Execute', verb: 'ask', data });
    expect(pressed).toMatchObject({ status: 200, body: { value: texts.asking } });
    await chat.waitForAnswer(before);
    const question = (await getLatestChat(app.as('ben'))).Messages.at(-2);
    expect(question?.content).toBe(CardAction.parse(data).verb === 'ask' ? data['text'] : '');
  });

  it('searches the site that a question in a standard chat mentions', async () => {
    const chat = openTeamsChat(app, 'ben');
    const before = await chat.countAnswers();
    await chat.send('new');
    await chat.send('@Finance When are wages paid?');
    await chat.waitForAnswer(before + 1);
    const { Messages, ConversationType } = await getLatestChat(app.as('ben'));
    expect(ConversationType).toBe('standard_chat');
    expect(Messages[0]?.content).toBe('[Finance] When are wages paid?');
    await chat.send('@Nowhere When are wages paid?');
    expect((await chat.waitForAnswer(before + 2)).activity.text).toBe(texts.invalidMention);
  });

  it('searches it after selecting it in a card or by name', async () => {
    const chat = openTeamsChat(app, 'ben');
    const before = await chat.countAnswers();
    await chat.send('search');
    const card = await chat.waitForAnswer(before);
    expect(JSON.stringify(card.activity.attachments)).toContain('Finance');
    await chat.send('Atlantis');
    expect((await chat.waitForAnswer(before + 1)).activity.text).toBe(texts.noSuchSite('Atlantis'));
    await chat.send('finance');
    expect((await chat.waitForAnswer(before + 2)).activity.text).toBe(texts.searchingIn('Finance'));
    const { accessible } = { accessible: getButtons(card).find(({ verb }) => verb === 'site') };
    expect(accessible).toBeDefined();
  });
});

it('Cleo, who cannot read Finance, learns only where to request access', async () => {
  const chat = openTeamsChat(app, 'cleo');
  await chat.send('search Finance');
  const { activity } = await chat.waitForAnswer();
  expect(activity.text).toBe(texts.noSuchSite('Finance'));
  const card = JSON.stringify(activity.attachments);
  expect(card).toContain(texts.requestAccess('Finance'));
  expect(card).not.toContain('"verb":"site"');
  await chat.send('@Finance When are wages paid?');
  expect((await chat.waitForAnswer(1)).activity.text).toBe(texts.invalidMention);
});

/** @proves call:getChats */
it('five simultaneous calls for a new conversation create one chat, with and without a site', async () => {
  const ben = app.as('ben');
  const [site] = (await ben.call(getSites, {})).accessibleSites;
  for (const scope of [{}, { site_id: site?.SiteId }]) {
    const before = (await ben.call(getChats, {})).chats.length;
    const open = () => ben.call(openBotChat, { conversation_id: 'a:five-at-once', ...scope });
    const opened = await Promise.all(Array.from({ length: 5 }, open));
    expect(new Set(opened.map(({ chat_id }) => chat_id)).size).toBe(1);
    expect((await ben.call(getChats, {})).chats).toHaveLength(before + 1);
  }
});

describe('Ben, who can also search Travel,', () => {
  beforeAll(async () => {
    const ines = app.as('ines');
    const travel = await makeCorpus(ines, 'Travel');
    await addFiles(ines, travel, await listCrawledFiles(ines, travel.SiteId));
  });

  it('searches all of his sites, and narrows the next question to the one that the answer came from', async () => {
    const chat = openTeamsChat(app, 'ben');
    const before = await chat.countAnswers();
    await chat.send('search all my sites');
    expect((await chat.waitForAnswer(before)).activity.text).toBe(texts.searchingIn('All my sites'));
    await chat.send('When are wages paid?');
    const answer = await chat.waitForAnswer(before + 1);
    const { ChatSites, Messages } = await getLatestChat(app.as('ben'));
    expect(ChatSites).toBe('all');
    expect(Messages.at(-1)?.calls[0]).toMatchObject({ title: 'Search sites', asked: 'All my sites' });
    const narrow = getButtons(answer).find(({ verb }) => verb === 'site');
    expect(narrow).toMatchObject({ title: texts.searchOnly('Finance') });
    await chat.pressButton(answer, { type: 'Action.Execute', verb: 'site', data: narrow?.data ?? {} });
    expect((await chat.waitForAnswer(before + 2)).activity.text).toBe(texts.searchingIn('Finance'));
    await chat.send('search travel, fin');
    expect((await chat.waitForAnswer(before + 3)).activity.text).toBe(texts.searchingIn('Travel, Finance'));
    await chat.send(`search ${'travel, '.repeat(21)}`);
    expect((await chat.waitForAnswer(before + 4)).activity.text).toBe(TOO_MANY_SITES);
    await chat.send('search hotels in Merrow, the one near the station');
    await chat.waitForAnswer(before + 5);
    const { Messages: asked } = await getLatestChat(app.as('ben'));
    expect(asked.at(-2)?.content).toBe('search hotels in Merrow, the one near the station');
  });

  it('mentions both in one question', async () => {
    const chat = openTeamsChat(app, 'ben');
    const before = await chat.countAnswers();
    await chat.send('new');
    await chat.send('@Finance, @Travel Which hotel do we stay at in Merrow?');
    await chat.waitForAnswer(before + 1);
    const { Messages, ConversationType } = await getLatestChat(app.as('ben'));
    expect(ConversationType).toBe('standard_chat');
    expect(Messages[0]?.content).toBe('[Finance] [Travel] Which hotel do we stay at in Merrow?');
    expect(Messages[1]?.calls[0]).toMatchObject({ asked: 'Finance, Travel' });
    expect(Messages[1]?.links[0]?.filename).toBe('Hotels We Like.pdf');
  });
});
