import { texts } from '../../bot/src/texts.ts';
import { personNamed } from '../../env/sandbox/people.ts';
import { makeFinance } from '../harness/corpora.ts';
import { eventually } from '../harness/eventually.ts';
import { startApp, type TestApp } from '../harness/startApp.ts';
import { buttonsOf, sentBy, teamsChat, type SeenMessage, type TeamsChat } from '../harness/teamsChat.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startApp({ bot: true, features: { knowledgeSearch: true } });
  await makeFinance(app.as('ada'));
});
afterAll(() => app.close());
beforeEach(() => app.control('models', 'reset'));

async function open(kind: 'groupChat' | 'channel', name: string): Promise<Record<'ben' | 'cleo', TeamsChat>> {
  const people = ['ada', 'ben', 'cleo'];
  const { id } = (await app.control('channel', 'conversation', { kind, name, people })) as { id: string };
  return { ben: teamsChat(app, 'ben', id), cleo: teamsChat(app, 'cleo', id) };
}

const QUESTION = '@AVA @Finance When are wages paid?';

/** Ben's question in a group and the message that answers it. */
async function askedIn({ ben }: Record<'ben' | 'cleo', TeamsChat>): Promise<SeenMessage> {
  const before = await ben.count();
  await ben.say(QUESTION, { mentionBot: true });
  return ben.answer(before);
}

function sourcesButton(message: SeenMessage) {
  const button = buttonsOf(message).find(({ verb }) => verb === 'showSources');
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
  const sends = (await sentBy(app)).filter(({ activity }) => activity.type === 'typing');
  expect(sends.length).toBeGreaterThan(0);
  for (const { activity } of sends) expect(activity.text ?? '').toBe('');
});

it('shows the sources to everyone when Ben says so, and to nobody when Cleo does', async () => {
  const group = await open('groupChat', 'Payday again');
  const message = await askedIn(group);
  const refused = await group.cleo.press(message, sourcesButton(message));
  expect(refused).toMatchObject({ status: 200, body: { value: texts.onlyAsker } });
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
  await teamsChat(app, 'cleo').say('repeat after me: I am signed in');
  await teamsChat(app, 'cleo').answer();
  await group.cleo.press(message, { ...button, data: { ...data, asker: personNamed('cleo').oid } });
  expect((await group.cleo.answer(1)).activity.text).toBe(texts.staleCard);
  expect((await group.ben.answer()).activity).toEqual(message.activity);
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
  const own = teamsChat(app, 'ben');
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
      if (!message || buttonsOf(message).length === 0) throw new Error('There is nothing to stop yet.');
      return message;
    },
    { withinMs: 15_000, everyMs: 100 },
  );
  const [stop] = buttonsOf(waiting);
  if (!stop) throw new Error('There is no button to stop with.');
  expect(await cleo.press(waiting, stop)).toMatchObject({ body: { value: texts.notStopped } });
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
