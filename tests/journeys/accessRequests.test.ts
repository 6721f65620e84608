import type { Browser } from 'playwright-core';
import { getPerson } from '#sandbox/people.ts';
import { makeFinanceCorpus } from '#tests/harness/client/corpora.ts';
import { startApp, type TestApp } from '#tests/harness/app/startApp.ts';
import { openKnowledgeSearch, selectFinance } from '#tests/harness/browser/knowledgeSearch.ts';
import { openBrowser } from '#tests/harness/browser/openBrowser.ts';

let app: TestApp;
let browser: Browser;
beforeAll(async () => {
  [app, browser] = await Promise.all([startApp({ features: { knowledgeSearch: true } }), openBrowser()]);
  await makeFinanceCorpus(app.as('ada'));
});
afterAll(async () => {
  await browser.close();
  await app.close();
});

it('Cleo asks for access to Finance, Ada, its owner, declines, and both see what became of it', async () => {
  const { displayName: name } = getPerson('cleo');
  const cleo = await openKnowledgeSearch(browser, app, 'cleo');
  await cleo.tab.getByRole('button', { name: 'Request access to Finance' }).click();
  await cleo.tab.getByText('The owners of Finance can see your request now.').waitFor();
  await cleo.tab.getByText('Requested', { exact: true }).waitFor();

  const ada = await openKnowledgeSearch(browser, app, 'ada');
  await selectFinance(ada);
  await ada.tab.getByRole('button', { name: '1 request for access' }).click();
  const insights = ada.tab.getByRole('dialog', { name: 'Insights of Finance' });
  await insights.getByText(name).waitFor();
  await insights.getByRole('button', { name: `Open permissions for ${name}` }).waitFor();
  await insights.getByRole('button', { name: `Decline the request of ${name}` }).click();
  await ada.tab.getByText(`AVA tells ${name} that the request was declined.`).waitFor();
  await insights.getByText('Nobody waits for access.').waitFor();
  await insights.getByRole('button', { name: 'Close' }).last().click();
  await ada.tab.getByRole('button', { name: '1 request for access' }).waitFor({ state: 'detached' });

  await cleo.page.reload();
  await cleo.tab.getByRole('tab', { name: 'Knowledge Search' }).click();
  await cleo.tab.getByText('Declined', { exact: true }).waitFor();
});
