import type { Browser, Page } from 'playwright-core';
import type { Citation } from '#contract/runs/answerEvents.ts';
import { toAttachment, type Card } from '#bot/cards/card.ts';
import { waitingCard } from '#bot/cards/answerCard.ts';
import { chatsCard } from '#bot/cards/choiceCards.ts';
import { helpCard } from '#bot/cards/welcomeCard.ts';
import { hiddenAnswerCard, answerCard } from '#bot/cards/answerCard.ts';
import { API_CLIENT_ID } from '#sandbox/identity/registrations.ts';
import { getPerson } from '#sandbox/people.ts';
import { BotPane } from '#tests/harness/browser/botPane.ts';
import { createBotSender, type BotSender } from '#tests/harness/bot/sendAsBot.ts';
import { openBrowser } from '#tests/harness/browser/openBrowser.ts';
import { PATIENCE_MS } from '#tests/harness/patience.ts';
import { expectFocus } from '#tests/harness/browser/keyboard.ts';
import { startApp, type TestApp } from '#tests/harness/app/startApp.ts';
import { findLayoutProblems } from '#tests/harness/browser/visit.ts';

const LINK = 'https://northwind.example/ava';
const HEIGHT = 860;
const ada = getPerson('ada');

let app: TestApp;
let browser: Browser;
let sender: BotSender;
let page: Page;
let bot: BotPane;
beforeAll(async () => {
  [app, browser] = await Promise.all([startApp({ bot: true }), openBrowser()]);
  sender = await createBotSender(app, 'ada');
  await sender.send(answer);
  for (const content of Object.values(cards))
    await sender.send({ type: 'message', attachments: [toAttachment(content)] });
  page = await browser.newPage({ viewport: { width: 1440, height: HEIGHT }, ignoreHTTPSErrors: true });
  page.setDefaultTimeout(PATIENCE_MS);
  await page.goto(`${app.urls.teams}/?person=ada&chat=open`);
  bot = new BotPane(page);
});
afterAll(async () => {
  await browser.close();
  await app.close();
});

const makeCitation = (number: number, changes: Partial<Citation> = {}): Citation => ({
  number,
  fileid: 'a'.repeat(8),
  filename: 'Travel handbook for everybody who visits customers abroad.pdf',
  pagenumber: 2,
  location: 'page 2',
  datatype: 'pdf',
  link: null,
  lastModified: '2026-11-02T10:00:00Z',
  quote: 'A night in a hotel is paid up to 140 euros in capital cities.',
  site: 'finance',
  standing: 'holds',
  ...changes,
});

const cards: Record<string, Card> = {
  'Travel handbook': answerCard({
    citations: [makeCitation(1), makeCitation(2, { standing: 'changed' }), makeCitation(3, { standing: 'denied' })],
    calls: [{ id: '1', title: 'Find files', asked: 'travel', state: { name: 'done', found: 2, results: [] } }],
    followUps: ['How much is paid for breakfast?', 'Who reserves the seats on trains under four hours?'],
    getSiteName: () => 'Finance',
    linkTo: () => LINK,
    answerLink: LINK,
    exportLink: LINK,
  }),
  'Show sources to everyone': hiddenAnswerCard({
    asker: { id: ada.oid, name: ada.displayName },
    chatId: ada.oid,
    messageId: ada.oid,
    answerLink: LINK,
    exportLink: LINK,
  }),
  Stop: waitingCard(ada.oid),
  'search a site': helpCard([{ name: 'search <site>', summary: 'search a site' }], LINK),
  'Here are your latest chats': chatsCard([]),
};

const answer = {
  type: 'message',
  text: 'Up to **140 euros** [1].\n\n- By train\n- By bus\n\n| City | Limit |\n|---|---|\n| Paris | 140 |\n\n<b onclick="alert(1)">Not bold</b>',
  entities: [
    {
      type: 'https://schema.org/Message',
      '@type': 'Message',
      '@context': 'https://schema.org',
      additionalType: ['AIGeneratedContent'],
      citation: [
        {
          '@type': 'Claim',
          position: 1,
          appearance: {
            '@type': 'DigitalDocument',
            name: 'handbook.pdf',
            abstract: 'A night in a hotel is paid.',
            url: LINK,
          },
        },
      ],
    },
  ],
  channelData: { feedbackLoop: { type: 'default' } },
};

type ScrollSize = { scrollWidth: number; clientWidth: number };
const isTooWide = ({ scrollWidth, clientWidth }: ScrollSize) => scrollWidth > clientWidth;

const setWidth = (width: number) => page.setViewportSize({ width, height: HEIGHT });

describe.each(['default', 'dark', 'contrast'])('in the theme %s', (theme) => {
  beforeAll(async () => {
    await setWidth(1440);
    await page.getByLabel('Theme').selectOption(theme);
  });

  it.each([1440, 680, 420])('the chat with every card of the bot has no layout problems at %i px', async (width) => {
    await setWidth(width);

    for (const text of Object.keys(cards)) await bot.pane.getByText(text).first().waitFor();
    expect(await bot.pane.locator('.ac-adaptiveCard').count()).toBe(Object.keys(cards).length);
    expect(await bot.pane.getByText('This card could not be shown').count()).toBe(0);
    expect(await findLayoutProblems(page)).toEqual([]);
    expect(await bot.pane.getByRole('log').evaluate<boolean, ScrollSize>(isTooWide)).toBe(false);
  });
});

/** @proves threat:markdown */
it('HTML from the bot is shown as text', async () => {
  await bot.pane.getByText('<b onclick="alert(1)">Not bold</b>').waitFor();
  expect(await bot.pane.locator('[onclick]').count()).toBe(0);
});

it('the keyboard closes and opens the chat, shows a source and follows it', async () => {
  await setWidth(1440);
  // The tab focuses its composer when it has loaded.
  await page.frameLocator('iframe[title=AVA]').getByRole('textbox').first().waitFor();
  await bot.composer.focus();
  await page.keyboard.press('Escape');
  await bot.pane.waitFor({ state: 'hidden' });
  expect(await page.locator(':focus').getAttribute('data-action')).toBe('chat');

  await page.keyboard.press('Enter');
  // The chat moves the focus to its composer when it opens.
  await expectFocus(bot.composer);
  await bot.pane.locator('.citation button').first().focus();
  await bot.pane.getByRole('tooltip').getByText('A night in a hotel is paid.').waitFor();
  await page.keyboard.press('Enter');
  await page.getByText(`Opened: ${LINK}`).waitFor();
});

it('a phone shows the chat over the tab, and a link to AVA shows the tab again', async () => {
  await setWidth(420);
  const context = encodeURIComponent(JSON.stringify({ subEntityId: '' }));
  const url = `https://teams.microsoft.com/l/entity/${API_CLIENT_ID}/home?context=${context}`;
  await sender.send({ type: 'message', text: `[Back to the tab](${url})` });

  await bot.pane.getByRole('link', { name: 'Back to the tab' }).click();

  await bot.pane.waitFor({ state: 'hidden' });
});
