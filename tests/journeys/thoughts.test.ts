import type { Browser } from 'playwright-core';
import { exportTexts } from '#tab/features/exports/exports.texts.ts';
import { openBrowser } from '#tests/harness/browser/openBrowser.ts';
import { eventually } from '#tests/harness/eventually.ts';
import { startApp, type TestApp } from '#tests/harness/app/startApp.ts';
import { openVisit, type Visit } from '#tests/harness/browser/visit.ts';
import { startOver } from '#tests/pictures/actions.ts';
import { openExport } from '#tests/pictures/exportScenes.ts';

const MARKUP = '<img src="/thought.png" onerror="document.title = 1"> [a link](https://northwind.example)';
const THOUGHTS = `Which budget is meant? ${MARKUP} The one of vantablack.`;
const ANSWER = 'The budget is forty thousand.';

let app: TestApp;
let browser: Browser;
let ada: Visit;
beforeAll(async () => {
  [app, browser] = await Promise.all([startApp(), openBrowser()]);
  ada = await openVisit(browser, app);
});
afterAll(async () => {
  await browser.close();
  await app.close();
});
afterEach(async () => {
  await app.control('models', 'reset');
  await startOver(ada);
});

const think = (thoughts: string, ms: number) =>
  app.control('models', 'scenario', { name: 'script', thoughts, text: ANSWER, chunk: 12, ms, count: 1 });
const thinking = () => ada.answers.last().getByRole('button', { name: 'AVA is thinking...' });
const thoughts = (expanded: boolean) => ada.answers.last().getByRole('button', { name: 'Thoughts', expanded });
const region = () => ada.answers.last().getByRole('region', { name: 'Thoughts' });

/** @shows Save Text File As */
/** @shows Download TXT */
it('Ada watches the model think, finds its thoughts folded after a reload, and exports the answer without them', async () => {
  await think(THOUGHTS, 250);
  await ada.ask('How much is the budget?');
  await thinking().click();
  await region()
    .getByText(/^Which budget/)
    .waitFor();
  await ada.answers.last().getByText(ANSWER).waitFor();
  await ada.waitForAnswer();
  await thoughts(true).click();
  await region().waitFor({ state: 'detached' });

  await ada.page.reload();
  await ada.waitUntilReady();
  await thoughts(false).focus();
  await ada.page.keyboard.press('Enter');
  expect(await region().innerText()).toBe(THOUGHTS);
  expect(await region().locator('img, a').count()).toBe(0);
  await ada.page.keyboard.press('Tab');
  await region().and(ada.tab.locator(':focus')).waitFor();
  expect(await ada.findLayoutProblems()).toEqual([]);

  await openExport(ada, 'txt');
  const dialog = ada.tab.getByRole('dialog', { name: exportTexts.kinds.txt.title });
  await dialog.getByRole('textbox').fill('Budget');
  await dialog.getByRole('button', { name: exportTexts.kinds.txt.confirm }).click();
  await dialog.waitFor({ state: 'detached' });
  const address = (await ada.page.getByRole('link').last().getAttribute('href')) ?? '';
  const text = await (await fetch(address)).text();
  expect(text).toContain(ANSWER);
  expect(text).not.toContain('vantablack');
});

it('Ada stops a model that thinks for long, keeps its thoughts, and asks again; the new version has no thoughts', async () => {
  await think(THOUGHTS.repeat(50), 50);
  await ada.ask('repeat after me: forty');
  await thinking().click();
  await region()
    .getByText(/vantablack/)
    .waitFor();
  await ada.stop.click();
  await ada.answers.getByText('You stopped this answer.').waitFor();
  await thoughts(true).waitFor();
  await ada.answers.last().hover();
  await ada.tab.getByRole('button', { name: 'Regenerate' }).click();
  await ada.tab.getByRole('menuitem', { name: 'Try again' }).click();
  await ada.answers.filter({ hasText: 'forty' }).waitFor();
  await ada.waitForAnswer();
  expect(await thoughts(false).count()).toBe(0);
  await ada.answers.last().getByRole('button', { name: 'Previous version' }).click();
  await thoughts(false).waitFor();
});

it('a long wait is shown with its time, and Stop ends it', async () => {
  await ada.page.clock.install();
  await think(THOUGHTS.repeat(50), 200);
  await ada.ask('How much is the budget?');
  await thinking().waitFor();
  await ada.page.clock.fastForward(90_000);
  await eventually(async () =>
    expect(await ada.answers.last().innerText()).toMatch(/thinking\.\.\.\s*1 min [345]\d s/),
  );
  await ada.stop.click();
  await ada.answers.getByText('You stopped this answer.').waitFor();
});
