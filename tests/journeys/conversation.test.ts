import { SEARCH_MAIL } from '#tests/harness/client/functionCalls.ts';
import type { Browser } from 'playwright-core';
import { openBrowser } from '#tests/harness/browser/openBrowser.ts';
import { expectEnd, getConversation, getGap, getJump } from '#tests/harness/browser/conversationEnd.ts';
import { openVisit, type Visit } from '#tests/harness/browser/visit.ts';
import { eventually } from '#tests/harness/eventually.ts';
import { startApp, type TestApp } from '#tests/harness/app/startApp.ts';
import { addFiles, listCrawledFiles, makeCorpus } from '#tests/harness/client/corpora.ts';
import { getLatestChat } from '#tests/harness/client/answers.ts';

let app: TestApp;
let browser: Browser;
/** The tests share one visit; each has its own chat. */
let ada: Visit;
beforeAll(async () => {
  [app, browser] = await Promise.all([startApp(), openBrowser()]);
  const help = app.as('dev');
  const site = await makeCorpus(help, 'AVA Help');
  const files = await listCrawledFiles(help, site.SiteId);
  await addFiles(
    help,
    site,
    files.filter(({ name }) => name === 'Chat.txt'),
  );
  ada = await openVisit(browser, app);
});
afterAll(async () => {
  await browser.close();
  await app.close();
});
beforeEach(() => ada.startChat());
afterEach(() => app.control('models', 'reset'));

/** Slow enough to scroll while an answer is written. */
const READING_PACE = { ms: 30, wordsPerDelta: 4 };

/** The part of an element that `lib.dom` declares; tests are compiled without it. */
interface ElementWithStyles {
  computedStyleMap(): Map<string, { value: unknown }>;
}

const getFollowUps = (visit: Visit) => visit.answers.last().getByRole('list', { name: 'Follow-up questions' });

/** @shows Need help using AVA? */
it('the view follows an answer to its end: follow-up questions, actions and Retry are visible', async () => {
  await app.control('models', 'pace', READING_PACE);
  await ada.ask('write 300 words about moving the office');
  await getJump(ada).click();
  await ada.waitForAnswer();
  await getFollowUps(ada).waitFor();
  await expectEnd(ada);

  await app.control('models', 'scenario', { name: 'errorAfter', count: 1, deltas: 3, match: 'bread' });
  await ada.ask('write 60 words about bread');
  await ada.tab.getByRole('button', { name: 'Retry' }).waitFor();
  await expectEnd(ada);

  await ada.tab.getByRole('button', { name: 'Need help using AVA?' }).click();
  await ada.tab.getByRole('dialog', { name: 'Help' }).waitFor();
  await ada.page.keyboard.press('Escape');
  await ada.tab.getByRole('dialog', { name: 'Help' }).waitFor({ state: 'detached' });

  // A lower window takes height from the conversation, which stays at its end.
  await ada.page.setViewportSize({ width: 1360, height: 600 });
  await expectEnd(ada);

  // Scrolls by script, because the browser's search in a page and screen readers also scroll without a gesture.
  await getConversation(ada).evaluate((view) => (view.scrollTop = 200));
  await getJump(ada).waitFor();
  await ada.page.setViewportSize({ width: 1360, height: 640 });
  await ada.page.waitForTimeout(300);
  expect(await getConversation(ada).evaluate((view) => view.scrollTop)).toBe(200);
  await getJump(ada).click();
  await expectEnd(ada);
});

it('the view shows the end of an answer that is a little longer than the view, and stays at the start of a long answer', async () => {
  await app.control('models', 'pace', READING_PACE);
  await ada.page.setViewportSize({ width: 1360, height: 860 });
  await ada.ask('write 90 words about moving the office');
  await ada.waitForAnswer();
  await getFollowUps(ada).waitFor();
  await expectEnd(ada);

  await ada.ask('write 400 words about bread');
  await ada.waitForAnswer();
  await getFollowUps(ada).waitFor({ state: 'attached' });
  await getJump(ada).waitFor();
  expect(await getGap(ada)).toBeGreaterThan(300);

  /** Opacity of the actions of an answer, by index; -1 is the last answer. */
  const getOpacity = (index: number) =>
    ada.tab
      .getByRole('toolbar', { name: 'Actions for this answer' })
      .nth(index)
      .evaluate((bar) => (bar as unknown as ElementWithStyles).computedStyleMap().get('opacity')?.value);
  await getJump(ada).click();
  await ada.page.mouse.move(0, 0);
  await ada.composer.click();
  await eventually(async () => expect(await getOpacity(-1)).toBe(1));
  await getConversation(ada).hover({ position: { x: 5, y: 5 } });
  await ada.page.mouse.wheel(0, -300);
  await getJump(ada).waitFor();
});

