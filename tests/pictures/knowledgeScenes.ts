import { BotPane } from '../harness/browser/botPane.ts';
import { addFiles, listCrawledFiles, makeCorpus } from '../harness/client/corpora.ts';
import type { TestApp } from '../harness/app/startApp.ts';
import type { Visit } from '../harness/browser/visit.ts';
import type { Scene } from './scenes.ts';

const READ = ['Audit Letter 2025.pdf', 'Audit Findings 2025.docx', 'Payroll Calendar 2027.txt'];
const made = new WeakMap<TestApp, Promise<unknown>>();

/** Finance as a corpus of three files, made once for all pictures. */
function financeIsThere(app: TestApp): Promise<unknown> {
  const known = made.get(app) ?? makeFinance(app);
  made.set(app, known);
  return known;
}

async function makeFinance(app: TestApp): Promise<void> {
  const ada = app.as('ada');
  const site = await makeCorpus(ada, 'Finance', { description: 'Budgets, audits and travel.' });
  const files = await listCrawledFiles(ada, site.SiteId);
  await addFiles(
    ada,
    site,
    files.filter(({ name }) => READ.includes(name)),
  );
}

async function openSearch(here: Visit, app: TestApp): Promise<void> {
  await financeIsThere(app);
  await here.tab.getByRole('tab', { name: 'Knowledge Search' }).click();
  await finance(here).waitFor();
}

const finance = (here: Visit) => here.tab.getByRole('button', { name: /^Finance/ }).first();

async function askFinance(here: Visit, app: TestApp): Promise<void> {
  await openSearch(here, app);
  await finance(here).click();
  await here.ask('How often should travel advances be settled?');
  await here.answered();
}

export const knowledgeScenes: Record<string, Scene> = {
  searchChoose: { act: openSearch },
  searchAnswer: { act: askFinance },
  searchSource: {
    act: async (here, app) => {
      await askFinance(here, app);
      await here.answers
        .last()
        .getByRole('button', { name: /^Source \d+: Audit Letter/ })
        .first()
        .click();
      await here.tab.locator('mark').first().waitFor();
    },
  },
  createCorpus: {
    act: async (here, app) => {
      await openSearch(here, app);
      await here.tab.getByRole('button', { name: 'Create a new one' }).click();
      await here.tab.getByText('Step 1 of 3').waitFor();
    },
  },
  botSites: {
    shows: '.stage',
    act: async (here, app) => {
      await financeIsThere(app);
      const bot = new BotPane(here.page);
      await bot.open();
      await bot.say('search');
      await bot.answers.last().getByRole('button', { name: 'Choose' }).waitFor();
    },
  },
};
