import type { Browser } from 'playwright-core';
import { getChat, getChats } from '#contract/chats/chat.ts';
import { BotPane } from '#tests/harness/browser/botPane.ts';
import { openBrowser } from '#tests/harness/browser/openBrowser.ts';
import { eventually } from '#tests/harness/eventually.ts';
import { listAnswerRequests, getPromptText } from '#tests/harness/app/modelRequests.ts';
import { startApp, type TestApp } from '#tests/harness/app/startApp.ts';
import { expectFocus } from '#tests/harness/browser/keyboard.ts';
import { openVisit, type Visit } from '#tests/harness/browser/visit.ts';
import { exportTexts } from '#tab/features/exports/exports.texts.ts';
import { chatTexts } from '#tab/features/chat/chat.texts.ts';
import { makePdf } from '#sandbox/documents/pdf.ts';

let app: TestApp;
let browser: Browser;
beforeAll(async () => {
  [app, browser] = await Promise.all([startApp({ bot: true }), openBrowser()]);
});
afterAll(async () => {
  await browser.close();
  await app.close();
});
afterEach(() => app.control('models', 'reset'));

const handbook = () =>
  makePdf([
    ['Northwind travel handbook', 'This page lists who to ask when the handbook leaves something open.'],
    ['Hotels', 'A night in a hotel is paid up to 140 euros in capital cities.', 'Breakfast may be added to the bill.'],
  ]);

async function openBesideBot(person: string): Promise<{ visit: Visit; bot: BotPane }> {
  const visit = await openVisit(browser, app, { person, chat: 'open' });
  const bot = new BotPane(visit.page);
  await bot.open();
  return { visit, bot };
}

describe('Ada, beside the bot', () => {
  let visit: Visit;
  let bot: BotPane;
  beforeAll(async () => {
    ({ visit, bot } = await openBesideBot('ada'));
  });
  afterAll(() => visit.close());

  it('asks the bot, continues the chat in the tab, and the bot knows the new messages', async () => {
    await bot.send('write 60 words about the summer budget');
    const answer = await bot.waitForAnswer('Summer Budget');
    await answer.getByText('AI generated').waitFor();

    await answer.getByRole('link', { name: 'Open in AVA' }).click();
    await visit.questions.filter({ hasText: 'write 60 words about the summer budget' }).waitFor();
    await visit.answers.filter({ hasText: 'Summer Budget' }).waitFor();

    await visit.ask('write 20 words about the lighthouse in Leith');
    await visit.waitForAnswer();
    await bot.send('write 20 words about tea');
    await bot.waitForAnswer(/tea/);

    const latest = (await listAnswerRequests(app)).at(-1);
    expect(getPromptText(latest)).toContain('the lighthouse in Leith');
    expect(getPromptText(latest)).toContain('the summer budget');
    await visit.page.reload();
    await visit.questions.filter({ hasText: 'write 20 words about tea' }).waitFor();
  });

  it('asks in a group: Ben reads the answer there but sees nothing of her personal chat', async () => {
    await bot.open('Budget round');
    await bot.send('@AVA write 20 words about lunch');
    await bot.waitForAnswer(/lunch/);

    await visit.page.getByLabel('Person').selectOption('Ben Okafor');
    await visit.waitUntilReady();
    await bot.open('Budget round');
    await bot.waitForAnswer(/lunch/);
    await bot.pane.getByRole('article', { name: 'Ada Moreau' }).getByText('write 20 words about lunch').waitFor();
    await bot.pane.getByRole('link', { name: 'Export in AVA' }).click();
    await visit.tab.getByText(chatTexts.linkedChatMissing).waitFor();
    await bot.open('AVA');
    expect(await bot.pane.getByText('summer budget').count()).toBe(0);
  });
});

it('Ben sends a file with his question and opens the citation at its page in the tab', async () => {
  const { visit, bot } = await openBesideBot('ben');
  await bot.attach('handbook.pdf', await handbook());
  await bot.pane.getByRole('button', { name: 'Remove handbook.pdf' }).waitFor();
  await bot.send('How much is paid for a night in a hotel in capital cities?');
  const answer = await bot.waitForAnswer('140 euros');

  const citation = answer.getByRole('button', { name: /^Reference 1: handbook\.pdf/ }).first();
  await citation.focus();
  await answer.getByRole('tooltip').first().getByText(/hotel/).waitFor();
  await citation.press('Enter');

  // Beside the chat the tab is narrow, so its workspace is a drawer.
  const workspace = visit.tab.getByRole('dialog', { name: 'Workspace' });
  await workspace.getByText('Page 2 of 2').waitFor();
  await workspace.getByText('A night in a hotel is paid up to 140 euros').first().waitFor();
  await visit.close();
});

