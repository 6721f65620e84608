import { getChat, newChat, upsertChat } from '../../api/contract/chat.ts';
import { texts } from '../../bot/src/texts.ts';
import { getPerson } from '../../env/sandbox/people.ts';
import { makeFinanceCorpus } from '../harness/client/corpora.ts';
import { eventually } from '../harness/eventually.ts';
import { startApp, type TestApp } from '../harness/app/startApp.ts';
import { getButtons, listConnectorRequests, openTeamsChat, type VisibleMessage, type TeamsChat } from '../harness/bot/teamsChat.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startApp({ bot: true, features: { knowledgeSearch: true } });
  await makeFinanceCorpus(app.as('ada'));
});
afterAll(() => app.close());
beforeEach(() => app.control('models', 'reset'));

type Group = Record<'ada' | 'ben' | 'cleo', TeamsChat>;

async function open(kind: 'groupChat' | 'channel', name: string): Promise<Group> {
  const people = ['ada', 'ben', 'cleo'];
  const { id } = (await app.control('channel', 'conversation', { kind, name, people })) as { id: string };
  return { ada: openTeamsChat(app, 'ada', id), ben: openTeamsChat(app, 'ben', id), cleo: openTeamsChat(app, 'cleo', id) };
}

const QUESTION = '@AVA @Finance When are wages paid?';

/** Ben's question in a group and the message that answers it. */
async function askedIn({ ben }: Pick<Group, 'ben'>): Promise<VisibleMessage> {
  const before = await ben.count();
  await ben.say(QUESTION, { mentionBot: true });
  return ben.answer(before);
}

function sourcesButton(message: VisibleMessage) {
  const button = getButtons(message).find(({ verb }) => verb === 'showSources');
  if (!button) throw new Error('Nobody may show the sources.');
  return { type: button.type, verb: button.verb, data: button.data };
}

it('answers Ben where he mentions it: AVA is typing, then one message, without a source', async () => {
  const group = await open('groupChat', 'Payday');
  const message = await askedIn(group);
  expect(message.activity.text).toMatch(/\w/);
  const { entities, attachments } = message.activity;
  expect(entities?.some(({ citation }) => citation)).toBe(false);
  expect(JSON.stringify(attachments)).not.toMatch(/Payroll|\.txt|\.pdf|\.docx/);
  expect(await group.ben.count()).toBe(1);
  const sends = (await listConnectorRequests(app)).filter(({ activity }) => activity.type === 'typing');
  expect(sends.length).toBeGreaterThan(0);
  for (const { activity } of sends) expect(activity.text ?? '').toBe('');
});

it('shows the sources to everyone when Ben says so, and to nobody when Cleo does', async () => {
  const group = await open('groupChat', 'Payday again');
  const message = await askedIn(group);
  const refused = await group.cleo.press(message, sourcesButton(message));
  expect(refused).toMatchObject({ status: 200, body: { value: texts.onlyAskerShowsSources } });
  expect((await group.cleo.answer()).edited).toBe(message.edited);
  await group.ben.press(message, sourcesButton(message));
  await eventually(
    async () => {
      const { activity } = await group.cleo.answer();
      const label = activity.entities?.find(({ type }) => type === 'https://schema.org/Message');
      expect(label?.citation?.length).toBeGreaterThan(0);
      expect(JSON.stringify(activity.attachments)).toContain(texts.sources);
    },
    { withinMs: 10_000, everyMs: 100 },
  );
  expect(await group.ben.count()).toBe(1);
});

it('does not believe a card that says it was Cleo who asked', async () => {
  const group = await open('groupChat', 'Payday once more');
  const message = await askedIn(group);
  const { data, ...button } = sourcesButton(message);
  await openTeamsChat(app, 'cleo').say('repeat after me: I am signed in');
  await openTeamsChat(app, 'cleo').answer();
  await group.cleo.press(message, { ...button, data: { ...data, asker: getPerson('cleo').oid } });
  expect((await group.cleo.answer(1)).activity.text).toBe(texts.staleCard);
  expect((await group.ben.answer()).activity).toEqual(message.activity);
});

describe('whose answer is replaced says the bot’s own seal', () => {
  it('Ben’s sources do not take the place of Ada’s answer, whatever his press says', async () => {
    const group = await open('groupChat', 'Payday for two');
    const bens = await askedIn(group);
    const before = await group.ada.count();
    await group.ada.say('@AVA repeat after me: the budget is mine', { mentionBot: true });
    const adas = await group.ada.answer(before);
    const { data, ...button } = sourcesButton(bens);
    const forged = [data, { ...data, place: '' }, { ...data, place: 'e30.AAAA' }];
    for (const [at, one] of forged.entries()) {
      await group.ben.press(adas, { ...button, data: one });
      const own = await group.ben.answer(before + 1 + at);
      expect(own.activity.entities?.find(({ citation }) => citation)).toBeDefined();
    }
    const now = await group.ada.seen();
    expect(now.find(({ id }) => id === adas.id)).toEqual(adas);
    expect(now.find(({ id }) => id === bens.id)).toEqual(bens);
  }, 60_000);

  it('nor does Ben’s own answer give way in one group to a press in another', async () => {
    const [group, other] = [await open('groupChat', 'Here'), await open('groupChat', 'There')];
    const [here, there] = [await askedIn(group), await askedIn(other)];
    await other.ben.press(there, sourcesButton(here));
    await other.ben.answer(1);
    expect((await group.ben.answer()).activity).toEqual(here.activity);
    expect((await other.ben.answer()).activity).toEqual(there.activity);
  });

  it('what Ben wrote himself is not shown as an answer', async () => {
    const group = await open('groupChat', 'Words');
    const message = await askedIn(group);
    const { data, ...button } = sourcesButton(message);
    const { Messages } = await app.as('ben').call(getChat, { convo_id: String(data['chat']) });
    const question = Messages.find(({ source }) => source === 'User');
    await group.ben.press(message, { ...button, data: { ...data, message: question?.message_id } });
    expect((await group.ben.answer(1)).activity.text).toBe(texts.staleCard);
    expect((await group.ben.answer()).activity).toEqual(message.activity);
  });

  it('a bot that was started again knows the place, and two presses at once do it once', async () => {
    const group = await open('channel', 'Payday, for long');
    const message = await askedIn(group);
    await app.restartBot();
    await Promise.all([1, 2].map(() => group.ben.press(message, sourcesButton(message))));
    await eventually(
      async () => {
        const { activity } = (await group.cleo.seen()).find(({ id }) => id === message.id) ?? message;
        expect(JSON.stringify(activity.attachments)).toContain(texts.sources);
      },
      { withinMs: 15_000, everyMs: 100 },
    );
    expect(await group.ben.count()).toBe(1);
  }, 60_000);
});