it('Escape closes what is open and then stops the answer, which ends after a whole word for every reader', async () => {
  const text = 'internationalization '.repeat(60);
  await app.control('models', 'scenario', { name: 'script', text, chunk: 3, ms: 30, count: 1, match: 'long words' });
  await ada.ask('Some long words, please');
  await ada.stop.waitFor();
  await ada.page.waitForTimeout(1_000);
  await ada.tab.getByRole('button', { name: /^Account of/ }).click();
  await ada.tab.getByRole('menu').waitFor();
  await ada.page.keyboard.press('Escape');
  await ada.tab.getByRole('menu').waitFor({ state: 'detached' });
  expect(await ada.stop.count()).toBe(1);
  await ada.composer.click();
  await ada.page.keyboard.press('Escape');
  await ada.answers.getByText('You stopped this answer.').last().waitFor();
  const [, answer] = (await getLatestChat(app.as('ada'))).Messages;
  expect(answer?.state.name).toBe('stopped');
  expect(answer?.content).toMatch(/^(internationalization ?)+$/);
});

it('a text with an unknown mention can be corrected, and a mention of the help corpus is answered from it', async () => {
  await ada.ask('@nobody, what does the line above the message show?');
  await ada.answers.getByText("I couldn't process your mention.").waitFor();
  await ada.answers.last().getByRole('button', { name: 'Edit message' }).click();
  await eventually(async () => expect(await ada.composer.innerText()).toContain('@nobody, what does the line'));

  await ada.composer.press('ControlOrMeta+A');
  await ada.page.keyboard.type('@ava');
  await ada.tab.getByRole('option', { name: /^AVA Help/ }).click();
  await ada.page.keyboard.insertText('What does the line above the message show?');
  await ada.page.keyboard.press('Enter');
  await ada.waitForAnswer();
  const source = ada.answers.last().getByRole('button', { name: /^Source \d+: Chat\.txt/ });
  await source.first().waitFor();
});

it('Ada sees what AVA looks up, during the call and after a reload, and opens it by keyboard; Stop keeps the text', async () => {
  const calls = ada.answers.last().getByRole('list', { name: 'What AVA looked up' });
  const row = calls.getByRole('button', { name: /Find people Ben 1 result/ });
  await app.control('graph', 'delay', { path: '/users', count: 1, ms: 1_500 });
  await ada.ask('Who is Ben?');
  await calls.getByText('Looking...').waitFor();
  await ada.waitForAnswer();
  await row.focus();
  await ada.page.keyboard.press('Enter');
  await calls.getByText('ben.okafor@northwind.example').waitFor();
  await ada.page.reload();
  await ada.waitUntilReady();
  await row.waitFor();

  await ada.composer.click();
  await ada.page.keyboard.type('@mail');
  await ada.tab.getByRole('option', { name: /^Mail/ }).click();
  await ada.page.keyboard.insertText(SEARCH_MAIL);
  await ada.page.keyboard.press('Enter');
  await calls.getByRole('button', { name: /Search mail showroom/ }).waitFor();
  await ada.waitForAnswer();

  await app.control('graph', 'delay', { path: '/users', count: 1, ms: 30_000 });
  const script = {
    name: 'script',
    text: 'Let me look that up.',
    calls: 'use the tool find_people with {"name":"Cleo"}',
  };
  await app.control('models', 'scenario', { ...script, count: 1, match: 'Cleo' });
  await ada.ask('Who is Cleo?');
  await calls.getByText('Looking...').waitFor();
  await ada.stop.click();
  await calls.getByRole('button', { name: /Find people Cleo Stopped/ }).waitFor();
  await ada.answers.last().getByText('Let me look that up.').waitFor();
});

it('a message written offline waits under a banner and is sent once when the network returns', async () => {
  const context = ada.page.context();
  await context.setOffline(true);
  await ada.tab.getByText("You're offline.").waitFor();
  await ada.ask('write 20 words about tea');
  const waiting = ada.answers.last().getByText('Waiting for the connection.');
  await waiting.waitFor();
  await ada.answers.last().getByRole('button', { name: 'Cancel' }).click();
  await eventually(async () => expect(await ada.composer.innerText()).toContain('write 20 words about tea'));
  expect(await ada.questions.count()).toBe(0);

  // The code of this dialog is not loaded yet, so the dialog can't open offline. The rest of AVA stays, with the text.
  await ada.tab.getByRole('button', { name: 'Settings', exact: true }).click();
  await ada.tab.getByText("This couldn't be opened.").waitFor();
  await ada.composer.press('Enter');
  await waiting.waitFor();
  await context.setOffline(false);
  await getFollowUps(ada).waitFor();
  expect(await ada.tab.getByText("You're offline.").count()).toBe(0);
  const { Messages } = await getLatestChat(app.as('ada'));
  expect(Messages.map(({ source }) => source)).toEqual(['User', 'AVA']);
});
