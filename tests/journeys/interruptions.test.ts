import type { Browser } from 'playwright-core';
import { openBrowser } from '../harness/browser/openBrowser.ts';
import { eventually } from '../harness/eventually.ts';
import { DEFAULT_PACE } from '../../env/sandbox/models/serverContext.ts';
import { startApp, type TestApp } from '../harness/app/startApp.ts';
import { getLatestChat } from '../harness/client/answers.ts';
import { openVisit, type Visit } from '../harness/browser/visit.ts';

let app: TestApp;
let browser: Browser;
beforeAll(async () => {
  [app, browser] = await Promise.all([startApp({ process: 'own', pace: DEFAULT_PACE }), openBrowser()]);
});
afterAll(async () => {
  await browser.close();
  await app.close();
});
afterEach(() => app.control('models', 'reset'));

const LONG = 'write 400 words about moving the office';

const getStoredMessages = async (person: string) => (await getLatestChat(app.as(person))).Messages;

async function waitForWords(visit: Visit, words: number): Promise<void> {
  await visit.stop.waitFor();
  await visit.tab.locator('article[aria-label=AVA]').last().waitFor();
  for (;;) {
    if ((await visit.answers.last().innerText()).split(/\s+/).length > words) return;
    await visit.page.waitForTimeout(30);
  }
}

/** Returns the text of the latest answer without its header and footer. */
async function getAnswerText(visit: Visit): Promise<string> {
  return (await visit.answers.last().locator('[aria-busy]').innerText()).replace(/\s+/g, ' ').trim();
}

it('Stop ends the answer and keeps its text', async () => {
  const ada = await openVisit(browser, app);
  await ada.ask(LONG);
  await waitForWords(ada, 40);
  await ada.stop.click();
  await ada.answers.getByText('You stopped this answer.').last().waitFor();
  const shown = await getAnswerText(ada);
  const [, answer] = await getStoredMessages('ada');
  expect(answer?.state.name).toBe('stopped');
  expect(answer?.content.length).toBeGreaterThan(100);
  await ada.page.reload();
  await ada.answers.getByText('You stopped this answer.').last().waitFor();
  await eventually(async () => expect(await getAnswerText(ada)).toBe(shown));
  await ada.close();
});

it('Ben reloads at five random moments and ends with the complete text', async () => {
  await app.control('models', 'pace', { ms: 25, wordsPerDelta: 1 });
  const ben = await openVisit(browser, app, { person: 'ben' });
  await ben.ask(LONG);
  await waitForWords(ben, 5);
  const secondWindow = await openVisit(browser, app, { person: 'ben' });
  await secondWindow.history.getByRole('button').first().click();
  for (let reload = 0; reload < 5; reload += 1) {
    await ben.page.waitForTimeout(Math.random() * 700);
    await ben.page.reload();
    await ben.answers.last().waitFor();
  }
  await Promise.all([ben.waitForAnswer(), secondWindow.waitForAnswer()]);
  await eventually(async () => expect(await getAnswerText(ben)).toBe(await getAnswerText(secondWindow)));
  const messages = await getStoredMessages('ben');
  expect(messages.map((message) => message.source)).toEqual(['User', 'AVA']);
  expect(messages[1]?.state.name).toBe('complete');
  expect(messages[1]?.content.split(/\s+/).length).toBeGreaterThan(350);
  await Promise.all([ben.close(), secondWindow.close()]);
});

it('a second browser follows the same answer live', async () => {
  await app.control('models', 'pace', { ms: 40, wordsPerDelta: 1 });
  const dev = await openVisit(browser, app, { person: 'dev' });
  await dev.ask(LONG);
  await waitForWords(dev, 10);
  const second = await openVisit(browser, app, { person: 'dev' });
  await second.history.getByRole('button').first().click();
  await waitForWords(second, 20);
  const before = (await getAnswerText(second)).length;
  await second.page.waitForTimeout(600);
  expect((await getAnswerText(second)).length).toBeGreaterThan(before);
  await second.stop.click();
  await dev.answers.getByText('You stopped this answer.').last().waitFor();
  await eventually(async () => expect(await getAnswerText(dev)).toBe(await getAnswerText(second)));
  await Promise.all([dev.close(), second.close()]);
});

it('a laptop that sleeps during an answer shows all of it after waking', async () => {
  await app.control('models', 'pace', { ms: 10, wordsPerDelta: 1 });
  const elif = await openVisit(browser, app, { person: 'elif' });
  await elif.ask(LONG);
  await waitForWords(elif, 20);
  await elif.sleep();
  await eventually(async () => expect((await getStoredMessages('elif'))[1]?.state.name).toBe('complete'));
  await elif.wake();
  await elif.waitForAnswer();
  const [, answer] = await getStoredMessages('elif');
  const toWords = (text = '') => text.replaceAll(/[^\p{L}\p{N}]+/gu, ' ').trim();
  expect(toWords(await getAnswerText(elif))).toBe(toWords(answer?.content));
  await elif.close();
});

it('the API dies during an answer: the shown text is kept, marked as interrupted, and can be retried', async () => {
  await app.control('models', 'pace', { ms: 30, wordsPerDelta: 1 });
  const cleo = await openVisit(browser, app, { person: 'cleo' });
  await cleo.ask(LONG);
  await waitForWords(cleo, 40);
  await app.kill();
  const shown = await getAnswerText(cleo);
  await app.restart();
  await cleo.tab.getByText('This answer was interrupted. The text so far is kept.').waitFor();
  expect(await getAnswerText(cleo)).toContain(shown.slice(0, shown.lastIndexOf(' ')));
  expect((await getStoredMessages('cleo'))[1]?.state.name).toBe('interrupted');
  await app.control('models', 'reset');
  await cleo.answers.last().getByRole('button', { name: 'Retry' }).click();
  await cleo.waitForAnswer();
  const messages = await getStoredMessages('cleo');
  expect(messages.map((message) => [message.source, message.state.name])).toEqual([
    ['User', 'complete'],
    ['AVA', 'complete'],
  ]);
  await cleo.close();
});

it('an expired session keeps the draft', async () => {
  const ada = await openVisit(browser, app);
  await ada.composer.click();
  await ada.page.keyboard.insertText('a thought that must not get lost');
  await ada.page.getByLabel('Session').selectOption('expired');
  await ada.page.reload();
  await ada.page.waitForTimeout(500);
  await ada.page.getByLabel('Session').selectOption('live');
  await ada.page.reload();
  await ada.waitUntilReady();
  await eventually(async () => expect(await ada.composer.innerText()).toContain('a thought that must not get lost'));
  await ada.close();
});
