import { getChat, getChats } from '#contract/chats/chat.ts';
import { eventually } from '#tests/harness/eventually.ts';
import { startApp, type TestApp } from '#tests/harness/app/startApp.ts';
import { openSignedInChat, waitUntilQuiet, openTeamsChat, findMessages } from '#tests/harness/bot/teamsChat.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startApp({ bot: true });
});
afterAll(() => app.close());
beforeEach(() => app.control('models', 'reset'));

async function listStoredMessages(person: string) {
  const { chats } = await app.as(person).call(getChats, {});
  const all = await Promise.all(chats.map((chat) => app.as(person).call(getChat, { convo_id: chat.ConversationId })));
  return all.flatMap(({ Messages }) => Messages);
}

/** @proves threat:repeated-activity */
it('an activity that is delivered five times causes one question and one answer', async () => {
  const chat = openTeamsChat(app, 'ada');
  const { deliveries } = await chat.send('repeat after me: five times', { redeliver: 4 });
  expect(deliveries.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
  await chat.waitForAnswer();
  await waitUntilQuiet(chat);
  expect(findMessages(await chat.listMessages(), 'five times')).toHaveLength(1);
  await chat.send('repeat after me: five times', { activityId: 'f:ada-again' });
  await chat.waitForAnswer(1);
  await chat.send('repeat after me: five times', { activityId: 'f:ada-again', redeliver: 2 });
  await waitUntilQuiet(chat);
  expect(findMessages(await chat.listMessages(), 'five times')).toHaveLength(2);
  expect((await listStoredMessages('ada')).map(({ source }) => source)).toEqual(['User', 'AVA', 'User', 'AVA']);
});

/** @proves threat:repeated-activity */
it('the request of Teams is answered at once even if the answer takes long', async () => {
  await app.control('models', 'scenario', { name: 'late', ms: 8_000, count: 1, match: 'patience' });
  const chat = await openSignedInChat(app, 'ben');
  const { deliveries } = await chat.send('repeat after me: patience');
  expect((deliveries[0] as unknown as { ms: number }).ms).toBeLessThan(8_000);
  expect((await chat.waitForAnswer(1)).activity.text).toContain('patience');
});

it('after two minutes the rest of an answer is sent as a normal message', async () => {
  const chat = await openSignedInChat(app, 'dev');
  await app.control('models', 'scenario', { name: 'slow', ms: 30, count: 1, match: 'write 150 words' });
  await chat.send('write 150 words about time');
  const streaming = await eventually(
    async () => {
      const message = (await chat.listMessages()).at(-1);
      if (message?.state !== 'streaming') throw new Error('There is no text yet.');
      return message;
    },
    { everyMs: 50 },
  );
  await app.control('channel', 'clock', { offsetSeconds: 130 });
  // Throttles the third request, which sends the rest of the answer. The first two end the stream and send a
  // placeholder.
  await app.control('channel', 'faults', { next: [{ status: 429, retryAfter: 1, after: 2 }] });
  const remainder = await chat.waitForAnswer(1);
  await app.control('channel', 'clock', { offsetSeconds: 0 });
  const first = (await chat.listMessages()).find(({ id }) => id === streaming.id)?.activity.text ?? '';
  const answer = (await listStoredMessages('dev')).at(-1);
  expect(answer?.state.name).toBe('complete');
  expect(remainder.id).not.toBe(streaming.id);
  const splitWords = (text: string) => text.replace(/…/g, ' ').trim().split(/\s+/);
  const shown = [...splitWords(first), ...splitWords(remainder.activity.text ?? '')].join(' ');
  for (const word of splitWords(answer?.content ?? '').slice(-5)) expect(shown).toContain(word);
  expect(shown.length).toBeLessThan((answer?.content.length ?? 0) + 60);
});

it('the bot is removed during an answer: it sends nothing more, and the answer is in the tab', async () => {
  const chat = await openSignedInChat(app, 'elif');
  await app.control('models', 'scenario', { name: 'slow', ms: 40, count: 1, match: 'write 80 words' });
  await chat.send('write 80 words about leaving');
  await new Promise((wake) => setTimeout(wake, 1_500));
  await app.control('channel', 'uninstall', { person: 'elif' });
  await eventually(
    async () => {
      expect((await listStoredMessages('elif')).at(-1)?.state.name).toBe('complete');
    },
    { everyMs: 200 },
  );
  await app.control('channel', 'install', { person: 'elif' });
  const before = await chat.countAnswers();
  await chat.send('repeat after me: back again');
  await eventually(async () => expect(findMessages(await chat.listMessages(), 'back again')).toHaveLength(1), {
    everyMs: 200,
  });
  expect(before).toBeLessThanOrEqual(3);
});

it('the API is unavailable for a moment: the person gets a sentence, and the next question is answered', async () => {
  const chat = await openSignedInChat(app, 'farid');
  await app.terminate();
  await chat.send('repeat after me: is anybody there');
  expect((await chat.waitForAnswer(1)).activity.text).toContain('having trouble connecting');
  await app.restart();
  await chat.send('repeat after me: there you are');
  expect((await chat.waitForAnswer(2)).activity.text).toContain('there you are');
});

it('a text of 100 KB is handled, and a long answer links to its full text in the tab', async () => {
  const chat = await openSignedInChat(app, 'greta');
  await app.control('models', 'scenario', {
    name: 'script',
    text: `${'A long story. '.repeat(2_000)}`,
    chunk: 2_000,
    ms: 0,
    count: 1,
    match: 'long story',
  });
  await chat.send(`Tell me a long story. ${'x '.repeat(50_000)}`);
  const { activity } = await chat.waitForAnswer(1);
  expect(activity.text?.length).toBeLessThan(13_000);
  expect(activity.text).toContain('Read the whole answer in AVA');
});
