import type { Browser } from 'playwright-core';
import { createPrompt, getFilePrompts, updatePrompt } from '#contract/prompts/prompts.ts';
import { openBrowser } from '#tests/harness/browser/openBrowser.ts';
import { expectFocus, moveFocusTo, pressKeys } from '#tests/harness/browser/keyboard.ts';
import { openVisit, type Visit } from '#tests/harness/browser/visit.ts';
import { makeCorpus } from '#tests/harness/client/corpora.ts';
import { startApp, type TestApp } from '#tests/harness/app/startApp.ts';
import { eventually } from '#tests/harness/eventually.ts';

/** Ada owns Finance, Ben can read it, Cleo cannot. */
let app: TestApp;
let browser: Browser;
/** The tests share her visit. */
let ada: Visit;
beforeAll(async () => {
  [app, browser] = await Promise.all([startApp({ features: { knowledgeSearch: true } }), openBrowser()]);
  await makeCorpus(app.as('ada'), 'Finance');
  await app
    .as('ada')
    .call(createPrompt, { prompt_title: 'Points', prompt_text: 'Summarize in three points.', labels: 'text' });
  ada = await openVisit(browser, app);
});
afterAll(async () => {
  await browser.close();
  await app.close();
});

const getLibrary = ({ tab }: Visit) => tab.getByRole('dialog', { name: 'Prompt Library' });
const getCard = (visit: Visit, title: string) => visit.tab.getByRole('button', { name: `Use ${title}`, exact: true });

async function openLibrary(visit: Visit): Promise<void> {
  await visit.tab.getByRole('button', { name: 'Prompt Library', exact: true }).click();
  await getLibrary(visit).getByRole('status').waitFor();
}

async function openMenu(visit: Visit, title: string, item: string): Promise<void> {
  await visit.tab.getByRole('button', { name: `More actions for ${title}` }).click();
  await visit.tab.getByRole('menuitem', { name: item }).click();
}

const listTitles = async (person: string) => (await listPrompts(person)).map(({ prompt_title }) => prompt_title);
const listPrompts = async (person: string) => (await app.as(person).call(getFilePrompts, {})).prompts;

/** @shows Prompt Library */
it('Ada creates a prompt for Finance and uses it with the keyboard only; Ben sees it, Cleo does not', async () => {
  const { tab, page } = ada;
  await page.keyboard.type('Dear AVA: now.');
  await pressKeys(ada, ...Array.from({ length: 5 }, () => 'ArrowLeft'));
  await moveFocusTo(ada, tab.getByRole('button', { name: 'Prompt Library', exact: true }));
  await page.keyboard.press('Enter');
  await moveFocusTo(ada, tab.getByRole('button', { name: 'Create New Prompt' }));
  await page.keyboard.press('Enter');
  const form = tab.getByRole('dialog', { name: 'Create Prompt' });
  await moveFocusTo(ada, form.getByRole('textbox', { name: 'Title' }));
  await page.keyboard.type('Offer');
  await moveFocusTo(ada, form.getByRole('textbox', { name: 'Prompt' }));
  await page.keyboard.type('Write to {{client}}');
  await page.keyboard.press('Enter');
  await page.keyboard.type('on {{day}}');
  await moveFocusTo(ada, form.getByRole('switch', { name: 'Share with teams' }));
  await page.keyboard.press('Space');
  await moveFocusTo(ada, form.getByRole('checkbox', { name: 'Finance' }));
  await page.keyboard.press('Space');
  await moveFocusTo(ada, form.getByRole('button', { name: 'Create', exact: true }));
  await page.keyboard.press('Enter');
  await tab.getByText('Prompt created successfully!').waitFor();
  await getLibrary(ada).getByRole('tab', { name: 'Shared', selected: true }).waitFor();
  await expectFocus(getCard(ada, 'Offer'));

  // Fills in the variables. Then the prompt is inserted at the cursor; one undo removes it.
  await page.keyboard.press('Enter');
  const variables = tab.getByRole('dialog', { name: 'Fill in Offer' });
  await moveFocusTo(ada, variables.getByRole('textbox', { name: 'client' }));
  await page.keyboard.type('Harbor');
  await page.keyboard.press('Enter');
  await expectFocus(variables.getByRole('textbox', { name: 'day' }));
  await page.keyboard.type('Monday');
  await page.keyboard.press('Enter');
  await expectFocus(ada.composer);
  expect(await ada.composer.locator('p').allInnerTexts()).toEqual(['Dear AVA: Write to Harbor', 'on Monday now.']);
  await page.keyboard.press('Control+z');
  await eventually(async () => expect(await ada.composer.locator('p').allInnerTexts()).toEqual(['Dear AVA: now.']));

  const ben = await openVisit(browser, app, { person: 'ben' });
  await openLibrary(ben);
  await getCard(ben, 'Offer').waitFor();
  expect(await ben.tab.getByRole('button', { name: 'More actions for Offer' }).count()).toBe(0);
  await ben.close();
  expect(await listTitles('cleo')).toEqual([]);
});

