import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { makeLargePdf } from '#sandbox/documents/largePdf.ts';
import { startApp, type TestApp } from '#tests/harness/app/startApp.ts';
import { getWorkspace, selectFinance } from '#tests/harness/browser/knowledgeSearch.ts';
import { openBrowser } from '#tests/harness/browser/openBrowser.ts';
import { openVisit, type Visit } from '#tests/harness/browser/visit.ts';
import { makeCorpus } from '#tests/harness/client/corpora.ts';
import { PATIENCE_MS } from '#tests/harness/patience.ts';
import { openWorkspace, openWorkspaceTab, startOver } from '#tests/pictures/actions.ts';

/** Size of a PDF that is far larger than what the viewer needs for one page. */
const LARGE_BYTES = 20_000_000;
/** Network speed that makes an upload of LARGE_BYTES long enough to be interrupted. */
const UPLOAD_BYTES_PER_SECOND = 4_000_000;
/** Attempts of one request to Microsoft Graph: the first one and three retries. */
const ATTEMPTS = 4;

let app: TestApp;
let browser: Browser;
/** Ada's tests share one visit; each has its own chat. */
let ada: Visit;
beforeAll(async () => {
  [app, browser] = await Promise.all([startApp({ features: { knowledgeSearch: true } }), openBrowser()]);
  ada = await openVisit(browser, app);
});
afterAll(async () => {
  await browser.close();
  await app.close();
});

const chip = (visit: Visit, name: string) =>
  visit.tab.getByRole('list', { name: 'Attached files' }).getByRole('listitem').filter({ hasText: name });
const dialog = (visit: Visit) => visit.tab.getByRole('dialog');
const openSource = (visit: Visit, name: string) =>
  visit.answers
    .last()
    .getByRole('button', { name: new RegExp(`^Source \\d+: ${name}`) })
    .first()
    .click();

async function openPicker(visit: Visit, source: string): Promise<void> {
  await visit.tab.getByRole('button', { name: 'Add files' }).click();
  await visit.tab.getByRole('menuitem', { name: source }).click();
  await dialog(visit).waitFor();
}

/** Counts the bytes of files that the browser gets. */
function countFileBytes(visit: Visit): () => number {
  let bytes = 0;
  visit.page.on('response', (response) => {
    if (response.url().includes('/content')) bytes += Number(response.headers()['content-length'] ?? LARGE_BYTES);
  });
  return () => bytes;
}

/** @proves threat:interrupted-upload */
it('Ada’s upload is cut off at some percent, goes through with Retry, and its cited page is loaded alone', async () => {
  const pages = ['Harbor survey', 'The old quay carries up to nine tons per crane.'];
  const path = join(app.dataDir, 'Harbor survey.pdf');
  await writeFile(path, makeLargePdf(LARGE_BYTES, pages).read(0, LARGE_BYTES));
  await ada.composer.click();
  await ada.page.keyboard.insertText('How many tons does the old quay carry per crane?');
  const network = await ada.page.context().newCDPSession(ada.page);
  const connect = (offline: boolean, uploadThroughput: number) =>
    network.send('Network.emulateNetworkConditions', { offline, latency: 0, downloadThroughput: -1, uploadThroughput });
  await network.send('Network.enable');
  await connect(false, UPLOAD_BYTES_PER_SECOND);
  await ada.tab.locator('input[type=file]').setInputFiles(path);
  const survey = chip(ada, 'Harbor survey.pdf');
  await survey.getByText(/^Uploading \d+%$/).waitFor();
  await connect(true, -1);
  // Kills the API as well, because Chromium's emulation of offline leaves open connections intact.
  await app.kill();
  await survey.getByText('Failed').waitFor();
  await ada.tab.getByText("Failed to process Harbor survey.pdf. You're offline.").first().waitFor();
  await expect(ada.composer.innerText()).resolves.toContain('How many tons');

  await app.restart();
  await connect(false, -1);
  await survey.getByRole('button', { name: 'Try Harbor survey.pdf again' }).click();
  await survey.getByText('Ready').waitFor();
  await ada.composer.press('Enter');
  await ada.waitForAnswer();
  expect(await ada.answers.last().innerText()).toContain('nine tons');
  const loaded = countFileBytes(ada);
  await openSource(ada, 'Harbor survey.pdf');
  await getWorkspace(ada).getByRole('group', { name: 'Page 2 of 2' }).locator('mark').first().waitFor();
  expect(loaded()).toBeGreaterThan(0);
  expect(loaded()).toBeLessThan(LARGE_BYTES / 10);
});