describe('what is a person’s own stays out of a group', () => {
  it('the titles of Ada’s chats, and the chats themselves', async () => {
    const own = await app.as('ada').call(newChat, { chat_type: 'chat' });
    await app.as('ada').call(upsertChat, { chat_id: own.ConversationId, chat_title: 'Leaving Northwind' });
    const { ada } = await open('groupChat', 'Onlookers');
    for (const [at, words] of ['continue', 'history', `continue ${own.ConversationId}`].entries()) {
      await ada.say(`@AVA ${words}`, { mentionBot: true });
      expect((await ada.answer(at)).activity.text).toBe(texts.chatsInPrivate);
    }
    const message = await ada.answer();
    const data = { verb: 'continue', chat: own.ConversationId };
    const pressed = await ada.press(message, { type: 'Action.Execute', verb: 'continue', data });
    expect(pressed).toMatchObject({ body: { value: texts.chatsInPrivate } });
    await ada.press(message, { type: 'Action.Submit', data });
    expect((await ada.answer(3)).activity.text).toBe(texts.chatsInPrivate);
    expect(JSON.stringify(await ada.seen())).not.toContain('Leaving');
  });

  it('which sites are open to Ben, beyond the one that he names', async () => {
    const { ben } = await open('groupChat', 'Curious about sites');
    for (const [at, [words, said]] of [
      ['search', texts.searchHere],
      ['search fin', texts.noSuchSiteHere('fin')],
      ['search Atlantis', texts.noSuchSiteHere('Atlantis')],
      ['search finance', texts.searchingIn('Finance')],
    ].entries()) {
      await ben.say(`@AVA ${words}`, { mentionBot: true });
      const { activity } = await ben.answer(at);
      expect(activity).toMatchObject({ text: said });
      expect(activity.attachments ?? []).toEqual([]);
    }
  });

  it('which model Ben has chosen', async () => {
    const { ben } = await open('groupChat', 'Curious about models');
    await ben.say('@AVA model', { mentionBot: true });
    expect((await ben.answer()).activity).toMatchObject({ text: texts.modelHere, attachments: [] });
  });
});

it('answers Cleo with her own rights: Finance is closed to her', async () => {
  const { cleo } = await open('groupChat', 'Curious');
  await cleo.say(QUESTION, { mentionBot: true });
  expect((await cleo.answer()).activity.text).toBe(texts.invalidMention);
});

it('answers in the thread of a channel', async () => {
  const { ben } = await open('channel', 'General');
  const { id } = await ben.say('@AVA repeat after me: in this thread', { mentionBot: true });
  const message = await ben.answer();
  expect(message.activity.text).toContain('in this thread');
  expect(message.threadId).toBe(id);
});

it('keeps what Ben asks in a group apart from his own chat with AVA', async () => {
  const { ben } = await open('groupChat', 'Apart');
  await ben.say('@AVA repeat after me: the password is tangerine', { mentionBot: true });
  await ben.answer();
  const own = openTeamsChat(app, 'ben');
  await own.say('Which word did I say just now?');
  expect((await own.answer()).activity.text).not.toContain('tangerine');
});

it('stops at the button for Ben alone', async () => {
  await app.control('models', 'scenario', { name: 'slow', ms: 60, count: 1, match: 'write 300 words' });
  const { ben, cleo } = await open('groupChat', 'Patience');
  await ben.say('@AVA write 300 words about fog', { mentionBot: true });
  const waiting = await eventually(
    async () => {
      const [message] = await ben.seen();
      if (!message || getButtons(message).length === 0) throw new Error('There is nothing to stop yet.');
      return message;
    },
    { withinMs: 15_000, everyMs: 100 },
  );
  const [stop] = getButtons(waiting);
  if (!stop) throw new Error('There is no button to stop with.');
  expect(await cleo.press(waiting, stop)).toMatchObject({ body: { value: texts.onlyAskerStops } });
  await new Promise((wake) => setTimeout(wake, 1_500));
  await ben.press(waiting, stop);
  const answer = await eventually(
    async () => {
      const message = (await ben.seen()).find(({ id }) => id === waiting.id);
      if (!message?.activity.text?.includes(texts.stopped)) throw new Error('It goes on.');
      return message;
    },
    { withinMs: 15_000, everyMs: 100 },
  );
  expect(answer.edited).toBe(true);
}, 60_000);
