import type { Browser } from 'playwright-core';
import { makeWorkbook } from '#sandbox/documents/workbook.ts';
import { openBrowser } from '#tests/harness/browser/openBrowser.ts';
import { openVisit, type Visit } from '#tests/harness/browser/visit.ts';
import { makeJourneys } from '#tests/harness/client/journeysTable.ts';
import { startApp, type TestApp } from '#tests/harness/app/startApp.ts';

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

const { rows, totals } = makeJourneys();
const SQL = 'select Department, sum(Euros) as total from Travel group by Department order by Department';

/** The answer of a model: the result as a table and as a chart. */
const ANSWER = [
  'Each department travelled:',
  [
    '| Department | Euros |',
    '| --- | --: |',
    ...totals.map(([department, euros]) => `| ${department} | ${euros} [RESULT] |`),
  ].join('\n'),
  [
    '```mermaid',
    'xychart-beta',
    '  title "Travel by department"',
    `  x-axis [${totals.map(([department]) => department).join(', ')}]`,
    '  y-axis "Euros" 0 --> 30000',
    `  bar [${totals.map(([, euros]) => euros).join(', ')}]`,
    '```',
  ].join('\n'),
].join('\n\n');

async function script(round: object[], text = '', match = 'each department'): Promise<void> {
  const rawCalls = round.map((args) => ({ name: 'query_table', arguments: JSON.stringify(args) }));
  await app.control('models', 'scenario', { name: 'script', text, rawCalls, count: 1, match });
}

it('Ada asks for the total by department of 2,000 rows: the answer has a table, a chart, the statement and the range', async () => {
  const workbook = makeWorkbook([{ name: 'Travel', rows: [['Day', 'Department', 'Euros'], ...rows] }]);
  await ada.tab
    .locator('input[type=file]')
    .first()
    .setInputFiles({
      name: 'Travel.xlsx',
      mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      buffer: Buffer.from(workbook),
    });
  await ada.tab
    .getByText(/^Processed /)
    .first()
    .waitFor({ state: 'attached' });
  await script([{ passage: 1 }]);
  await script([{ passage: 1, sql: SQL }]);
  // The result is the passage after the 41 of the file and its description.
  await script([], ANSWER.replaceAll('RESULT', '43'));
  await ada.ask('What did each department spend on travel?');
  await ada.waitForAnswer();

  const answer = ada.answers.last();
  const table = answer.getByRole('table').first();
  for (const [department, euros] of totals)
    expect((await table.innerText()).replace(/\s+/g, ' ')).toContain(`${department} ${euros}`);
  await answer.getByRole('img', { name: 'Diagram' }).waitFor();

  const row = answer.getByRole('button', { name: /^Calculate Travel\.xlsx · select .* 4 rows$/ });
  await row.click();
  const result = answer.getByRole('list', { name: 'Results' });
  await result.getByText('sheet Travel, B2:C2001').waitFor();
  expect(await answer.getByText(`Travel.xlsx · ${SQL}`).count()).toBeGreaterThan(0);
  expect(await result.getByRole('row').count()).toBe(1 + totals.length);

  await result.getByRole('button', { name: 'Open Travel.xlsx' }).click();
  await ada.tab.getByText('The answer was calculated over sheet Travel, B2:C2001.').waitFor();
  await ada.tab.getByRole('table', { name: 'Sheet Travel, A1:C50' }).waitFor();
});
