import { SEARCH_MAIL } from '#tests/harness/client/functionCalls.ts';
import { getChat, newChat, upsertChat } from '#contract/chats/chat.ts';
import { texts } from '#bot/texts.ts';
import { getPerson } from '#sandbox/people.ts';
import { addFiles, listCrawledFiles, makeCorpus, makeFinanceCorpus } from '#tests/harness/client/corpora.ts';
import { getLatestChat } from '#tests/harness/client/answers.ts';
import { eventually } from '#tests/harness/eventually.ts';
import { listAnswerRequests } from '#tests/harness/app/modelRequests.ts';
import { startApp, type TestApp } from '#tests/harness/app/startApp.ts';
import {
  getButtons,
  listConnectorRequests,
  openTeamsChat,
  type VisibleMessage,
  type TeamsChat,
} from '#tests/harness/bot/teamsChat.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startApp({ bot: true, features: { knowledgeSearch: true } });
  await makeFinanceCorpus(app.as('ada'));
});
afterAll(() => app.close());
beforeEach(() => app.control('models', 'reset'));

type Group = Record<'ada' | 'ben' | 'cleo', TeamsChat>;

async function openGroup(kind: 'groupChat' | 'channel', name: string): Promise<Group> {
  const people = ['ada', 'ben', 'cleo'];
  const { id } = (await app.control('channel', 'conversation', { kind, name, people })) as { id: string };
  return {
    ada: openTeamsChat(app, 'ada', id),
    ben: openTeamsChat(app, 'ben', id),
    cleo: openTeamsChat(app, 'cleo', id),
  };
}

const QUESTION = '@AVA @Finance When are wages paid?';

/** Sends Ben's question to a group and returns the answer. */
async function askAsBen({ ben }: Pick<Group, 'ben'>): Promise<VisibleMessage> {
  const before = await ben.countAnswers();
  await ben.send(QUESTION, { mentionBot: true });
  return ben.waitForAnswer(before);
}

function getSourcesButton(message: VisibleMessage) {
  const button = getButtons(message).find(({ verb }) => verb === 'showSources');
  if (!button) throw new Error('There is no button for the sources.');
  return { type: button.type, verb: button.verb, data: button.data };
}

it('offers no functions, because everybody in the group would read what they find in Ben’s mail', async () => {
  const { ben } = await openGroup('groupChat', 'No functions');
  const before = await ben.countAnswers();
  await ben.send('@AVA Who is Ada?', { mentionBot: true });
  await ben.waitForAnswer(before);
  const [request] = await listAnswerRequests(app);
  expect(request?.params).toMatchObject({ stream: true });
  expect(request?.params).not.toHaveProperty('tools');
  await ben.send(`@AVA @Mail ${SEARCH_MAIL}`, { mentionBot: true });
  const { activity } = await ben.waitForAnswer(before + 1);
  expect(activity.text).toContain('process your mention');
});

it('answers Ben’s mention with a typing indicator and one message without sources', async () => {
  const group = await openGroup('groupChat', 'Payday');
  const message = await askAsBen(group);
  expect(message.activity.text).toMatch(/\w/);
  const { entities, attachments } = message.activity;
  expect(entities?.some(({ citation }) => citation)).toBe(false);
  expect(JSON.stringify(attachments)).not.toMatch(/Payroll|\.txt|\.pdf|\.docx/);
  expect(JSON.stringify(attachments)).toContain(texts.exportInAva);
  expect(await group.ben.countAnswers()).toBe(1);
  const sends = (await listConnectorRequests(app)).filter(({ activity }) => activity.type === 'typing');
  expect(sends.length).toBeGreaterThan(0);
  for (const { activity } of sends) expect(activity.text ?? '').toBe('');
});

/** @proves threat:group-chat */
it('names neither look-ups nor sites nor files of Ben’s search of two sites to Cleo, who can read neither', async () => {
  const ines = app.as('ines');
  const travel = await makeCorpus(ines, 'Travel');
  await addFiles(ines, travel, await listCrawledFiles(ines, travel.SiteId));
  const { ben, cleo } = await openGroup('groupChat', 'Two sites');
  await ben.send('@AVA @Finance @Travel Which hotel do we stay at in Merrow?', { mentionBot: true });
  await ben.waitForAnswer();
  const { Messages } = await getLatestChat(app.as('ben'));
  expect(Messages.at(-1)?.calls).toMatchObject([{ title: 'Search sites', asked: 'Finance, Travel' }]);
  expect(Messages.at(-1)?.links.length).toBeGreaterThan(0);
  const { activity } = await cleo.waitForAnswer();
  const around = JSON.stringify([activity.attachments, activity.entities]);
  expect(around).not.toMatch(/looked up|Search sites|Search only|Finance|Travel|Hotels|\.pdf/);
  const sent = (await listConnectorRequests(app)).map(({ activity: part }) => JSON.stringify(part));
  expect(sent.filter((part) => /What AVA looked up|Search sites/.test(part))).toEqual([]);
});

