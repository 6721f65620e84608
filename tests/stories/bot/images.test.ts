import { saveSettings, getSettings } from '#contract/settings.ts';
import { texts } from '#bot/texts.ts';
import { listAnswerRequests, getPromptText } from '#tests/harness/app/modelRequests.ts';
import { startApp, type TestApp } from '#tests/harness/app/startApp.ts';
import { openTeamsChat } from '#tests/harness/bot/teamsChat.ts';
import { makePng } from '#sandbox/documents/png.ts';

let app: TestApp;
let chart: { name: string; base64: string };

beforeAll(async () => {
  app = await startApp({ bot: true });
  chart = { name: 'chart.png', base64: Buffer.from(makePng(600, 400)).toString('base64') };
});
afterAll(() => app.close());
beforeEach(() => app.control('models', 'reset'));

it.each([
  ['pastes', 'images'],
  ['attaches', 'files'],
])('Ada %s an image and the model receives it', async (_, field) => {
  const chat = openTeamsChat(app, 'ada');
  const before = await chat.countAnswers();
  await chat.send('What is on it?', { [field]: [chart] });
  // The model server's answer to a prompt with an image.
  expect((await chat.waitForAnswer(before)).activity.text).toContain('I see 1 image (PNG)');
  expect(getPromptText((await listAnswerRequests(app)).at(-1))).toContain('data:image/png;base64,');
});

it('Ben learns that his model does not support images', async () => {
  const ben = app.as('ben');
  const { settings } = await ben.call(getSettings, {});
  await ben.call(saveSettings, { settings: { chat: { ...settings.chat, selectedModel: 'o4-mini' } } });
  const chat = openTeamsChat(app, 'ben');
  await chat.send('What is on it?', { images: [chart] });
  expect((await chat.waitForAnswer()).activity.text).toContain('The selected model does not support images.');
  expect(await listAnswerRequests(app)).toEqual([]);
});

it('Cleo learns that an image is too large and gets an answer without it', async () => {
  const bytes = Buffer.concat([Buffer.from(chart.base64, 'base64'), Buffer.alloc(900_000, 7)]);
  const chat = openTeamsChat(app, 'cleo');
  await chat.send('repeat after me: a large photograph', {
    images: [{ name: 'photograph.png', base64: bytes.toString('base64') }],
  });
  const { text } = (await chat.waitForAnswer()).activity;
  expect(text).toContain(texts.fileFailed('image', texts.imageTooLarge));
  expect(text).toContain('a large photograph');
});
