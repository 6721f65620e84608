import type { Browser } from 'playwright-core';
import { openKnowledgeSearch } from '#tests/harness/browser/knowledgeSearch.ts';
import { openBrowser } from '#tests/harness/browser/openBrowser.ts';
import type { Visit } from '#tests/harness/browser/visit.ts';
import { fillCorpus } from '#tests/harness/client/corpora.ts';
import { startApp, type TestApp } from '#tests/harness/app/startApp.ts';

let app: TestApp;
let browser: Browser;
let ben: Visit;
let phone: Visit;

beforeAll(async () => {
  [app, browser] = await Promise.all([startApp({ features: { knowledgeSearch: true } }), openBrowser()]);
  await fillCorpus(app.as('ada'), 'Finance', (name) => name.startsWith('Audit'));
  await fillCorpus(app.as('ines'), 'Travel', (name) => name.startsWith('Hotels'));
  ben = await openKnowledgeSearch(browser, app, 'ben');
});
afterAll(async () => {
  await browser.close();
  await app.close();
});

const QUESTION = 'Who audits the books, what do they ask for, and where do they stay in Merrow?';
/** Takes minutes to write, so that the answer is stopped while it is written. */
const ANSWER = `Hollis and Rowe audit the books [1]. ${'They stay near the station. '.repeat(2_000)}`;
const hops = [
  ['search', { queries: ['auditors Hollis and Rowe'] }],
  ['open', { passage: 1 }],
  ['search', { queries: ['hotel in Merrow'], sites: ['Travel'] }],
] as const;

const say = (reply: object) => app.control('models', 'scenario', { name: 'script', text: '', count: 1, ...reply });
const getRows = (visit: Visit) => visit.answers.last().getByRole('list', { name: 'What AVA looked up' });
const listRows = async (visit: Visit) =>
  (await getRows(visit).getByRole('listitem').allInnerTexts()).map((row) => row.replace(/\s+/g, ' ').trim());

/** Opens the row of the last hop and returns what it found; closes it again. */
async function readLastHop(visit: Visit): Promise<string> {
  const row = getRows(visit).getByRole('button', { name: /^Search files hotel in Merrow/ });
  await row.click();
  const results = getRows(visit).getByRole('list', { name: 'Results' });
  await results.getByText('Hotels We Like.pdf').first().waitFor();
  const text = await results.innerText();
  await row.click();
  return text;
}

async function reload(visit: Visit): Promise<void> {
  await visit.page.reload();
  await visit.tab.getByRole('tab', { name: 'Knowledge Search' }).click();
  await getRows(visit).waitFor();
}

it('Ben asks all of his sites a question of three hops, and sees each look before the answer ends', async () => {
  await ben.tab
    .getByRole('button', { name: /^All my sites/ })
    .first()
    .click();
  await say({ text: '{"queries": ["auditors"]}', match: '</question>' });
  for (const [name, args] of hops)
    await say({ rawCalls: [{ name, arguments: JSON.stringify(args) }], match: 'Who audits' });
  await say({ text: ANSWER, ms: 40, match: 'Who audits' });
  await ben.ask(QUESTION);
  await getRows(ben)
    .getByRole('button', { name: /^Search files hotel in Merrow · Travel/ })
    .waitFor();
  await ben.answers.last().getByText('They stay near the station.').first().waitFor();
  await ben.stop.waitFor();
  expect(await listRows(ben)).toEqual([
    expect.stringMatching(/^Search sites All my sites /),
    expect.stringMatching(/^Search files auditors Hollis and Rowe /),
    expect.stringMatching(/^Open a file Audit /),
    expect.stringMatching(/^Search files hotel in Merrow · Travel /),
  ]);
}, 180_000);

it('finds the looks after a reload and on his phone while the answer is written, and stops it there', async () => {
  const rows = await listRows(ben);
  const found = await readLastHop(ben);
  await reload(ben);
  await ben.stop.waitFor();
  expect(await listRows(ben)).toEqual(rows);
  expect(await readLastHop(ben)).toBe(found);

  phone = await openKnowledgeSearch(browser, app, 'ben');
  await phone.page.setViewportSize({ width: 400, height: 800 });
  await phone.tab.getByRole('button', { name: 'Show history' }).click();
  await phone.history.getByRole('button').first().click();
  await getRows(phone).waitFor();
  expect(await listRows(phone)).toEqual(rows);
  expect(await readLastHop(phone)).toBe(found);
  expect(await phone.findLayoutProblems()).toEqual([]);
  await phone.stop.click();
  for (const visit of [phone, ben]) await visit.answers.last().getByText('You stopped this answer.').waitFor();
}, 180_000);

it('continues the stopped answer after another reload; its looks and its source stay, on both devices', async () => {
  const rows = await listRows(ben);
  await app.control('models', 'reset');
  await say({ text: 'That is all.', match: 'Continue your last answer' });
  await reload(ben);
  await ben.tab.getByRole('button', { name: 'Continue', exact: true }).click();
  await ben.answers.last().getByText('That is all.').waitFor();
  await ben.waitForAnswer();
  await reload(phone);
  for (const visit of [ben, phone]) {
    await visit.answers.last().getByText('That is all.').waitFor();
    expect(await listRows(visit)).toEqual(rows);
    await visit.answers
      .last()
      .getByRole('button', { name: /^Source 1: Audit/ })
      .first()
      .waitFor();
  }
  await phone.close();
}, 180_000);