it('Ada pastes a picture, asks about it, sees it small in her question, and opens it in the viewer', async () => {
  await startOver(ada);
  await ada.page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await ada.page.evaluate(`(async () => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 40, height: 30 });
    canvas.getContext('2d').fillRect(5, 5, 20, 20);
    const picture = await new Promise((resolve) => canvas.toBlob(resolve, 'image/png'));
    await navigator.clipboard.write([new ClipboardItem({ 'image/png': picture })]);
  })()`);
  await ada.composer.press('Control+V');
  await chip(ada, '.png').getByText('Ready').waitFor();
  await ada.ask('What is in this picture?');
  await ada.waitForAnswer();
  const sent = ada.questions.last().getByRole('button', { name: /\.png/ });
  await sent.locator('img').waitFor();
  await sent.click();
  await getWorkspace(ada).getByRole('img', { name: /\.png/ }).waitFor();
});

/** @proves threat:source-consent */
it('Ben gives his consent on the page of Microsoft, and then sees his mail', async () => {
  await app.control('identity', 'consent', { person: 'ben', granted: false, scope: 'Mail.Read' });
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, ignoreHTTPSErrors: true });
  const page = await context.newPage();
  page.setDefaultTimeout(PATIENCE_MS);
  const openMail = async () => {
    await page.getByRole('button', { name: 'Add files' }).click();
    await page.getByRole('menuitem', { name: 'Mail' }).click();
  };
  await page.goto(app.url);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('button', { name: 'Ben Okafor' }).click();
  await page.getByRole('textbox', { name: 'Message to AVA' }).pressSequentially('A draft');
  await openMail();
  await page.getByRole('dialog').getByRole('button', { name: 'Give consent' }).click();
  await page.getByRole('button', { name: 'Accept' }).click();
  await page.getByRole('textbox', { name: 'Message to AVA' }).getByText('A draft').waitFor();
  await openMail();
  await page.getByRole('checkbox', { name: /^Cups/ }).waitFor();
  await context.close();
});

/** @proves threat:unavailable-source */
it('Ada reads a file with Retry that Microsoft 365 did not send at first', async () => {
  await startOver(ada);
  await openPicker(ada, 'OneDrive');
  await dialog(ada)
    .getByRole('listitem')
    .getByRole('button', { name: /^Notes/ })
    .click();
  await dialog(ada)
    .getByRole('checkbox', { name: /^Quay walk/ })
    .check({ force: true });
  await app.control('graph', 'throttle', { count: ATTEMPTS, retryAfter: 0, status: 503, containing: '/items/' });
  await dialog(ada).getByRole('button', { name: 'Add', exact: true }).click();
  const walk = chip(ada, 'Quay walk.txt');
  await ada.tab.getByText("Failed to process Quay walk.txt. Microsoft 365 didn't respond.").first().waitFor();
  await walk.getByRole('button', { name: 'Try Quay walk.txt again' }).click();
  await walk.getByText('Ready').waitFor();
});

it('Ada finds a file in the Search tab, opens it there and attaches it', async () => {
  await startOver(ada);
  await openWorkspace(ada);
  await openWorkspaceTab(ada, 'Search');
  const workspace = getWorkspace(ada);
  await workspace.getByRole('searchbox', { name: 'Search files, chats, mail and sites' }).fill('Budget 2027');
  const found = workspace.getByRole('article', { name: 'Budget 2027.pdf' });
  await found.getByRole('button', { name: 'Attach' }).click();
  await chip(ada, 'Budget 2027.pdf').getByText('Ready').waitFor();
  await found.getByRole('button', { name: 'Open' }).click();
  await workspace.getByRole('group', { name: /^Page 1 of/ }).waitFor();
});

it('Ada adds the transcript of a meeting to the corpus of Finance', async () => {
  await makeCorpus(app.as('ada'), 'Finance');
  await startOver(ada);
  await ada.tab.getByRole('tab', { name: 'Knowledge Search' }).click();
  await selectFinance(ada);
  await ada.tab.getByRole('button', { name: 'Manage files' }).click();
  await dialog(ada).getByRole('button', { name: 'Meetings' }).click();
  await dialog(ada)
    .getByRole('checkbox', { name: /^Select Budget review/ })
    .check({ force: true });
  await dialog(ada).getByRole('button', { name: 'Add Files to Corpus' }).click();
  await ada.tab
    .getByText(/^Processed Budget review .*successfully!/)
    .first()
    .waitFor({ state: 'attached' });
});
