import { BotPane } from '#tests/harness/browser/botPane.ts';
import { addFiles, listCrawledFiles, makeCorpus } from '#tests/harness/client/corpora.ts';
import { uploadSiteFile } from '#contract/sites/corpusFiles.ts';
import type { Site } from '#contract/sites/sites.ts';
import { makePartlyReadDocx } from '#tests/harness/partlyReadDocx.ts';
import type { TestApp } from '#tests/harness/app/startApp.ts';
import type { Visit } from '#tests/harness/browser/visit.ts';
import type { Scene } from './scenes.ts';

const CORPUS_FILES = ['Audit Letter 2025.pdf', 'Audit Findings 2025.docx', 'Payroll Calendar 2027.txt'];
const corpora = new WeakMap<TestApp, Promise<Site>>();

/** Creates the corpus of Finance with four files, one of them partly read, once for all pictures. */
export function ensureFinance(app: TestApp): Promise<Site> {
  const corpus = corpora.get(app) ?? makeFinance(app);
  corpora.set(app, corpus);
  return corpus;
}

async function makeFinance(app: TestApp): Promise<Site> {
  const ada = app.as('ada');
  const site = await makeCorpus(ada, 'Finance', { description: 'Budgets, audits and travel.' });
  const files = await listCrawledFiles(ada, site.SiteId);
  const bytes = new Uint8Array(await makePartlyReadDocx('The harbor clinic had 812 visits.'));
  const uploaded = await ada.upload(
    uploadSiteFile,
    { site_id: site.SiteId },
    new File([bytes], 'Visits of clinics.docx'),
  );
  await addFiles(ada, site, [
    ...files.filter(({ name }) => CORPUS_FILES.includes(name)),
    { id: uploaded.datasource_id, name: uploaded.name, webUrl: uploaded.link },
  ]);
  return site;
}

async function openSearch(visit: Visit, app: TestApp): Promise<void> {
  await ensureFinance(app);
  await visit.tab.getByRole('tab', { name: 'Knowledge Search' }).click();
  await visit.page.keyboard.press('Control+k');
  await getFinanceChip(visit).waitFor();
}

const getFinanceChip = (visit: Visit) => visit.tab.getByRole('button', { name: /^Finance/ }).first();

/** Chooses Finance, unless it is already chosen as the site that was used last: a click would then clear it. */
async function chooseFinance(visit: Visit): Promise<void> {
  if ((await getFinanceChip(visit).getAttribute('aria-pressed')) !== 'true') await getFinanceChip(visit).click();
}

async function askFinance(visit: Visit): Promise<void> {
  await visit.ask('How often should travel advances be settled?');
  await visit.waitForAnswer();
}

export const knowledgeScenes: Record<string, Scene> = {
  searchChoose: { act: openSearch },
  createCorpus: {
    after: 'searchChoose',
    act: async (visit) => {
      await visit.tab.getByRole('button', { name: 'Create a new one' }).click();
      await visit.tab.getByText('Step 1 of 3').waitFor();
    },
  },
  searchChosen: { after: 'searchChoose', act: chooseFinance },
  filesDialog: {
    after: 'searchChosen',
    act: async (visit) => {
      await visit.tab.getByRole('button', { name: 'Manage files' }).click();
      await visit.tab
        .getByRole('checkbox', { name: /^Select Budget/ })
        .first()
        .waitFor();
    },
  },
  removeFiles: {
    after: 'searchChosen',
    act: async (visit) => {
      await visit.tab.getByRole('button', { name: 'Manage files' }).click();
      await visit.tab.getByRole('tab', { name: 'Remove' }).click();
      await visit.tab
        .getByRole('checkbox', { name: /^Select / })
        .first()
        .check();
    },
  },
  editSite: {
    after: 'searchChosen',
    act: async (visit) => {
      await visit.tab.getByRole('button', { name: 'Edit site details' }).click();
      await visit.tab.getByRole('textbox', { name: 'Description' }).waitFor();
    },
  },
  siteInsights: {
    after: 'searchChosen',
    act: async (visit) => {
      await visit.tab.getByRole('button', { name: 'Site insights' }).click();
      await visit.tab.getByText('Every file of this corpus could be read.').waitFor();
    },
  },
  searchAnswer: { after: 'searchChosen', act: askFinance },
  searchSource: {
    after: 'searchAnswer',
    act: async (visit) => {
      await visit.answers
        .last()
        .getByRole('button', { name: /^Source \d+: Audit Letter/ })
        .first()
        .click();
      await visit.tab.locator('mark').first().waitFor();
    },
  },
  botSites: {
    area: '.stage',
    act: async (visit, app) => {
      await ensureFinance(app);
      const bot = new BotPane(visit.page);
      await bot.open();
      await bot.send('search');
      await bot.answers.last().getByRole('button', { name: 'Choose' }).waitFor();
    },
  },
};
