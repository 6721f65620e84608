import type { Browser, Locator } from 'playwright-core';
import { CHAT_PAGE_MESSAGES } from '../../api/contract/limits.ts';
import type { Store } from '../../api/src/storage/store.ts';
import { getPerson } from '../../env/sandbox/people.ts';
import { openBrowser } from '../harness/browser/openBrowser.ts';
import { eventually } from '../harness/eventually.ts';
import { startApp, type TestApp } from '../harness/app/startApp.ts';
import { makeChatRow, makeMessageRow } from '../harness/storage/rows.ts';
import { openVisit, type Visit } from '../harness/browser/visit.ts';

const COUNT = 2 * CHAT_PAGE_MESSAGES + 20;
/** Tolerance for rounding and for a scroll that is about to end. */
const TOLERANCE_PX = 3;
/** A longer time limit, because loading and scrolling take several frames. */
const longWait = { withinMs: 20_000 };

let app: TestApp;
let browser: Browser;
let chatId: string;
let messageIds: string[];
beforeAll(async () => {
  [app, browser] = await Promise.all([startApp({ addRows: addLongChat }), openBrowser()]);
});
afterAll(async () => {
  await browser.close();
  await app.close();
});

async function addLongChat(store: Store): Promise<void> {
  const { tenantId, oid: id } = getPerson('ada');
  chatId = (await store.chats.create(makeChatRow({ tenantId, id }))).id;
  messageIds = [];
  for (let number = 0; number < COUNT; number += 1) {
    // Messages of different heights, so that the list's estimates of their heights are wrong.
    const lines = Array.from({ length: number % 7 }, (_, line) => `Line ${line} of it`);
    const row = makeMessageRow(chatId, { content: [`Message ${number}.`, ...lines].join('\n\n') });
    messageIds.push(row.id);
    await store.messages.append(row);
  }
}

const getMessage = (ada: Visit, number: number): Locator => ada.questions.filter({ hasText: `Message ${number}.` });
const getEarlierButton = (ada: Visit): Locator => ada.tab.getByRole('button', { name: 'Show earlier messages' });
const getRegion = (ada: Visit): Locator => ada.tab.getByRole('region', { name: 'Conversation' });

async function getTop(locator: Locator): Promise<number> {
  return (await locator.boundingBox())?.y ?? NaN;
}

async function openLongChat(): Promise<Visit> {
  const ada = await openVisit(browser, app);
  await ada.history.getByRole('button').first().click();
  await getMessage(ada, COUNT - 1).waitFor();
  return ada;
}

async function scrollToTop(ada: Visit): Promise<void> {
  await getRegion(ada).hover();
  await ada.page.mouse.wheel(0, -1_000_000);
}

it('a long chat opens at its end and loads earlier messages on scroll without moving the visible ones', async () => {
  const ada = await openLongChat();
  const first = COUNT - CHAT_PAGE_MESSAGES;
  await scrollToTop(ada);
  await getMessage(ada, first - 1).waitFor({ state: 'attached' });
  await eventually(async () => expect(await getMessage(ada, first).isVisible()).toBe(true));
  const before = await getTop(getMessage(ada, first));
  const top = await getTop(getRegion(ada));
  expect(before).toBeGreaterThanOrEqual(top);
  expect(before).toBeLessThan(top + 120);
  await ada.page.waitForTimeout(500);
  expect(Math.abs((await getTop(getMessage(ada, first))) - before)).toBeLessThan(TOLERANCE_PX);
  await ada.close();
});

it('the keyboard reaches the first message, and a button returns to the latest one', async () => {
  const ada = await openLongChat();
  await getEarlierButton(ada).focus();
  await ada.page.keyboard.press('Enter');
  await ada.tab.locator('[role=region]:focus').waitFor();
  await eventually(async () => {
    await ada.page.keyboard.press('Home');
    await ada.page.waitForTimeout(200);
    expect(await getMessage(ada, 0).isVisible()).toBe(true);
  }, longWait);
  expect(await getEarlierButton(ada).count()).toBe(0);
  expect(await ada.findLayoutProblems()).toEqual([]);
  await ada.tab.getByRole('button', { name: 'Jump to latest' }).click();
  await eventually(async () => expect(await getMessage(ada, COUNT - 1).isVisible()).toBe(true));
  await ada.close();
});

it('a link to an early message shows it', async () => {
  const ada = await openVisit(browser, app, { sub: `chat/${chatId}/${messageIds[3]}` });
  await eventually(async () => expect(await getMessage(ada, 3).isVisible()).toBe(true));
  await ada.close();
});
