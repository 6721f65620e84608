import type { Browser, Locator } from 'playwright-core';
import { getTask, getTasks, type Task } from '#contract/tasks/tasks.ts';
import { addFiles, listCrawledFiles, makeCorpus } from '#tests/harness/client/corpora.ts';
import { makeTask } from '#tests/harness/client/tasks.ts';
import { startApp, type TestApp } from '#tests/harness/app/startApp.ts';
import { expectFocus, moveFocusTo, pressKeys } from '#tests/harness/browser/keyboard.ts';
import { openBrowser } from '#tests/harness/browser/openBrowser.ts';
import { openVisit, type Visit } from '#tests/harness/browser/visit.ts';
import { eventually } from '#tests/harness/eventually.ts';
import { openNewTask } from '#tests/pictures/taskActions.ts';

let app: TestApp;
let browser: Browser;
let ada: Visit;
beforeAll(async () => {
  [app, browser] = await Promise.all([startApp({ features: { knowledgeSearch: true } }), openBrowser()]);
  const site = await makeCorpus(app.as('ada'), 'Finance');
  const files = await listCrawledFiles(app.as('ada'), site.SiteId);
  await addFiles(
    app.as('ada'),
    site,
    files.filter(({ name }) => name === 'Payroll Calendar 2027.txt'),
  );
  await makeTask(app.as('ada'), {
    title: 'Office move',
    prompts: ['repeat after me: one', 'repeat after me: a broken cup', 'repeat after me: three'],
  });
  ada = await openTasks();
});
afterAll(async () => {
  await browser.close();
  await app.close();
});

const getSteps = ({ tab }: Visit) => tab.locator('[data-step]');
const getStep = (visit: Visit, number: number) => getSteps(visit).nth(number - 1);
const getPrompt = (visit: Visit, number: number) => getStep(visit, number).getByRole('textbox', { name: /^Prompt of/ });
const getRunAll = ({ tab }: Visit) => tab.getByRole('button', { name: 'Run All Steps' });
const waitForSave = ({ tab }: Visit) => tab.getByRole('status').getByText('Saved', { exact: true }).waitFor();
const waitForStates = (visit: Visit, states: string[]) =>
  eventually(async () =>
    expect(
      await getSteps(visit)
        .locator('[data-state]')
        .evaluateAll((badges) => badges.map((badge) => badge.getAttribute('data-state'))),
    ).toEqual(states),
  );

async function openTasks(): Promise<Visit> {
  const visit = await openVisit(browser, app, { width: '1280' });
  await visit.tab.getByRole('tab', { name: 'Tasks' }).click();
  await getRunAll(visit).waitFor();
  return visit;
}

async function openTask(visit: Visit, title: string): Promise<void> {
  await visit.tab.getByRole('list', { name: 'Tasks' }).getByRole('button', { name: title, exact: true }).click();
  await visit.tab.getByRole('heading', { name: title, level: 1 }).waitFor();
}

async function readTask(title: string): Promise<Task> {
  const { tasks } = await app.as('ada').call(getTasks, {});
  const task = tasks.find(({ TaskTitle }) => TaskTitle === title);
  return app.as('ada').call(getTask, { task_id: task?.TaskId ?? '' });
}

const readPrompts = (visit: Visit) =>
  getSteps(visit)
    .getByRole('textbox', { name: /^Prompt of/ })
    .allInnerTexts();

