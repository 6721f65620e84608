import type { Browser } from 'playwright-core';
import { openBrowser } from '../harness/browser/openBrowser.ts';
import { openVisit, type Visit } from '../harness/browser/visit.ts';
import { eventually } from '../harness/eventually.ts';
import { DEFAULT_PACE } from '../../env/sandbox/models/serverContext.ts';
import { startApp, type TestApp } from '../harness/app/startApp.ts';
import { addFiles, listCrawledFiles, makeCorpus } from '../harness/client/corpora.ts';
import { getLatestChat } from '../harness/client/answers.ts';

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

const getRegion = (visit: Visit) => visit.tab.getByRole('region', { name: 'Conversation' });
const getJump = (visit: Visit) => visit.tab.getByRole('button', { name: 'Jump to latest' });

/** The part of an element that `lib.dom` declares; tests are compiled without it. */
interface ElementWithStyles {
  computedStyleMap(): Map<string, { value: unknown }>;
}

/** Pixels of the conversation below the view. */
async function getGap(visit: Visit): Promise<number> {
  return getRegion(visit).evaluate((view) => view.scrollHeight - view.clientHeight - view.scrollTop);
}

async function expectEnd(visit: Visit): Promise<void> {
  await eventually(async () => expect(await getGap(visit)).toBeLessThanOrEqual(5));
  expect(await getJump(visit).count()).toBe(0);
}

const getFollowUps = (visit: Visit) => visit.answers.last().getByRole('list', { name: 'Follow-up questions' });

it('follows an answer to its true end: follow-up questions, actions and Retry are in view', async () => {
  const ada = await openVisit(browser, app);
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

  // The composer takes height from the conversation.
  await ada.page.setViewportSize({ width: 1360, height: 600 });
  await expectEnd(ada);

  // Find in page and screen readers scroll without a gesture.
  await getRegion(ada).evaluate((view) => (view.scrollTop = 200));
  await getJump(ada).waitFor();
  await ada.page.setViewportSize({ width: 1360, height: 640 });
  await ada.page.waitForTimeout(300);
  expect(await getRegion(ada).evaluate((view) => view.scrollTop)).toBe(200);
  await getJump(ada).click();
  await expectEnd(ada);
  await ada.close();
});

it('shows the end of an answer that is a little longer than the view, and stays at the start of a long one', async () => {
  const ben = await openVisit(browser, app, { person: 'ben' });
  await ben.ask('write 150 words about moving the office');
  await ben.waitForAnswer();
  await getFollowUps(ben).waitFor();
  await expectEnd(ben);

  await ben.ask('write 400 words about bread');
  await ben.waitForAnswer();
  await getFollowUps(ben).waitFor({ state: 'attached' });
  await getJump(ben).waitFor();
  expect(await getGap(ben)).toBeGreaterThan(300);

  /** Opacity of the actions of an answer, by index; -1 is the last answer. */
  const getOpacity = (index: number) =>
    ben.tab
      .getByRole('toolbar', { name: 'Actions for this answer' })
      .nth(index)
      .evaluate((bar) => (bar as unknown as ElementWithStyles).computedStyleMap().get('opacity')?.value);
  await getJump(ben).click();
  await ben.page.mouse.move(0, 0);
  await ben.composer.click();
  await eventually(async () => expect(await getOpacity(-1)).toBe(1));
  await getRegion(ben).hover({ position: { x: 5, y: 5 } });
  await ben.page.mouse.wheel(0, -300);
  await getJump(ben).waitFor();
  await ben.close();
});

it('Escape closes what is open and then stops the answer, which ends after a whole word for every reader', async () => {
  const text = 'internationalization '.repeat(60);
  await app.control('models', 'scenario', { name: 'script', text, chunk: 3, ms: 30, count: 1, match: 'long words' });
  const cleo = await openVisit(browser, app, { person: 'cleo' });
  await cleo.ask('Some long words, please');
  await cleo.stop.waitFor();
  await cleo.page.waitForTimeout(1_000);
  await cleo.tab.getByRole('button', { name: /^Account of/ }).click();
  await cleo.tab.getByRole('menu').waitFor();
  await cleo.page.keyboard.press('Escape');
  await cleo.tab.getByRole('menu').waitFor({ state: 'detached' });
  expect(await cleo.stop.count()).toBe(1);
  await cleo.composer.click();
  await cleo.page.keyboard.press('Escape');
  await cleo.answers.getByText('You stopped this answer.').last().waitFor();
  const [, answer] = (await getLatestChat(app.as('cleo'))).Messages;
  expect(answer?.state.name).toBe('stopped');
  expect(answer?.content).toMatch(/^(internationalization ?)+$/);
  await cleo.close();
});

