import type { Browser } from 'playwright-core';
import { openKnowledgeSearch } from '#tests/harness/browser/knowledgeSearch.ts';
import { openBrowser } from '#tests/harness/browser/openBrowser.ts';
import type { Visit } from '#tests/harness/browser/visit.ts';
import { addFiles, listCrawledFiles, makeCorpus } from '#tests/harness/client/corpora.ts';
import { startApp, type TestApp } from '#tests/harness/app/startApp.ts';

const themes = ['default', 'dark', 'contrast'] as const;
const widths = [1280, 680, 400];

let app: TestApp;
let browser: Browser;
let ben: Visit;

beforeAll(async () => {
  [app, browser] = await Promise.all([startApp({ features: { knowledgeSearch: true } }), openBrowser()]);
  for (const [owner, name] of [
    ['ada', 'Finance'],
    ['ines', 'Travel'],
  ] as const) {
    const person = app.as(owner);
    const site = await makeCorpus(person, name, { description: `What ${name} writes.` });
    const files = await listCrawledFiles(person, site.SiteId);
    await addFiles(
      person,
      site,
      files.filter((file) => /^(Audit|Hotels)/.test(file.name)),
    );
  }
});
afterAll(async () => {
  await browser.close();
  await app.close();
});

const getCard = (name: RegExp) => ben.tab.getByRole('button', { name }).first();
const getBar = () => ben.tab.getByText('Currently searching in').locator('..');

async function findProblems(name: string): Promise<string[]> {
  const problems: string[] = [];
  for (const width of widths)
    for (const theme of themes) {
      await ben.page.setViewportSize({ width, height: 800 });
      await ben.chooseTheme(theme);
      problems.push(...(await ben.findLayoutProblems()).map((problem) => `${name}, ${width}, ${theme}: ${problem}`));
    }
  await ben.chooseTheme('default');
  await ben.page.setViewportSize({ width: 1280, height: 800 });
  return problems;
}

it('Ben finds all of his sites first, and can choose several or all in every width and theme', async () => {
  ben = await openKnowledgeSearch(browser, app, 'ben');
  const cards = ben.tab.getByRole('list', { name: 'Sites' }).getByRole('button');
  await cards.first().waitFor();
  expect(await cards.first().innerText()).toContain('All my sites');
  await getCard(/^Finance/).click();
  await getCard(/^Travel/).click();
  expect(await getBar().innerText()).toMatch(/Finance\s*,\s*Travel/);
  expect(await findProblems('two sites')).toEqual([]);
  await getCard(/^All my sites/).click();
  expect(await getBar().innerText()).toContain('All my sites');
  expect(await getCard(/^Finance/).getAttribute('aria-pressed')).toBe('false');
  expect(await findProblems('all sites')).toEqual([]);
}, 180_000);

it('asks all of them: a row names what was searched, and the choice stays after a reload', async () => {
  await ben.ask('How often should travel advances be settled?');
  await ben.waitForAnswer();
  const row = ben.answers.last().getByRole('list', { name: 'What AVA looked up' }).getByRole('listitem').first();
  expect(await row.innerText()).toMatch(/Search sites[\s\S]*All my sites/);
  await ben.page.reload();
  await ben.tab.getByRole('tab', { name: 'Knowledge Search' }).click();
  await getBar().getByText('All my sites').waitFor();
});

it('opens what a look-up found, after a reload and on a second device as well', async () => {
  const openRow = async (visit: Visit) => {
    const list = visit.answers.last().getByRole('list', { name: 'What AVA looked up' });
    await list.getByRole('button', { name: /^Search sites All my sites/ }).click();
    const results = list.getByRole('list', { name: 'Results' });
    await results.waitFor();
    return results.innerText();
  };
  const found = await openRow(ben);
  expect(found).toMatch(/\.(?:pdf|docx)/);
  await ben.page.reload();
  await ben.tab.getByRole('tab', { name: 'Knowledge Search' }).click();
  expect(await openRow(ben)).toBe(found);
  expect(await ben.findLayoutProblems()).toEqual([]);
  const laptop = await openKnowledgeSearch(browser, app, 'ben');
  await laptop.history.getByRole('button').first().click();
  expect(await openRow(laptop)).toBe(found);
  await laptop.tab.getByText('Currently searching in').locator('..').getByText('All my sites').waitFor();
  await laptop.close();
}, 180_000);

it('narrows the next question to the site that the answer came from, and widens it again', async () => {
  const narrow = ben.answers.last().getByRole('button', { name: 'Search only Finance' });
  await narrow.waitFor();
  expect(await findProblems('an answer from all sites')).toEqual([]);
  await narrow.click();
  await getBar().getByRole('button', { name: 'Finance' }).waitFor();
  await ben.ask('How large were open travel advances at the end of 2025?');
  await ben.waitForAnswer();
  expect(await ben.answers.last().getByRole('list', { name: 'What AVA looked up' }).count()).toBe(0);
  const change = getBar().getByRole('button', { name: 'Change the sites' });
  const getItem = (name: string) => ben.tab.getByRole('menuitemcheckbox', { name });
  await change.click();
  await getItem('Travel').click();
  await getBar().getByRole('button', { name: 'Travel' }).waitFor();
  expect(await getBar().innerText()).toMatch(/Finance\s*,\s*Travel/);
  expect(await findProblems('the menu of sites')).toEqual([]);
  await getItem('All my sites').click();
  await getBar().getByText('All my sites').waitFor();
  expect(await getItem('Travel').getAttribute('aria-checked')).toBe('false');
  await ben.page.keyboard.press('Escape');
  await getItem('Travel').waitFor({ state: 'detached' });
}, 180_000);
