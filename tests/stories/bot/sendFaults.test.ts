import { eventually } from '#tests/harness/eventually.ts';
import { startApp, type TestApp } from '#tests/harness/app/startApp.ts';
import {
  openSignedInChat,
  waitUntilQuiet,
  openTeamsChat,
  findMessages,
  type TeamsChat,
} from '#tests/harness/bot/teamsChat.ts';

let app: TestApp;
let chat: TeamsChat;

beforeAll(async () => {
  app = await startApp({ bot: true });
  chat = await openSignedInChat(app, 'cleo');
});
afterAll(() => app.close());
beforeEach(() => app.control('models', 'reset'));

describe.each([
  [
    '429, with a wait',
    [
      { status: 429, retryAfter: 1 },
      { status: 429, retryAfter: 1 },
    ],
  ],
  ['412', [{ status: 412 }]],
  ['502 and 504', [{ status: 502 }, { status: 504 }]],
  ['502, although the request took effect,', [{ status: 502, arrived: true }]],
])('if the connector responds with %s', (_, faults) => {
  it.each([
    ['the first part of an answer', 0],
    ['the end of an answer', 1],
  ])(
    'to %s, and Cleo gets it once',
    async (_which, after) => {
      const text = `${crypto.randomUUID()}`;
      const before = await chat.countAnswers();
      await app.control('channel', 'faults', {
        next: faults.map((fault, index) => (index === 0 ? { ...fault, after } : fault)),
      });
      await chat.send(`repeat after me: ${text}`);
      await eventually(
        async () => {
          const sent = findMessages(await chat.listMessages(), text).filter(({ state }) => state === 'sent');
          if (sent.length === 0) throw new Error(`No answer: ${app.readBotLog().slice(-2_000)}`);
        },
        { everyMs: 100 },
      );
      await waitUntilQuiet(chat);
      expect(findMessages(await chat.listMessages(), text)).toHaveLength(1);
      const otherAnswers = (await chat.listAnswers())
        .slice(before)
        .filter(({ activity }) => !activity.text?.includes(text));
      expect(otherAnswers).toEqual([]);
    },
    40_000,
  );

  it('to an answer in a group, the group gets the answer once', async () => {
    const people = ['ada', 'cleo'];
    const { id } = (await app.control('channel', 'conversation', { kind: 'groupChat', name: 'Faults', people })) as {
      id: string;
    };
    const group = openTeamsChat(app, 'cleo', id);
    const text = `${crypto.randomUUID()}`;
    await app.control('channel', 'faults', {
      next: faults.map((fault, index) => (index === 0 ? { ...fault, after: 2 } : fault)),
    });
    await group.send(`@AVA repeat after me: ${text}`, { mentionBot: true });
    await group.waitForAnswer();
    await waitUntilQuiet(group);
    expect(findMessages(await group.listMessages(), text)).toHaveLength(1);
  });
});