it('Cleo stops a streaming answer and keeps its text', async () => {
  const { visit, bot } = await openBesideBot('cleo');
  await app.control('models', 'pace', { ms: 80, wordsPerDelta: 1 });
  await bot.send('write 300 words about moving the office');
  await bot.pane.locator('li.streaming').waitFor();

  await bot.stop.click();

  await bot.pane.getByText('You stopped this response.').waitFor();
  const { chats } = await app.as('cleo').call(getChats, { limit: 1 });
  await eventually(async () => {
    const chat = await app.as('cleo').call(getChat, { convo_id: chats[0]?.ConversationId ?? '' });
    expect(chat.Messages.at(-1)?.state.name).toBe('stopped');
  });
  await visit.close();
});

it('Dev, who has not consented yet, signs in with the card and gets his answer', async () => {
  await app.control('channel', 'signIn', { person: 'dev', how: 'consent' });
  const { visit, bot } = await openBesideBot('dev');
  await bot.send('write 20 words about desks');

  await bot.pane.getByRole('button', { name: 'Sign in', exact: true }).click();

  await bot.waitForAnswer(/desks/);
  expect(await bot.pane.getByRole('button', { name: 'Sign in', exact: true }).count()).toBe(0);
  await visit.close();
});

describe('Elif, beside the bot', () => {
  let visit: Visit;
  let bot: BotPane;
  beforeAll(async () => {
    ({ visit, bot } = await openBesideBot('elif'));
  });
  afterAll(() => visit.close());

  it('exports a long answer of the bot: its menu opens in the tab', async () => {
    await bot.send('write 900 words about the garden');
    const answer = await bot.waitForAnswer(/garden/);
    await answer.getByRole('link', { name: 'Export in AVA' }).click();
    const menu = visit.tab.getByRole('menu', { name: exportTexts.exportAnswer });
    await expectFocus(menu.getByRole('menuitem').first());
    await eventually(async () => {
      const button = await visit.tab.getByRole('button', { name: exportTexts.exportAnswer }).boundingBox();
      const list = await visit.tab.getByRole('region', { name: chatTexts.conversation }).boundingBox();
      expect(button?.y).toBeGreaterThan(list?.y ?? Infinity);
      expect(button?.y).toBeLessThan((list?.y ?? 0) + (list?.height ?? 0));
    });
    await visit.page.keyboard.press('ArrowDown');
    await visit.page.keyboard.press('Enter');
    await visit.tab.getByRole('dialog', { name: exportTexts.kinds.docx.title }).waitFor();
    await visit.page.keyboard.press('Escape');
    await visit.tab.getByRole('dialog').waitFor({ state: 'detached' });
  });

  it('sends feedback for an answer', async () => {
    await bot.send('write 60 words about ferns');
    const answer = await bot.waitForAnswer(/Ferns/);
    await answer.getByRole('button', { name: 'Dislike' }).click();
    await bot.page.keyboard.insertText('Too short');
    await answer.getByRole('button', { name: 'Submit' }).click();
    await answer.getByText('Thank you for your feedback.').waitFor();
  });
});

it('Elif continues a chat of the tab with the bot', async () => {
  const visit = await openVisit(browser, app, { person: 'elif' });
  await visit.ask('write 20 words about the harbour in Oban');
  await visit.waitForAnswer();
  await visit.history.locator('[data-title]').first().click({ button: 'right' });
  await visit.tab.getByRole('menuitem', { name: 'Continue in Teams chat' }).click();

  const bot = new BotPane(visit.page);
  await bot.sendDraft('continue ');
  await bot.waitForAnswer("Let's continue");
  await bot.send('write 20 words about boats');
  await bot.waitForAnswer(/boats/);
  expect(getPromptText((await listAnswerRequests(app)).at(-1))).toContain('the harbour in Oban');
  await visit.close();
});
