import type { Browser, Page } from 'playwright-core';
import { getChats } from '#contract/chats/chat.ts';
import { eventually } from '#tests/harness/eventually.ts';
import { PATIENCE_MS } from '#tests/harness/patience.ts';
import { openBrowser } from '#tests/harness/browser/openBrowser.ts';
import { startApp, type TestApp } from '#tests/harness/app/startApp.ts';

let app: TestApp;
let browser: Browser;
let page: Page;
beforeAll(async () => {
  [app, browser] = await Promise.all([startApp(), openBrowser()]);
  page = await browser.newPage({ viewport: { width: 1280, height: 800 }, ignoreHTTPSErrors: true });
  page.setDefaultTimeout(PATIENCE_MS);
});
afterAll(async () => {
  await browser.close();
  await app.close();
});

const getComposer = () => page.getByRole('textbox', { name: 'Message to AVA' });

/** Selects a person on the identity provider's page and returns to AVA. */
async function signInAs(name: string): Promise<void> {
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL((address) => address.origin === app.urls.identity);
  await page.getByRole('button', { name }).click();
  await page.waitForURL((address) => address.origin === app.url);
  await getComposer().waitFor();
}

/** Signs out and waits for the redirect back to AVA, because AVA shows the same screen before and after it. */
async function signOut(name: string): Promise<void> {
  await page.getByRole('button', { name: `Account of ${name}` }).click();
  const loaded = page.waitForEvent('domcontentloaded', () => new URL(page.url()).origin === app.url);
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await loaded;
  await page.getByRole('heading', { name: 'Welcome to AVA' }).waitFor();
}

/** @proves threat:browser-storage */
it('Ada signs in with a plain browser, and the next person sees none of her data', async () => {
  const authorized = page.waitForRequest((request) => request.url().includes('/authorize'));
  await page.goto(app.url);
  await signInAs('Ada Moreau');
  const { searchParams } = new URL((await authorized).url());
  expect(searchParams.get('code_challenge_method')).toBe('S256');
  expect(searchParams.get('response_type')).toBe('code');

  await getComposer().click();
  await page.keyboard.insertText('Secret picnic');
  await page.keyboard.press('Enter');
  await page
    .getByLabel('Chat history')
    .getByText(/Secret picnic/)
    .waitFor();
  await getComposer().click();
  await page.keyboard.insertText('a draft of my own');

  await signOut('Ada Moreau');
  await signInAs('Ben Okafor');
  await page.getByText('Your chats will be listed here.').waitFor();
  await page.getByRole('button', { name: 'Account of Ben Okafor' }).waitFor();
  expect(await getComposer().innerText()).not.toContain('a draft of my own');
  expect(await page.locator('body').innerText()).not.toMatch(/picnic/i);

  await signOut('Ben Okafor');
});

it('Ben reads the help before he signs in, and a screen reader finds the button afterwards', async () => {
  const signIn = page.getByRole('button', { name: 'Sign in' });
  await page.getByRole('button', { name: 'Help', exact: true }).click();
  await page.getByRole('dialog', { name: 'Help' }).waitFor();
  await eventually(async () => expect(await signIn.count()).toBe(0));
  await page.keyboard.press('Escape');
  await signIn.waitFor();
});

// Continues where Ben has signed out.
it('a link to a chat works through the sign-in, and only for its owner', async () => {
  const { chats } = await app.as('ada').call(getChats, { limit: 1 });
  const link = `${app.url}/?${new URLSearchParams({ sub: `chat/${chats[0]?.ConversationId}` })}`;

  await page.goto(link);
  await signInAs('Ada Moreau');
  await page.getByRole('article', { name: 'You' }).getByText('Secret picnic').waitFor();
  expect(new URL(page.url()).search).toBe('');
  await page
    .getByLabel('Chat history')
    .getByText(/Secret picnic/)
    .waitFor();

  await signOut('Ada Moreau');
  await page.goto(link);
  await signInAs('Ben Okafor');
  await page.getByText('This chat does not exist, or you have no access to it.').waitFor();
  expect(await page.getByRole('article').count()).toBe(0);
});
