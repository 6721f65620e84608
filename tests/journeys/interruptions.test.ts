import type { Browser } from 'playwright-core';
import { openBrowser } from '#tests/harness/browser/openBrowser.ts';
import { eventually } from '#tests/harness/eventually.ts';
import type { Pace } from '#sandbox/models/serverContext.ts';
import { startApp, type TestApp } from '#tests/harness/app/startApp.ts';
import { getLatestChat } from '#tests/harness/client/answers.ts';
import { expectEnd } from '#tests/harness/browser/conversationEnd.ts';
import { openVisit, type Visit } from '#tests/harness/browser/visit.ts';

let app: TestApp;
let browser: Browser;
/** The tests share one visit; each has its own chat. */
let ada: Visit;
beforeAll(async () => {
  [app, browser] = await Promise.all([startApp(), openBrowser()]);
  ada = await openVisit(browser, app);
});
afterAll(async () => {
  await browser.close();
  await app.close();
});
beforeEach(() => ada.startChat());
afterEach(() => app.control('models', 'reset'));

const LONG = 'write 400 words about moving the office';

const getStoredMessages = async () => (await getLatestChat(app.as('ada'))).Messages;

/** Sets the model's speed; the default is slow enough to interrupt an answer of some hundred words. */
const setPace = (pace: Pace = { ms: 100, wordsPerDelta: 4 }) => app.control('models', 'pace', pace);

const waitForWords = (visit: Visit, words: number) =>
  visit.answers.filter({ hasText: new RegExp(`(\\S+ ){${words}}`) }).waitFor();

/** Returns the text of the latest answer without its header and footer. */
async function getAnswerText(visit: Visit): Promise<string> {
  return (await visit.answers.last().locator('[aria-busy]').innerText()).replace(/\s+/g, ' ').trim();
}

/** The words of a text or of its Markdown. */
const toWords = (text = '') => text.replaceAll(/[^\p{L}\p{N}]+/gu, ' ').trim();

/** @proves threat:reloaded-tab */
it('Ada reloads during an answer and ends with the complete text', async () => {
  await setPace();
  await ada.ask('write 250 words about moving the office');
  await waitForWords(ada, 5);
  await ada.page.reload();
  await ada.answers.last().waitFor();
  await ada.waitForAnswer();
  const messages = await getStoredMessages();
  expect(messages.map((message) => message.source)).toEqual(['User', 'AVA']);
  expect(messages[1]?.state.name).toBe('complete');
  expect(messages[1]?.content.split(/\s+/).length).toBeGreaterThan(220);
  expect(toWords(await getAnswerText(ada))).toBe(toWords(messages[1]?.content));
});

/** @proves threat:reloaded-tab */
it('a second browser follows the same answer live', async () => {
  await setPace({ ms: 200, wordsPerDelta: 4 });
  await ada.ask(LONG);
  await waitForWords(ada, 10);
  const second = await openVisit(browser, app);
  await second.history.getByRole('button').first().click();
  await waitForWords(second, 20);
  const before = (await getAnswerText(second)).length;
  await eventually(async () => expect((await getAnswerText(second)).length).toBeGreaterThan(before), { everyMs: 100 });
  await second.stop.click();
  await ada.answers.getByText('You stopped this answer.').waitFor();
  await eventually(async () => expect(await getAnswerText(ada)).toBe(await getAnswerText(second)));
  await second.close();
});

/** @proves threat:sleeping-laptop */
it('a laptop that sleeps during an answer shows all of it after waking', async () => {
  await setPace({ ms: 40, wordsPerDelta: 4 });
  await ada.ask(LONG);
  await waitForWords(ada, 20);
  await ada.sleep();
  await eventually(async () => expect((await getStoredMessages())[1]?.state.name).toBe('complete'), { everyMs: 200 });
  await ada.wake();
  await ada.waitForAnswer();
  const [, answer] = await getStoredMessages();
  expect(toWords(await getAnswerText(ada))).toBe(toWords(answer?.content));
});

/** @proves threat:api-killed */
it('the API dies during an answer: the shown text is kept, marked as interrupted, and can be retried', async () => {
  await setPace();
  await ada.ask(LONG);
  await waitForWords(ada, 40);
  await app.kill();
  const shown = await getAnswerText(ada);
  await app.restart();
  await ada.tab.getByText('This answer was interrupted. The text so far is kept.').waitFor();
  expect(await getAnswerText(ada)).toContain(shown.slice(0, shown.lastIndexOf(' ')));
  expect((await getStoredMessages())[1]?.state.name).toBe('interrupted');
  await app.control('models', 'reset');
  await ada.answers.last().getByRole('button', { name: 'Retry' }).click();
  await ada.waitForAnswer();
  const messages = await getStoredMessages();
  expect(messages.map((message) => [message.source, message.state.name])).toEqual([
    ['User', 'complete'],
    ['AVA', 'complete'],
  ]);
});

it('Stop ends the answer and keeps its text, and an expired session keeps the draft', async () => {
  await setPace();
  await ada.ask(LONG);
  await waitForWords(ada, 40);
  await ada.stop.click();
  const stopped = ada.answers.getByText('You stopped this answer.');
  await stopped.waitFor();
  const shown = await getAnswerText(ada);
  const [, answer] = await getStoredMessages();
  expect(answer?.state.name).toBe('stopped');
  expect(answer?.content.length).toBeGreaterThan(100);

  await ada.composer.click();
  await ada.page.keyboard.insertText('a thought that must not get lost');
  await ada.page.getByLabel('Session').selectOption('expired');
  await ada.page.reload();
  await ada.tab.getByText("I couldn't verify your session. Please log in again.").waitFor();
  await ada.page.getByLabel('Session').selectOption('live');
  await ada.tab.getByRole('button', { name: 'Sign in' }).click();
  await ada.composer.getByText('a thought that must not get lost').waitFor();
  await stopped.waitFor();
  expect(await getAnswerText(ada)).toBe(shown);
  await ada.composer.press('ControlOrMeta+A');
  await ada.composer.press('Delete');
});

// Relies on the reload in the test before, which has removed the toasts about failures of earlier tests.
it('a send that fails says once what happened, and Retry sends the same message', async () => {
  await ada.ask('write 20 words about tea');
  await ada.answers.last().getByRole('list', { name: 'Follow-up questions' }).waitFor();
  // Waits for the title of the chat, because a title that the kill interrupts would show another toast.
  await ada.history.getByText('Write 20 words about tea', { exact: true }).waitFor();
  await app.kill();
  await ada.ask('write 20 words about bread');
  const apology = 'I encountered an error processing your request.';
  await ada.tab.getByText(apology).waitFor();
  await ada.page.waitForTimeout(1_000);
  expect(await ada.tab.getByText(/trouble connecting|encountered an error|Failed to/).count()).toBe(1);
  expect(await ada.tab.getByRole('region', { name: 'Messages' }).getByRole('alert').count()).toBe(0);
  await expectEnd(ada);
  await app.restart();
  await ada.tab.getByRole('button', { name: 'Retry' }).click();
  await eventually(async () => expect(await ada.tab.getByText(apology).count()).toBe(0));
  await ada.waitForAnswer();
  const messages = await getStoredMessages();
  expect(messages.map(({ source }) => source)).toEqual(['User', 'AVA', 'User', 'AVA']);
});
