import type { Browser } from 'playwright-core';
import { makePdf } from '#sandbox/documents/pdf.ts';
import { startApp, type TestApp } from '#tests/harness/app/startApp.ts';
import { getWorkspace } from '#tests/harness/browser/knowledgeSearch.ts';
import { openBrowser } from '#tests/harness/browser/openBrowser.ts';
import { openVisit, type Visit } from '#tests/harness/browser/visit.ts';
import { makeLongReport } from '#tests/harness/longReport.ts';

const FACT = { page: 387, sentence: 'The harbor ferry Osterby carries thirty-seven bicycles.' };
const LOOKED_UP = 'This file is too long to send whole. AVA looks up what your question needs in it.';

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

it('Ada attaches a PDF of 500 pages, asks, reloads, and the citation opens the page', async () => {
  const buffer = Buffer.from(await makePdf(makeLongReport(500, [FACT])));
  await ada.tab
    .locator('input[type=file]')
    .first()
    .setInputFiles({ name: 'Stations.pdf', mimeType: 'application/pdf', buffer });
  const chip = ada.tab.getByRole('list', { name: 'Attached files' }).getByRole('listitem');
  await chip.getByText('Looked up').waitFor();
  await chip.getByRole('button', { name: /^Stations\.pdf/ }).hover();
  await ada.tab.getByRole('tooltip').getByText(LOOKED_UP).waitFor();
  const memory = ada.tab.getByRole('meter');
  expect(Number(await memory.getAttribute('aria-valuenow'))).toBeLessThan(5);

  await ada.ask('How many bicycles does the harbor ferry Osterby carry?');
  await ada.waitForAnswer();
  expect(await ada.answers.last().innerText()).toContain('thirty-seven bicycles');
  await ada.answers
    .last()
    .getByRole('button', { name: /^Search attached files Stations\.pdf/ })
    .waitFor();

  await ada.page.reload();
  await ada.answers.last().getByText('thirty-seven bicycles').first().waitFor();
  await ada.answers
    .last()
    .getByRole('button', { name: /^Source 1: Stations\.pdf/ })
    .first()
    .click();
  const page = getWorkspace(ada).getByRole('group', { name: 'Page 387 of 500' });
  await page.locator('mark').first().waitFor();
  await getWorkspace(ada).getByText(LOOKED_UP).waitFor();
  expect(await ada.findLayoutProblems()).toEqual([]);
});
