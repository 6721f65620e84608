import type { Browser } from 'playwright-core';
import { moveFocusTo, pressKeys } from '#tests/harness/browser/keyboard.ts';
import { getWorkspace, openKnowledgeSearch, selectFinance } from '#tests/harness/browser/knowledgeSearch.ts';
import { openBrowser } from '#tests/harness/browser/openBrowser.ts';
import { startApp, type TestApp } from '#tests/harness/app/startApp.ts';
import type { Visit } from '#tests/harness/browser/visit.ts';

/** Time limit for the extraction and embedding of some files. */
const LONG_MS = 120_000;
const READABLE = ['Audit Letter 2025.pdf', 'Audit Findings 2025.docx', 'Payroll Calendar 2027.txt'];
const UNREADABLE = ['Bank Vault Codes.pdf', 'Signed Audit Certificate.pdf'];

let app: TestApp;
let browser: Browser;
let ada: Visit;
let ben: Visit;
beforeAll(async () => {
  [app, browser] = await Promise.all([startApp({ features: { knowledgeSearch: true } }), openBrowser()]);
});
afterAll(async () => {
  await browser.close();
  await app.close();
});

const getOverlay = (visit: Visit) =>
  visit.tab.getByRole('status').filter({ hasText: 'Select a site above to search with AVA.' });

/** @shows Create Corpus + Add Files */
it(
  'Ada makes Finance searchable: she sees the progress of its files and the names of failed ones',
  async () => {
    ada = await openKnowledgeSearch(browser, app, 'ada');
    await ada.tab.getByText('Knowledge Search has not yet been configured for your organization').waitFor();
    await ada.tab.getByRole('button', { name: 'Create a new one' }).click();
    await ada.tab.getByRole('button', { name: 'Create Corpus + Add Files' }).click();
    await ada.tab.getByText('Please select a site and a library').waitFor();
    await ada.tab.getByRole('combobox', { name: /^Site/ }).click();
    await ada.tab.getByRole('option', { name: 'Finance' }).click();
    await ada.tab.getByRole('combobox', { name: /^Library or list/ }).click();
    await ada.tab.getByRole('option', { name: 'Documents', exact: true }).click();
    await ada.tab.getByRole('textbox', { name: 'Description' }).fill('Budgets, audits and travel.');
    await ada.tab.getByRole('button', { name: 'Create Corpus + Add Files' }).click();
    await ada.tab.getByText('Corpus for site Finance created successfully!').waitFor();

    const boxes = ada.tab.getByRole('checkbox', { name: /^Select (?!all)/ });
    await boxes.nth(29).waitFor();
    expect(await boxes.count()).toBe(30);
    for (const name of [...READABLE, ...UNREADABLE])
      await ada.tab.getByRole('checkbox', { name: `Select ${name}` }).check({ force: true });
    await ada.tab.getByText('5 files selected').waitFor();
    await ada.tab.getByRole('button', { name: 'Add Files to Corpus' }).click();
    await ada.tab.getByText(/^Processing 5 files\.\.\. \d+%$/).waitFor();
    expect(await ada.tab.getByRole('button', { name: 'Finish' }).isDisabled()).toBe(true);

    const failures = ada.tab.getByText(/^The following files failed to process:/);
    await failures.waitFor({ timeout: LONG_MS });
    expect((await failures.innerText()).split('\n').slice(1).toSorted()).toEqual(UNREADABLE);
    const progress = ada.tab.getByRole('list', { name: 'Progress of the files' });
    await expect(progress.innerText()).resolves.toContain('The file is protected with a password.');
    await ada.tab.getByRole('button', { name: 'Finish' }).click();
    await ada.tab.getByRole('heading', { name: 'Congratulations!' }).waitFor();
    await ada.tab.getByRole('button', { name: 'Start searching' }).click();
    await ada.tab.getByText('Currently searching in').waitFor();
  },
  LONG_MS + 60_000,
);

it('Ben asks and opens the citation at its page with the passage highlighted', async () => {
  ben = await openKnowledgeSearch(browser, app, 'ben');
  await getOverlay(ben).waitFor();
  await selectFinance(ben);
  await ben.ask('In which month were two invoices of 2025 booked wrongly, according to the auditors?');
  await ben.waitForAnswer();
  const citation = ben.answers.last().getByRole('button', { name: /^Source \d+: Audit Letter 2025\.pdf/ });
  await citation.first().click();
  const page = getWorkspace(ben).getByRole('group', { name: 'Page 2 of 2' });
  const passage = page.locator('mark').first();
  await passage.waitFor();
  expect(
    await page
      .locator('mark')
      .allInnerTexts()
      .then((texts) => texts.join(' ')),
  ).toContain('invoices of 2025');
  const [box, view] = await Promise.all([passage.boundingBox(), getWorkspace(ben).boundingBox()]);
  expect(box && view && box.y > view.y && box.y < view.y + view.height).toBe(true);
});