it('a message written offline waits under a banner and is sent once when the network returns', async () => {
  const dev = await openVisit(browser, app, { person: 'dev' });
  const context = dev.page.context();
  await context.setOffline(true);
  await dev.tab.getByText("You're offline.").waitFor();
  await dev.ask('write 20 words about tea');
  const waiting = dev.answers.last().getByText('Waiting for the connection.');
  await waiting.waitFor();
  await dev.answers.last().getByRole('button', { name: 'Cancel' }).click();
  await eventually(async () => expect(await dev.composer.innerText()).toContain('write 20 words about tea'));
  expect(await dev.questions.count()).toBe(0);

  // A dialog that was not loaded before: the rest of AVA stays, with the text.
  await dev.tab.getByRole('button', { name: 'Settings', exact: true }).click();
  await dev.tab.getByText("This couldn't be opened.").waitFor();
  await dev.composer.press('Enter');
  await waiting.waitFor();
  await context.setOffline(false);
  await getFollowUps(dev).waitFor();
  expect(await dev.tab.getByText("You're offline.").count()).toBe(0);
  const { Messages } = await getLatestChat(app.as('dev'));
  expect(Messages.map(({ source }) => source)).toEqual(['User', 'AVA']);
  await dev.close();
});

it('a text with an unknown mention can be corrected, and a mention of the help corpus is answered from it', async () => {
  const dev = app.as('dev');
  const site = await makeCorpus(dev, 'AVA Help');
  await addFiles(dev, site, await listCrawledFiles(dev, site.SiteId));
  const cleo = await openVisit(browser, app, { person: 'cleo' });
  await cleo.ask('@nobody, what does the line above the message show?');
  await cleo.answers.getByText("I couldn't process your mention.").waitFor();
  await cleo.answers.last().getByRole('button', { name: 'Edit message' }).click();
  await eventually(async () => expect(await cleo.composer.innerText()).toContain('@nobody, what does the line'));

  await cleo.composer.press('ControlOrMeta+A');
  await cleo.page.keyboard.type('@ava');
  await cleo.tab.getByRole('option', { name: /^AVA Help/ }).click();
  await cleo.page.keyboard.insertText('What does the line above the message show?');
  await cleo.page.keyboard.press('Enter');
  await cleo.waitForAnswer();
  const source = cleo.answers.last().getByRole('button', { name: /^Source \d+: Chat\.txt/ });
  await source.first().waitFor();
  await cleo.close();
});

it('shows what AVA looks up while it runs and after a reload, opens it by keyboard, and Stop keeps the text', async () => {
  const ada = await openVisit(browser, app);
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
  await ada.page.keyboard.insertText('Search mail for showroom');
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
  await calls.getByRole('button', { name: /Find people Cleo Failed/ }).waitFor();
  await ada.answers.last().getByText('Let me look that up.').waitFor();
  await ada.close();
});

it('a send that fails says once what happened, and Retry sends the same message', async () => {
  const elif = await openVisit(browser, app, { person: 'elif' });
  await elif.ask('write 20 words about tea');
  await getFollowUps(elif).waitFor();
  // A title that the kill interrupts is announced as well.
  await elif.history.getByText('Write 20 Words About Tea', { exact: true }).waitFor();
  await app.kill();
  await elif.ask('write 20 words about bread');
  const apology = 'I encountered an error processing your request.';
  await elif.tab.getByText(apology).waitFor();
  await elif.page.waitForTimeout(1_000);
  expect(await elif.tab.getByText(/trouble connecting|encountered an error|Failed to/).count()).toBe(1);
  expect(await elif.tab.getByRole('region', { name: 'Messages' }).getByRole('alert').count()).toBe(0);
  await expectEnd(elif);
  await app.restart();
  await elif.tab.getByRole('button', { name: 'Retry' }).click();
  await eventually(async () => expect(await elif.tab.getByText(apology).count()).toBe(0));
  await elif.waitForAnswer();
  const { Messages } = await getLatestChat(app.as('elif'));
  expect(Messages.map(({ source }) => source)).toEqual(['User', 'AVA', 'User', 'AVA']);
  await elif.close();
});
