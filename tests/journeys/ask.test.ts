import type { Browser } from 'playwright-core';
import { openBrowser } from '#tests/harness/browser/openBrowser.ts';
import { startApp, type TestApp } from '#tests/harness/app/startApp.ts';
import { openVisit, type Visit } from '#tests/harness/browser/visit.ts';
import { makePdf } from '#sandbox/documents/pdf.ts';

let app: TestApp;
let browser: Browser;
/** Ada's tests share one visit; each has its own chat. */
let ada: Visit;
beforeAll(async () => {
  [app, browser] = await Promise.all([startApp(), openBrowser()]);
  ada = await openVisit(browser, app);
});
afterAll(async () => {
  await browser.close();
  await app.close();
});

const handbook = () =>
  makePdf([
    ['Northwind travel handbook', 'This page lists who to ask when the handbook leaves something open.'],
    ['Hotels', 'A night in a hotel is paid up to 140 euros in capital cities.', 'Breakfast may be added to the bill.'],
    ['Trains', 'Journeys under four hours are made by train.', 'Seats are reserved by the travel desk.'],
  ]);

async function attach(name: string, bytes: Uint8Array): Promise<void> {
  const buffer = Buffer.from(bytes);
  await ada.tab.locator('input[type=file]').setInputFiles({ name, mimeType: 'application/pdf', buffer });
}

it('Ada asks, gets an answer and finds the chat with a generated title', async () => {
  await ada.startChat();
  await ada.ask('write 60 words about the summer budget');
  await ada.waitForAnswer();
  expect((await ada.answers.last().innerText()).split(/\s+/).length).toBeGreaterThan(40);
  await expect(ada.questions.last().innerText()).resolves.toContain('write 60 words about the summer budget');
  await ada.history.getByText(/^Write 60 words/).waitFor();
  expect(await ada.history.getByText('New Chat').count()).toBe(0);
});

it('Ada attaches a PDF, gets a citation of its page and opens it', async () => {
  await ada.startChat();
  await attach('handbook.pdf', await handbook());
  await ada.tab.getByText('Processed handbook.pdf successfully!').waitFor();
  await ada.ask('How much is paid for a night in a hotel in capital cities?');
  await ada.waitForAnswer();
  const answer = ada.answers.last();
  expect(await answer.innerText()).toContain('140 euros');
  const citation = answer.getByRole('button', { name: 'Source 1: handbook.pdf' }).first();
  await citation.hover();
  await ada.tab.getByText('page 2').first().waitFor();
  await citation.click();
  const workspace = ada.tab.getByRole('complementary', { name: 'Workspace' });
  await workspace.getByText('A night in a hotel is paid up to 140 euros').first().waitFor();
});

it('sample prompts fill the composer and attach their file; follow-up questions fill it too', async () => {
  await ada.startChat();
  await ada.tab.getByText('Summarize a file').click();
  await ada.tab.getByText('Processed Northwind Handbook.pdf successfully!').waitFor();
  await expect(ada.composer.innerText()).resolves.toContain('in five points');
  await ada.composer.click();
  await ada.page.keyboard.press('Enter');
  await ada.waitForAnswer();
  await ada.answers.last().getByText('Full-time staff have 28 days of annual leave').waitFor();
  const followUp = ada.tab.getByLabel('Follow-up questions').getByRole('button').first();
  const question = await followUp.innerText();
  await followUp.click();
  expect((await ada.composer.innerText()).trim()).toBe(question.trim());
});

it('a PDF that cannot be read shows the reason, and the draft is kept', async () => {
  await ada.startChat();
  await ada.composer.click();
  await ada.page.keyboard.insertText('What does it say?');
  await attach('broken.pdf', Buffer.from('%PDF-1.7 this is not a PDF at all'));
  await ada.tab
    .getByText(/Failed to process broken\.pdf\./)
    .first()
    .waitFor();
  expect(await ada.composer.innerText()).toContain('What does it say?');
});

it('a newcomer gets an answer with sources by one click, and is welcomed once', async () => {
  const greta = await openVisit(browser, app, { person: 'greta', newcomer: true });
  await greta.tab.getByRole('heading', { name: /^Welcome to AVA, / }).waitFor();
  await greta.tab.getByRole('button', { name: 'Try it: Summarize a file' }).click();
  await greta.waitForAnswer();
  await greta.answers.last().getByText('Full-time staff have 28 days of annual leave').waitFor();
  await greta.tab.getByRole('button', { name: 'New chat' }).first().click();
  await greta.tab.getByText('What can I help you with today?').waitFor();
  await greta.page.reload();
  await greta.tab
    .getByRole('article', { name: 'You' })
    .or(greta.tab.getByText('What can I help you with today?'))
    .first()
    .waitFor();
  expect(await greta.tab.getByRole('heading', { name: /^Welcome to AVA, / }).count()).toBe(0);
  await greta.close();
});