it('a DOCX opens as it looks in Word, at the cited passage', async () => {
  await ben.ask('How large were open travel advances at the end of 2025?');
  await ben.waitForAnswer();
  await ben.answers
    .last()
    .getByRole('button', { name: /^Source \d+: Audit Findings 2025\.docx/ })
    .first()
    .click();
  const viewer = getWorkspace(ben);
  await viewer.locator('mark').filter({ hasText: '7,300 crowns' }).first().waitFor();
  await viewer.getByText('Travel advances', { exact: true }).waitFor();
});

it('Ben sees each look-up of the model as a row, and opens one with its results', async () => {
  const script = (reply: object) => app.control('models', 'scenario', { name: 'script', text: '', count: 1, ...reply });
  const question = 'Which day in December, and who audits?';
  await script({ text: '{"queries": ["payroll December"]}', match: '</question>' });
  const looks = [
    ['search', { queries: ['auditors of the books', 'Hollis and Rowe'] }],
    ['open', { passage: 1 }],
    ['list', { kind: 'pdf' }],
  ];
  const rawCalls = looks.map(([name, args]) => ({ name, arguments: JSON.stringify(args) }));
  await script({ rawCalls, match: question });
  await script({ text: 'Wages are paid in December on the 18th [1].', match: question });
  await ben.ask(question);
  await ben.waitForAnswer();
  const rows = () => ben.answers.last().getByRole('list', { name: 'What AVA looked up' }).getByRole('listitem');
  const search = () => rows().getByRole('button', { name: /^Search files auditors of the books; Hollis and Rowe/ });
  expect(await rows().count()).toBe(3);
  await search().click();
  await rows().getByRole('button', { name: 'Open Audit Findings 2025.docx' }).first().waitFor();
  await rows()
    .getByRole('button', { name: /^List files pdf 1 result/ })
    .waitFor();
  expect(await ben.findLayoutProblems()).toEqual([]);
  await ben.answers.last().getByText('Wages are paid in December on the 18th').waitFor();
});

it('Ben mentions Finance in Chat and gets an answer from its files', async () => {
  await ben.tab.getByRole('tab', { name: 'Chat', exact: true }).click();
  await ben.composer.click();
  await ben.page.keyboard.type('@fin');
  await ben.tab.getByRole('option', { name: /^Finance/ }).click();
  await ben.page.keyboard.insertText('When are wages paid in December?');
  await ben.page.keyboard.press('Enter');
  await ben.waitForAnswer();
  await ben.answers
    .last()
    .getByRole('button', { name: /^Source \d+: Payroll Calendar 2027\.txt/ })
    .first()
    .waitFor();
});

/** @shows Knowledge Search */
it('Ada creates a corpus for the board’s site with only the keyboard', async () => {
  const { tab, page } = ada;
  const button = (name: string | RegExp) => tab.getByRole('button', { name });
  await tab.getByRole('tab', { name: 'Chat', exact: true }).click();
  await moveFocusTo(ada, ada.composer);
  await moveFocusTo(ada, tab.getByRole('tab', { name: 'Chat', exact: true }), 'Shift+Tab');
  await moveFocusTo(ada, tab.getByRole('tab', { name: 'Knowledge Search' }), 'ArrowRight');
  await pressKeys(ada, 'Enter');
  await moveFocusTo(ada, button('Create a new one'));
  await pressKeys(ada, 'Enter');
  const dialog = tab.getByRole('alertdialog', { name: 'Create Corpus' });
  await moveFocusTo(ada, dialog.getByRole('combobox', { name: /^Site/ }));
  // Waits for the results, because the list before the search contains the site too and is then replaced.
  const found = page.waitForResponse(/[?&]search=board/);
  await page.keyboard.type('board');
  await found;
  await tab.getByRole('option', { name: 'Board Minutes' }).waitFor();
  await pressKeys(ada, 'ArrowDown', 'Enter');
  await moveFocusTo(ada, dialog.getByRole('combobox', { name: /^Library or list/ }));
  await pressKeys(ada, 'Enter');
  await tab.getByRole('option', { name: 'Documents', exact: true }).waitFor();
  await pressKeys(ada, 'Enter');
  await moveFocusTo(ada, dialog.getByRole('textbox', { name: 'Description' }));
  await page.keyboard.insertText('What the board decided.');
  await moveFocusTo(ada, button('Create Corpus + Add Files'));
  await pressKeys(ada, 'Enter');

  const box = dialog.getByRole('checkbox', { name: 'Select Minutes 2026-03-12.docx' });
  await moveFocusTo(ada, box);
  await pressKeys(ada, 'Space');
  await moveFocusTo(ada, button('Add Files to Corpus'));
  await pressKeys(ada, 'Enter');
  await tab.getByText('Processed Minutes 2026-03-12.docx successfully!').waitFor();
  await moveFocusTo(ada, button('Finish'));
  await pressKeys(ada, 'Enter');
  await tab.getByRole('heading', { name: 'Congratulations!' }).waitFor();
  await moveFocusTo(ada, button('Start searching'));
  await pressKeys(ada, 'Enter');
  await moveFocusTo(ada, ada.composer);
  await page.keyboard.insertText('For how much did the board approve the boathouse?');
  await pressKeys(ada, 'Enter');
  await ada.waitForAnswer();
  await expect(ada.answers.last().innerText()).resolves.toContain('1.2 million');
});