it('shows the sources to everyone when Ben presses the button, and does nothing when Cleo does', async () => {
  const group = await openGroup('groupChat', 'Payday again');
  const message = await askAsBen(group);
  const refused = await group.cleo.pressButton(message, getSourcesButton(message));
  expect(refused).toMatchObject({ status: 200, body: { value: texts.onlyAskerShowsSources } });
  expect((await group.cleo.waitForAnswer()).edited).toBe(message.edited);
  await group.ben.pressButton(message, getSourcesButton(message));
  await eventually(
    async () => {
      const { activity } = await group.cleo.waitForAnswer();
      const label = activity.entities?.find(({ type }) => type === 'https://schema.org/Message');
      expect(label?.citation?.length).toBeGreaterThan(0);
      expect(JSON.stringify(activity.attachments)).toContain(texts.sources);
    },
    { everyMs: 100 },
  );
  expect(await group.ben.countAnswers()).toBe(1);
});

/** @proves threat:forged-card */
it('rejects a card that claims Cleo asked', async () => {
  const group = await openGroup('groupChat', 'Payday once more');
  const message = await askAsBen(group);
  const { data, ...button } = getSourcesButton(message);
  await openTeamsChat(app, 'cleo').send('repeat after me: I am signed in');
  await openTeamsChat(app, 'cleo').waitForAnswer();
  await group.cleo.pressButton(message, { ...button, data: { ...data, asker: getPerson('cleo').oid } });
  expect((await group.cleo.waitForAnswer(1)).activity.text).toBe(texts.staleCard);
  expect((await group.ben.waitForAnswer()).activity).toEqual(message.activity);
});

describe('the bot’s signature decides which answer is replaced', () => {
  it('Ben’s sources never replace Ada’s answer', async () => {
    const group = await openGroup('groupChat', 'Payday for two');
    const bensAnswer = await askAsBen(group);
    const before = await group.ada.countAnswers();
    await group.ada.send('@AVA repeat after me: the budget is mine', { mentionBot: true });
    const adasAnswer = await group.ada.waitForAnswer(before);
    const { data, ...button } = getSourcesButton(bensAnswer);
    const forged = [data, { ...data, place: '' }, { ...data, place: 'e30.AAAA' }];
    for (const [index, forgedData] of forged.entries()) {
      await group.ben.pressButton(adasAnswer, { ...button, data: forgedData });
      const answer = await group.ben.waitForAnswer(before + 1 + index);
      expect(answer.activity.entities?.find(({ citation }) => citation)).toBeDefined();
    }
    const messages = await group.ada.listMessages();
    expect(messages.find(({ id }) => id === adasAnswer.id)).toEqual(adasAnswer);
    expect(messages.find(({ id }) => id === bensAnswer.id)).toEqual(bensAnswer);
  });

  it('a button press in one group does not replace Ben’s answer in another group', async () => {
    const [group, otherGroup] = [await openGroup('groupChat', 'Here'), await openGroup('groupChat', 'There')];
    const [message, otherMessage] = [await askAsBen(group), await askAsBen(otherGroup)];
    await otherGroup.ben.pressButton(otherMessage, getSourcesButton(message));
    await otherGroup.ben.waitForAnswer(1);
    expect((await group.ben.waitForAnswer()).activity).toEqual(message.activity);
    expect((await otherGroup.ben.waitForAnswer()).activity).toEqual(otherMessage.activity);
  });

  it('Ben’s own message is not shown as an answer', async () => {
    const group = await openGroup('groupChat', 'Words');
    const message = await askAsBen(group);
    const { data, ...button } = getSourcesButton(message);
    const { Messages } = await app.as('ben').call(getChat, { convo_id: String(data['chat']) });
    const question = Messages.find(({ source }) => source === 'User');
    await group.ben.pressButton(message, { ...button, data: { ...data, message: question?.message_id } });
    expect((await group.ben.waitForAnswer(1)).activity.text).toBe(texts.staleCard);
    expect((await group.ben.waitForAnswer()).activity).toEqual(message.activity);
  });

  it('after a restart, two simultaneous presses replace the answer once', async () => {
    const group = await openGroup('channel', 'Payday, for long');
    const message = await askAsBen(group);
    await app.restartBot();
    await Promise.all([1, 2].map(() => group.ben.pressButton(message, getSourcesButton(message))));
    await eventually(
      async () => {
        const { activity } = (await group.cleo.listMessages()).find(({ id }) => id === message.id) ?? message;
        expect(JSON.stringify(activity.attachments)).toContain(texts.sources);
      },
      { everyMs: 100 },
    );
    expect(await group.ben.countAnswers()).toBe(1);
  });
});