/** @shows Prompt updated successfully! */
it('the library keeps the edits of two devices, restores a version, and can undo a deletion', async () => {
  await openLibrary(ada);
  await openMenu(ada, 'Offer', 'Edit');
  const form = ada.tab.getByRole('dialog', { name: 'Edit Prompt' });
  await form.getByRole('textbox', { name: 'Prompt' }).waitFor();
  const [offer] = await listPrompts('ada');
  const { prompt_id, prompt_title, labels, is_private, teams, version } = offer!;
  const fields = { prompt_id, prompt_title, prompt_text: 'Theirs', labels, is_private, teams, version };
  await app.as('ada').call(updatePrompt, fields);

  await ada.tab.getByRole('textbox', { name: 'Prompt' }).fill('Mine');
  await ada.tab.getByRole('button', { name: 'Save', exact: true }).click();
  const conflict = ada.tab.getByRole('alertdialog', { name: 'This prompt was changed on another device' });
  await conflict.getByRole('group', { name: 'Saved version' }).getByText('Theirs').waitFor();
  await conflict.getByRole('button', { name: 'Keep mine' }).click();
  await ada.tab.getByText('Prompt updated successfully!').waitFor();
  expect((await listPrompts('ada'))[0]).toMatchObject({ prompt_text: 'Mine', version: 3 });

  await openMenu(ada, 'Offer', 'Versions');
  const versions = ada.tab.getByRole('dialog', { name: 'Versions of Offer' });
  await versions.getByRole('radio').nth(2).check({ force: true });
  await versions.getByText('Write to {{client}}').waitFor();
  await versions.getByRole('button', { name: 'Restore' }).click();
  await versions.waitFor({ state: 'detached' });
  expect((await listPrompts('ada'))[0]).toMatchObject({ prompt_text: 'Write to {{client}}\non {{day}}', version: 4 });

  await openMenu(ada, 'Offer', 'Delete');
  const question = ada.tab.getByRole('alertdialog', { name: 'Delete prompt' });
  await question.getByText('Are you sure you want to delete this prompt?').waitFor();
  await question.getByRole('button', { name: 'Delete' }).click();
  await ada.tab.getByText('Prompt deleted successfully!').waitFor();
  expect(await listTitles('ada')).toEqual(['Points']);
  await ada.page.keyboard.press('Escape');
  await ada.tab.getByRole('button', { name: 'Undo' }).click();
  await ada.tab.getByText('Prompt restored').waitFor();
  expect(await listTitles('ada')).toContain('Offer');

  // The form's code is loaded by now, so the form opens before the menu returns the focus. The focus stays in the form.
  await openLibrary(ada);
  await openMenu(ada, 'Offer', 'Edit');
  await expectFocus(ada.tab.getByRole('dialog', { name: 'Edit Prompt' }).getByRole('textbox', { name: 'Title' }));
  await ada.page.keyboard.press('Escape');
  await expectFocus(ada.tab.getByRole('button', { name: 'More actions for Offer' }));

  // The form replaces the view, so the focus can't return to the view's button Edit when the form closes.
  const view = ada.tab.getByRole('button', { name: 'View full prompt: Offer' });
  await view.click();
  await ada.tab.getByRole('dialog', { name: 'Offer' }).getByRole('button', { name: 'Edit' }).click();
  await expectFocus(form.getByRole('textbox', { name: 'Title' }));
  await ada.page.keyboard.press('Escape');
  await form.waitFor({ state: 'detached' });
  await expectFocus(view);
  const search = ada.tab.getByRole('searchbox', { name: 'Search prompts' });
  await search.fill('off');
  await search.press('Escape');
  expect(await search.inputValue()).toBe('');
  await ada.page.keyboard.press('Escape');
  await getLibrary(ada).waitFor({ state: 'detached' });
});

it('Ada gets a suggested prompt for an attached file, also on a phone, and inserts a prompt into a step of a task', async () => {
  await ada.composer.press('ControlOrMeta+A');
  await ada.composer.press('Delete');
  await ada.page.locator('select[name=width]').selectOption('400');
  await ada.tab
    .locator('input[type=file]')
    .setInputFiles({ name: 'Minutes.txt', mimeType: 'text/plain', buffer: Buffer.from('Agreed.') });
  await ada.tab
    .getByRole('list', { name: 'Suggested prompts' })
    .getByRole('button', { name: 'Points', exact: true })
    .click();
  await ada.composer.getByText('Summarize in three points.').waitFor();

  await ada.tab.getByRole('tab', { name: 'Tasks' }).click();
  const prompt = ada.tab.getByRole('textbox', { name: 'Prompt of Step 1' });
  await prompt.waitFor();
  await ada.tab.locator('[data-step]').getByRole('button', { name: 'Prompt Library', exact: true }).click();
  await getCard(ada, 'Points').click();
  await prompt.getByText('Summarize in three points.').waitFor();
});