/** @shows Save New Task */
/** @shows Are you sure you want to delete this step: {title}? */
it('Ada builds, runs, reorders, deletes, restores and saves a task with only the keyboard', async () => {
  const { tab, page } = ada;
  const press = async (target: Locator, key = 'Tab') => {
    await moveFocusTo(ada, target, key);
    await pressKeys(ada, 'Enter');
  };
  await moveFocusTo(ada, getPrompt(ada, 1));
  await page.keyboard.insertText('repeat after me: Tea is at four.');
  await press(tab.getByRole('button', { name: 'Add Step' }));
  await expectFocus(getPrompt(ada, 2));
  await page.keyboard.insertText('repeat after me: Cake is at five.');
  // The output of the first step is included. Ada takes it out and puts it back.
  const previous = getStep(ada, 2).getByRole('combobox', { name: 'Include previous step output' });
  await moveFocusTo(ada, previous, 'Shift+Tab');
  await pressKeys(ada, 'Enter', 'Enter', 'Escape');
  await previous.getByText('None').waitFor();
  await pressKeys(ada, 'Enter', 'Enter', 'Escape');
  await previous.getByText('Step 1').waitFor();
  await press(getRunAll(ada));
  await waitForStates(ada, ['done', 'done']);

  // Renames a step, moves it up and down, and deletes and restores the step whose output it includes.
  await press(getStep(ada, 2).getByRole('button', { name: 'Rename Step 2' }), 'Shift+Tab');
  await page.keyboard.type('Cake');
  await pressKeys(ada, 'Enter');
  const menu = () => tab.getByRole('button', { name: 'More actions for Cake' });
  await press(menu());
  await press(tab.getByRole('menuitem', { name: 'Move up' }), 'ArrowDown');
  await eventually(async () => expect((await readPrompts(ada))[0]).toContain('Cake'));
  await expectFocus(menu());
  await getStep(ada, 1)
    .getByText('This step uses the output of a step that no longer exists or comes later. Choose an earlier step.')
    .waitFor();
  await pressKeys(ada, 'Enter');
  await press(tab.getByRole('menuitem', { name: 'Move down' }), 'ArrowDown');
  await eventually(async () => expect((await readPrompts(ada))[1]).toContain('Cake'));
  await waitForStates(ada, ['done', 'done']);
  await press(tab.getByRole('button', { name: 'Delete Step 1' }), 'Shift+Tab');
  const question = tab.getByRole('alertdialog', { name: 'Delete step' });
  await question.getByText('Are you sure you want to delete this step: Step 1?').waitFor();
  await press(question.getByRole('button', { name: 'Delete', exact: true }));
  await tab.getByText('Step 1 deleted').waitFor();
  await expectFocus(getStep(ada, 1).getByRole('button', { name: 'Cake', exact: true }));
  await waitForSave(ada);
  await pressKeys(ada, 'Control+z');
  await getPrompt(ada, 2).waitFor();
  await waitForSave(ada);
  await waitForStates(ada, ['done', 'done']);

  await press(tab.getByRole('button', { name: 'Save template' }), 'Shift+Tab');
  const form = tab.getByRole('dialog', { name: 'Save template' });
  await moveFocusTo(ada, form.getByRole('textbox', { name: 'Title' }));
  await pressKeys(ada, 'Control+a');
  await page.keyboard.insertText('Tea and cake');
  await moveFocusTo(ada, form.getByRole('textbox', { name: 'Description' }));
  await page.keyboard.insertText('Plans a break.');
  await press(form.getByRole('button', { name: 'Save New Task' }));
  await tab.getByText('Tea and cake saved to the library.').waitFor();
  await press(tab.getByRole('button', { name: 'Task Library' }), 'Shift+Tab');
  await press(tab.getByRole('button', { name: 'Load Tea and cake' }));
  await tab.getByRole('heading', { name: 'Tea and cake', level: 1 }).waitFor();
  expect(await getSteps(ada).count()).toBe(2);
  expect(await getSteps(ada).locator('[data-state]').count()).toBe(0);
});

/** @shows Run Step */
it('Ada mentions Finance in a step: no SuperPrompt, a warning about files, and an answer with its source', async () => {
  await openNewTask(ada);
  const superPrompt = getStep(ada, 1).getByRole('switch', { name: 'Use a SuperPrompt' });
  await superPrompt.check({ force: true });
  await getPrompt(ada, 1).click();
  await ada.page.keyboard.type('@fin');
  await ada.tab.getByRole('option', { name: /^Finance/ }).click();
  await ada.page.keyboard.insertText('When are wages paid in December?');
  await ada.tab
    .getByText('This step mentions a group, so the files of the step and of the task are ignored.')
    .waitFor();
  expect(await superPrompt.isDisabled()).toBe(true);
  expect(await superPrompt.isChecked()).toBe(false);
  await getStep(ada, 1)
    .getByRole('button', { name: /^Run Step/ })
    .click();
  const output = ada.tab.getByRole('complementary', { name: 'Workspace' });
  await output
    .getByRole('button', { name: /^Source \d+: Payroll Calendar 2027\.txt/ })
    .first()
    .click();
  await output.locator('mark').first().waitFor();

  // Ada's session expires: the step that searches a site waits for her, the other step runs, and she resumes the first.
  await ada.tab.getByRole('button', { name: 'Add Step' }).click();
  await getPrompt(ada, 2).click();
  await ada.page.keyboard.insertText('repeat after me: Tea is at four.');
  // Otherwise the second step would wait for the output of the first one.
  await getStep(ada, 2).getByRole('combobox', { name: 'Include previous step output' }).click();
  await ada.tab.getByRole('menuitemcheckbox', { name: 'Step 1' }).click();
  await ada.page.keyboard.press('Escape');
  await waitForSave(ada);
  const token = await app.getToken({ person: 'ada', expiresIn: -10 });
  await ada.page.route(/\/task\/(run|data)/, (route) =>
    route.continue({ headers: { ...route.request().headers(), authorization: `Bearer ${token}` } }),
  );
  await ada.tab.getByRole('button', { name: 'More ways to run' }).click();
  const refreshed = ada.page.waitForResponse(/\/task\/data/);
  await ada.tab.getByRole('menuitem', { name: 'Run all again' }).click();
  await refreshed;
  await waitForStates(ada, ['needsYou', 'done']);
  await ada.tab.getByText(/is waiting for you\. Open the task to continue it\./).waitFor();
  await ada.page.unroute(/\/task\/(run|data)/);
  await getStep(ada, 1).getByRole('button', { name: 'Show output' }).click();
  await output.getByText('This step reads Microsoft 365.').waitFor();
  await output.getByRole('button', { name: 'Continue' }).click();
  await waitForStates(ada, ['done', 'done']);
});

