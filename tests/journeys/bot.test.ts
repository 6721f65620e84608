import type { Browser } from 'playwright-core';
import { getChat, getChats } from '../../api/contract/chat.ts';
import { BotPane } from '../harness/browser/botPane.ts';
import { openBrowser } from '../harness/browser/openBrowser.ts';
import { eventually } from '../harness/eventually.ts';
import { listAnswerRequests, getPromptText } from '../harness/app/modelRequests.ts';
import { startApp, type TestApp } from '../harness/app/startApp.ts';
import { openVisit, type Visit } from '../harness/browser/visit.ts';
import { makePdf } from '../../env/sandbox/documents/pdf.ts';

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

async function beside(person: string): Promise<{ here: Visit; bot: BotPane }> {
  const here = await openVisit(browser, app, { person, chat: 'open' });
  const bot = new BotPane(here.page);
  await bot.open();
  return { here, bot };
}

it('Ada asks the bot, continues the chat in the tab, and the bot knows the new messages', async () => {
  const { here, bot } = await beside('ada');
  await bot.say('write 60 words about the summer budget');
  const answer = await bot.answered('Summer Budget');
  await answer.getByText('AI generated').waitFor();

  await answer.getByRole('link', { name: 'Open in AVA' }).click();
  await here.questions.filter({ hasText: 'write 60 words about the summer budget' }).waitFor();
  await here.answers.filter({ hasText: 'Summer Budget' }).waitFor();

  await here.ask('write 20 words about the lighthouse in Leith');
  await here.answered();
  await bot.say('write 20 words about tea');
  await bot.answered(/tea/);

  const latest = (await listAnswerRequests(app)).at(-1);
  expect(getPromptText(latest)).toContain('the lighthouse in Leith');
  expect(getPromptText(latest)).toContain('the summer budget');
  await here.page.reload();
  await here.questions.filter({ hasText: 'write 20 words about tea' }).waitFor();
  await here.close();
});

it('Elif continues a chat of the tab with the bot', async () => {
  const here = await openVisit(browser, app, { person: 'elif' });
  await here.ask('write 20 words about the harbour in Oban');
  await here.answered();
  await here.history.locator('[data-title]').first().click({ button: 'right' });
  await here.tab.getByRole('menuitem', { name: 'Continue in Teams chat' }).click();

  const bot = new BotPane(here.page);
  await bot.sendWhatStands('continue ');
  await bot.answered('We go on with');
  await bot.say('write 20 words about boats');
  await bot.answered(/boats/);
  expect(getPromptText((await listAnswerRequests(app)).at(-1))).toContain('the harbour in Oban');
  await here.close();
});

it('Ben sends a file with his question and opens the citation at its page in the tab', async () => {
  const { here, bot } = await beside('ben');
  await bot.attach('handbook.pdf', await handbook());
  await bot.pane.getByRole('button', { name: 'Remove handbook.pdf' }).waitFor();
  await bot.say('How much is paid for a night in a hotel in capital cities?');
  const answer = await bot.answered('140 euros');

  const mark = answer.getByRole('button', { name: /^Reference 1: handbook\.pdf/ }).first();
  await mark.focus();
  await answer.getByRole('tooltip').first().getByText(/hotel/).waitFor();
  await mark.press('Enter');

  // Beside the chat the tab is narrow, and its workspace a drawer.
  const workspace = here.tab.getByRole('dialog', { name: 'Workspace' });
  await workspace.getByText('Page 2 of 2').waitFor();
  await workspace.getByText('A night in a hotel is paid up to 140 euros').first().waitFor();
  await here.close();
});

it('Cleo stops a streaming answer and keeps its text', async () => {
  const { here, bot } = await beside('cleo');
  await app.control('models', 'pace', { ms: 80, wordsPerDelta: 1 });
  await bot.say('write 300 words about moving the office');
  await bot.pane.locator('li.streaming').waitFor({ timeout: 30_000 });

  await bot.stop.click();

  await bot.pane.getByText('You stopped this response.').waitFor();
  const { chats } = await app.as('cleo').call(getChats, { limit: 1 });
  await eventually(
    async () => {
      const chat = await app.as('cleo').call(getChat, { convo_id: chats[0]?.ConversationId ?? '' });
      expect(chat.Messages.at(-1)?.state.name).toBe('stopped');
    },
    { withinMs: 15_000 },
  );
  await here.close();
});

it('Dev, who has not consented yet, signs in with the card and gets his answer', async () => {
  await app.control('channel', 'signIn', { person: 'dev', how: 'consent' });
  const { here, bot } = await beside('dev');
  await bot.say('write 20 words about desks');

  await bot.pane.getByRole('button', { name: 'Sign in', exact: true }).click();

  await bot.answered(/desks/);
  expect(await bot.pane.getByRole('button', { name: 'Sign in', exact: true }).count()).toBe(0);
  await here.close();
});

it('Ada asks in a group: Ben reads the answer there but sees nothing of her personal chat', async () => {
  const { here, bot } = await beside('ada');
  await bot.open('Budget round');
  await bot.say('@AVA write 20 words about lunch');
  await bot.answered(/lunch/);

  await here.page.getByLabel('Person').selectOption('Ben Okafor');
  await here.ready();
  await bot.open('Budget round');
  await bot.answered(/lunch/);
  await bot.pane.getByRole('article', { name: 'Ada Moreau' }).getByText('write 20 words about lunch').waitFor();
  await bot.open('AVA');
  expect(await bot.pane.getByText('summer budget').count()).toBe(0);
  await here.close();
});

it('Elif sends feedback for an answer', async () => {
  const { here, bot } = await beside('elif');
  await bot.say('write 60 words about ferns');
  const answer = await bot.answered(/Ferns/);
  await answer.getByRole('button', { name: 'Dislike' }).click();
  await bot.page.keyboard.insertText('Too short');
  await answer.getByRole('button', { name: 'Submit' }).click();
  await answer.getByText('Thank you for your feedback.').waitFor();
  await here.close();
});
