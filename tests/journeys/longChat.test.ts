import type { Browser, Locator } from 'playwright-core';
import { appendMessage } from '../../api/contract/chat.ts';
import { CHAT_PAGE_MESSAGES } from '../../api/contract/limits.ts';
import { openBrowser } from '../harness/browser/openBrowser.ts';
import { eventually } from '../harness/eventually.ts';
import { startApp, type TestApp } from '../harness/app/startApp.ts';
import { openVisit, type Visit } from '../harness/browser/visit.ts';
import { makeChat } from '../harness/client/answers.ts';

const COUNT = 2 * CHAT_PAGE_MESSAGES + 20;
/** Rounding, and the last pixels of a scroll. */
const STILL_PX = 3;
/** Loading and scrolling take several turns of a browser. */
const patient = { withinMs: 20_000 };

let app: TestApp;
let browser: Browser;
let chatId: string;
let messageIds: string[];
beforeAll(async () => {
  [app, browser] = await Promise.all([startApp(), openBrowser()]);
  const ada = app.as('ada');
  chatId = await makeChat(ada);
  messageIds = [];
  for (let at = 0; at < COUNT; at += 1) {
    // Of different heights, so that none is as high as the list supposes.
    const text = [`Message ${at}.`, ...Array.from({ length: at % 7 }, (_, line) => `Line ${line} of it`)].join('\n\n');
    messageIds.push((await ada.call(appendMessage, { convo_id: chatId, message_type: 'user', text })).message_id);
  }
});
afterAll(async () => {
  await browser.close();
  await app.close();
});

const message = (ada: Visit, at: number): Locator => ada.questions.filter({ hasText: `Message ${at}.` });
const button = (ada: Visit): Locator => ada.tab.getByRole('button', { name: 'Show earlier messages' });
const region = (ada: Visit): Locator => ada.tab.getByRole('region', { name: 'Conversation' });

async function heightOf(locator: Locator): Promise<number> {
  return (await locator.boundingBox())?.y ?? NaN;
}

async function openLongChat(): Promise<Visit> {
  const ada = await openVisit(browser, app);
  await ada.history.getByRole('button').first().click();
  await message(ada, COUNT - 1).waitFor();
  return ada;
}

async function scrollToTop(ada: Visit): Promise<void> {
  await region(ada).hover();
  await ada.page.mouse.wheel(0, -1_000_000);
}

it('a long chat opens at its end and loads earlier messages on scroll without moving the visible ones', async () => {
  const ada = await openLongChat();
  const first = COUNT - CHAT_PAGE_MESSAGES;
  await scrollToTop(ada);
  await message(ada, first - 1).waitFor({ state: 'attached' });
  await eventually(async () => expect(await message(ada, first).isVisible()).toBe(true));
  const before = await heightOf(message(ada, first));
  const top = await heightOf(region(ada));
  expect(before).toBeGreaterThanOrEqual(top);
  expect(before).toBeLessThan(top + 120);
  await ada.page.waitForTimeout(500);
  expect(Math.abs((await heightOf(message(ada, first))) - before)).toBeLessThan(STILL_PX);
  await ada.close();
});

it('the keyboard reaches the first message, and a button returns to the latest one', async () => {
  const ada = await openLongChat();
  await button(ada).focus();
  await ada.page.keyboard.press('Enter');
  await ada.tab.locator('[role=region]:focus').waitFor();
  await eventually(async () => {
    await ada.page.keyboard.press('Home');
    await ada.page.waitForTimeout(200);
    expect(await message(ada, 0).isVisible()).toBe(true);
  }, patient);
  expect(await button(ada).count()).toBe(0);
  expect(await ada.faults()).toEqual([]);
  await ada.tab.getByRole('button', { name: 'Jump to latest' }).click();
  await eventually(async () => expect(await message(ada, COUNT - 1).isVisible()).toBe(true));
  await ada.close();
});

it('a link to an early message shows it', async () => {
  const ada = await openVisit(browser, app, { sub: `chat/${chatId}/${messageIds[3]}` });
  await eventually(async () => expect(await message(ada, 3).isVisible()).toBe(true));
  await ada.close();
});
