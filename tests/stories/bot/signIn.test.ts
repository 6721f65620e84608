import { getChats } from '#contract/chats/chat.ts';
import { texts } from '#bot/texts.ts';
import { API_CLIENT_ID, API_ID_URI } from '#sandbox/identity/registrations.ts';
import { eventually } from '#tests/harness/eventually.ts';
import { startApp, type TestApp } from '#tests/harness/app/startApp.ts';
import {
  listConnectorRequests,
  openTeamsChat,
  type VisibleMessage,
  type TeamsChat,
} from '#tests/harness/bot/teamsChat.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startApp({ bot: true });
});
afterAll(() => app.close());

const isSignIn = ({ activity }: VisibleMessage) => JSON.stringify(activity.attachments ?? []).includes('card.oauth');

function signInCard(chat: TeamsChat, after = 0): Promise<VisibleMessage> {
  return eventually(
    async () => {
      const card = (await chat.listMessages()).filter(isSignIn)[after];
      if (!card) throw new Error('Nobody is asked to sign in.');
      return card;
    },
    { everyMs: 50 },
  );
}

it('signs Ada in silently and answers her pending question', async () => {
  const chat = openTeamsChat(app, 'ada');
  await chat.send('repeat after me: hello');
  expect((await chat.waitForAnswer()).activity.text).toContain('hello');
  await chat.send('repeat after me: hello once more');
  expect((await chat.waitForAnswer(1)).activity.text).toContain('once more');
  expect((await chat.listMessages()).filter(isSignIn)).toHaveLength(1);
});

it('answers Ben once although two of his devices send a token', async () => {
  await app.control('channel', 'signIn', { person: 'ben', how: 'silent', twoClients: true });
  const chat = openTeamsChat(app, 'ben');
  await chat.send('repeat after me: only once');
  await chat.waitForAnswer();
  await new Promise((wake) => setTimeout(wake, 3_000));
  expect(await chat.countAnswers()).toBe(1);
  expect((await app.as('ben').call(getChats, {})).chats).toHaveLength(1);
  await app.control('channel', 'signIn', { person: 'ben', how: 'silent' });
});

it('asks Cleo for consent and answers after she has given it', async () => {
  await app.control('identity', 'consent', { person: 'cleo', granted: false });
  const chat = openTeamsChat(app, 'cleo');
  await chat.send('repeat after me: with my consent');
  const card = await signInCard(chat);
  await new Promise((wake) => setTimeout(wake, 2_000));
  expect(await chat.countAnswers()).toBe(0);
  expect((await app.as('cleo').call(getChats, {})).chats).toEqual([]);
  await app.control('channel', 'pressSignIn', { person: 'cleo', message: card.id });
  expect((await chat.waitForAnswer()).activity.text).toContain('with my consent');
});

it('tells Dev why the sign-in failed and what to do', async () => {
  await app.control('channel', 'signIn', { person: 'dev', how: 'failure', code: 'installedappnotfound' });
  const chat = openTeamsChat(app, 'dev');
  await chat.send('repeat after me: hello');
  const { activity } = await chat.waitForAnswer();
  expect(activity.text).toContain('installedappnotfound');
  expect(activity.text).toContain('https://teams.microsoft.com/l/entity/');
  await app.control('channel', 'signIn', { person: 'dev', how: 'silent' });
  await chat.send('repeat after me: hello again');
  expect((await chat.waitForAnswer(1)).activity.text).toContain('hello again');
});

it.each([
  ['the id of the registration', `api://localhost/${API_CLIENT_ID}`],
  ['upper-case letters', `api://localhost/BotID-${API_CLIENT_ID}`],
  ['a domain that the registration does not have', `api://ava.example/botid-${API_CLIENT_ID}`],
])('signs Mika in only after the app package with %s is mended', async (_, resource) => {
  const chat = openTeamsChat(app, 'mika');
  const before = await chat.countAnswers();
  await app.control('teams', 'app', { resource });
  await chat.send('sign out');
  await chat.waitForAnswer(before);
  await chat.send('repeat after me: hello');
  const { activity } = await chat.waitForAnswer(before + 1);
  expect(activity.text).toContain('resourcematchfailed');
  expect(activity.text).toContain('administrator');
  expect(app.readBotLog()).toContain('must both be api://DOMAIN/botid-BOT_ID');

  await app.control('teams', 'app', { resource: API_ID_URI });
  await chat.send('repeat after me: hello again');
  expect((await chat.waitForAnswer(before + 2)).activity.text).toContain('hello again');
});

it('signs Elif out by a command', async () => {
  const chat = openTeamsChat(app, 'elif');
  await chat.send('repeat after me: hello');
  await chat.waitForAnswer();
  await chat.send('sign out');
  expect((await chat.waitForAnswer(1)).activity.text).toBe(texts.signedOut);
  await chat.send('repeat after me: me again');
  expect((await chat.waitForAnswer(2)).activity.text).toContain('me again');
  expect((await chat.listMessages()).filter(isSignIn)).toHaveLength(2);
});

/** @proves threat:tokens-in-logs */
it('writes no token to a log or a message', async () => {
  for (const output of [app.readBotLog(), app.readLog(), JSON.stringify(await listConnectorRequests(app))])
    expect(output).not.toMatch(/eyJ[\w-]{20,}/);
});