/** @shows Run Again */
/** @shows Running … */
/** @shows Add document to the task or a task step */
/** @shows Or add a new step */
it('a dropped file goes to the step that Ada picks, a failed step is resumed, and two runs are compared', async () => {
  const { tab } = ada;
  await openTask(ada, 'Office move');
  await ada.frame.evaluate(`{
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File(['The move costs 4,200 euros.'], 'Costs.txt', { type: 'text/plain' }));
    for (const type of ['dragover', 'drop'])
      window.dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }));
  }`);
  const picker = tab.getByRole('dialog', { name: 'Add document to the task or a task step' });
  await picker.getByRole('button', { name: 'Or add a new step' }).waitFor();
  await picker.getByRole('button', { name: 'Step 3' }).click();
  await tab.getByText('Processed Costs.txt successfully!').waitFor();
  await eventually(async () => expect((await readTask('Office move')).TaskData[2]?.stepData).toHaveLength(1));

  await app.control('models', 'scenario', { name: '401', match: 'a broken cup' });
  await getRunAll(ada).click();
  await waitForStates(ada, ['done', 'failed']);
  await app.control('models', 'reset');
  await tab.getByRole('button', { name: 'Resume at Step 2' }).click();
  await waitForStates(ada, ['done', 'done', 'done']);

  await app.control('models', 'scenario', { name: 'silence', match: 'a broken cup' });
  await tab.getByRole('button', { name: 'More ways to run' }).click();
  await tab.getByRole('menuitem', { name: 'Run all again' }).click();
  await tab.getByRole('button', { name: 'Running …: Step 2' }).waitFor();
  await tab.getByRole('button', { name: 'Waiting: Step 3' }).waitFor();
  await ada.page.keyboard.press('Escape');
  await waitForStates(ada, ['done', 'stopped', 'done']);
  await app.control('models', 'reset');

  await tab.getByRole('button', { name: 'Compare runs' }).click();
  const dialog = tab.getByRole('dialog', { name: 'Run history' });
  await dialog.getByRole('checkbox').nth(2).waitFor();
  await dialog.getByRole('button', { name: 'Compare', exact: true }).click();
  const step = dialog.getByRole('region', { name: 'Step 1' });
  await step.getByText('Not part of this run.').waitFor();
  await dialog.getByRole('button', { name: 'Close' }).click();

  // The changed words of a prompt and its output are marked.
  await getStep(ada, 3).getByRole('button', { name: 'Step 3', exact: true }).click();
  await getPrompt(ada, 3).click();
  await ada.page.keyboard.press('Control+End');
  await ada.page.keyboard.insertText(' and four');
  await getStep(ada, 3)
    .getByRole('button', { name: /^Run Again/ })
    .click();
  await waitForStates(ada, ['done', 'stopped', 'done']);
  await tab.getByRole('button', { name: 'Compare runs' }).click();
  await dialog.getByRole('checkbox').nth(3).waitFor();
  await dialog.getByRole('checkbox').nth(1).uncheck();
  await dialog.getByRole('checkbox').nth(2).check();
  await dialog.getByRole('button', { name: 'Compare', exact: true }).click();
  const added = dialog.getByRole('region', { name: 'Step 3' }).getByRole('insertion');
  await added.nth(1).waitFor();
  expect(await added.allInnerTexts()).toEqual([' and four', ' and four']);
  await dialog.getByRole('button', { name: 'Close' }).click();
});

/** @shows Failed to save task */
it('Ada’s changes are saved when she is online again, and changes that could not be saved are saved after a reload', async () => {
  await getStep(ada, 1).getByRole('button', { name: 'Step 1', exact: true }).click();
  await getPrompt(ada, 1).waitFor();
  await ada.page.context().setOffline(true);
  await getPrompt(ada, 1).click();
  await ada.page.keyboard.insertText(' and two');
  await ada.tab.getByText("You're offline. Your changes are kept in this browser").waitFor();
  await ada.page.context().setOffline(false);
  await eventually(async () =>
    expect((await readTask('Office move')).TaskData[0]?.stepInput.userPrompt).toContain('and two'),
  );
  await waitForSave(ada);

  await ada.page.route('**/task/save', (route) => route.abort());
  await getPrompt(ada, 1).click();
  await ada.page.keyboard.insertText(' and three');
  await ada.tab.getByText('Failed to save task').waitFor();
  await ada.page.unroute('**/task/save');
  await ada.page.reload();
  await ada.tab.getByRole('tab', { name: 'Tasks' }).click();
  await getPrompt(ada, 1).getByText('and three').waitFor();
  await eventually(async () =>
    expect((await readTask('Office move')).TaskData[0]?.stepInput.userPrompt).toContain('and three'),
  );
});