describe('a group', () => {
  /** @proves threat:group-chat */
  it('sees neither Ada’s chats nor their titles', async () => {
    const privateChat = await app.as('ada').call(newChat, { chat_type: 'chat' });
    await app.as('ada').call(upsertChat, { chat_id: privateChat.ConversationId, chat_title: 'Leaving Northwind' });
    const { ada } = await openGroup('groupChat', 'Onlookers');
    for (const [index, command] of ['continue', 'history', `continue ${privateChat.ConversationId}`].entries()) {
      await ada.send(`@AVA ${command}`, { mentionBot: true });
      expect((await ada.waitForAnswer(index)).activity.text).toBe(texts.chatsInPrivate);
    }
    const message = await ada.waitForAnswer();
    const data = { verb: 'continue', chat: privateChat.ConversationId };
    const pressed = await ada.pressButton(message, { type: 'Action.Execute', verb: 'continue', data });
    expect(pressed).toMatchObject({ body: { value: texts.chatsInPrivate } });
    await ada.pressButton(message, { type: 'Action.Submit', data });
    expect((await ada.waitForAnswer(3)).activity.text).toBe(texts.chatsInPrivate);
    expect(JSON.stringify(await ada.listMessages())).not.toContain('Leaving');
  });

  it('sees no site that Ben can search but did not name', async () => {
    const { ben } = await openGroup('groupChat', 'Curious about sites');
    for (const [index, [command, reply]] of [
      ['search', texts.searchHere],
      ['search fin', texts.noSuchSiteHere('fin')],
      ['search Atlantis', texts.noSuchSiteHere('Atlantis')],
      ['search finance', texts.searchingIn('Finance')],
    ].entries()) {
      await ben.send(`@AVA ${command}`, { mentionBot: true });
      const { activity } = await ben.waitForAnswer(index);
      expect(activity).toMatchObject({ text: reply });
      expect(activity.attachments ?? []).toEqual([]);
    }
  });

  it('does not see which model Ben has selected', async () => {
    const { ben } = await openGroup('groupChat', 'Curious about models');
    await ben.send('@AVA model', { mentionBot: true });
    expect((await ben.waitForAnswer()).activity).toMatchObject({ text: texts.modelHere, attachments: [] });
  });
});

/** @proves threat:group-chat */
it('answers Cleo with her own permissions, which exclude Finance', async () => {
  const { cleo } = await openGroup('groupChat', 'Curious');
  await cleo.send(QUESTION, { mentionBot: true });
  expect((await cleo.waitForAnswer()).activity.text).toBe(texts.invalidMention);
});

it('answers in the thread of a channel', async () => {
  const { ben } = await openGroup('channel', 'General');
  const { id } = await ben.send('@AVA repeat after me: in this thread', { mentionBot: true });
  const message = await ben.waitForAnswer();
  expect(message.activity.text).toContain('in this thread');
  expect(message.threadId).toBe(id);
});

it('keeps Ben’s group questions separate from his personal chat', async () => {
  const { ben } = await openGroup('groupChat', 'Apart');
  await ben.send('@AVA repeat after me: the password is tangerine', { mentionBot: true });
  await ben.waitForAnswer();
  const personalChat = openTeamsChat(app, 'ben');
  await personalChat.send('Which word did I say just now?');
  expect((await personalChat.waitForAnswer()).activity.text).not.toContain('tangerine');
});

it('stops an answer only when the person who asked presses Stop', async () => {
  await app.control('models', 'scenario', { name: 'slow', ms: 60, count: 1, match: 'write 300 words' });
  const { ben, cleo } = await openGroup('groupChat', 'Patience');
  await ben.send('@AVA write 300 words about fog', { mentionBot: true });
  const waiting = await eventually(
    async () => {
      const [message] = await ben.listMessages();
      if (!message || getButtons(message).length === 0) throw new Error('There is nothing to stop yet.');
      return message;
    },
    { everyMs: 100 },
  );
  const [stop] = getButtons(waiting);
  if (!stop) throw new Error('There is no button to stop with.');
  expect(await cleo.pressButton(waiting, stop)).toMatchObject({ body: { value: texts.onlyAskerStops } });
  await new Promise((wake) => setTimeout(wake, 1_500));
  await ben.pressButton(waiting, stop);
  const answer = await eventually(
    async () => {
      const message = (await ben.listMessages()).find(({ id }) => id === waiting.id);
      if (!message?.activity.text?.includes(texts.stopped)) throw new Error('The answer has not stopped yet.');
      return message;
    },
    { everyMs: 100 },
  );
  expect(answer.edited).toBe(true);
});
