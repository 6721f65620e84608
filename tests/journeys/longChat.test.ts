import type { Browser, Locator } from 'playwright-core';
import { CHAT_PAGE_MESSAGES } from '#api/storage/tables/chats/messagePages.ts';
import type { Store } from '#api/storage/store.ts';
import { getPerson } from '#sandbox/people.ts';
import { openBrowser } from '#tests/harness/browser/openBrowser.ts';
import { eventually } from '#tests/harness/eventually.ts';
import { startApp, type TestApp } from '#tests/harness/app/startApp.ts';
import { makeChatRow, makeMessageRow } from '#tests/harness/storage/rows.ts';
import { openVisit, type Visit } from '#tests/harness/browser/visit.ts';

const COUNT = 2 * CHAT_PAGE_MESSAGES + 20;
/** Tolerance for rounding and for a scroll that is about to end. */
const TOLERANCE_PX = 3;
/** A longer time limit, because loading and scrolling take several frames. */
const longWait = { withinMs: 20_000 };

let app: TestApp;
let browser: Browser;
/** The tests share her visit. */
let ada: Visit;
let chatId: string;
let messageIds: string[];
beforeAll(async () => {
  [app, browser] = await Promise.all([startApp({ addRows: addLongChat }), openBrowser()]);
  ada = await openVisit(browser, app);
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

const getMessage = (number: number): Locator => ada.questions.filter({ hasText: `Message ${number}.` });
const getEarlierButton = (): Locator => ada.tab.getByRole('button', { name: 'Show earlier messages' });
const getRegion = (): Locator => ada.tab.getByRole('region', { name: 'Conversation' });

async function getTop(locator: Locator): Promise<number> {
  return (await locator.boundingBox())?.y ?? NaN;
}

async function openLongChat(): Promise<void> {
  await ada.startChat();
  await ada.history.getByRole('button').first().click();
  await getMessage(COUNT - 1).waitFor();
}

async function scrollToTop(): Promise<void> {
  await getRegion().hover();
  await ada.page.mouse.wheel(0, -1_000_000);
}

it('a long chat opens at its end and loads earlier messages on scroll without moving the visible ones', async () => {
  await openLongChat();
  const first = COUNT - CHAT_PAGE_MESSAGES;
  await scrollToTop();
  await getMessage(first - 1).waitFor({ state: 'attached' });
  await eventually(async () => expect(await getMessage(first).isVisible()).toBe(true));
  const before = await getTop(getMessage(first));
  const top = await getTop(getRegion());
  expect(before).toBeGreaterThanOrEqual(top);
  expect(before).toBeLessThan(top + 120);
  await ada.page.waitForTimeout(500);
  expect(Math.abs((await getTop(getMessage(first))) - before)).toBeLessThan(TOLERANCE_PX);
});

it('the keyboard reaches the first message, and a button returns to the latest one', async () => {
  // A reload drops the earlier messages that the test before has loaded.
  await ada.page.reload();
  await openLongChat();
  await getEarlierButton().focus();
  await ada.page.keyboard.press('Enter');
  await ada.tab.locator('[role=region]:focus').waitFor();
  await eventually(async () => {
    await ada.page.keyboard.press('Home');
    await ada.page.waitForTimeout(200);
    expect(await getMessage(0).isVisible()).toBe(true);
  }, longWait);
  expect(await getEarlierButton().count()).toBe(0);
  expect(await ada.findLayoutProblems()).toEqual([]);
  await ada.tab.getByRole('button', { name: 'Jump to latest' }).click();
  await eventually(async () => expect(await getMessage(COUNT - 1).isVisible()).toBe(true));
});

it('a link to an early message shows it', async () => {
  await ada.page.goto(
    `${app.urls.teams}/?${new URLSearchParams({ person: 'ada', sub: `chat/${chatId}/${messageIds[3]}` })}`,
  );
  await eventually(async () => expect(await getMessage(3).isVisible()).toBe(true));
});
