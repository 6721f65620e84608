import type { Browser } from 'playwright-core';
import { getTask, getTasks, type Task } from '#contract/tasks/tasks.ts';
import { makeDocx } from '#sandbox/documents/docx.ts';
import { startApp, type TestApp } from '#tests/harness/app/startApp.ts';
import { makeTask } from '#tests/harness/client/tasks.ts';
import { openBrowser } from '#tests/harness/browser/openBrowser.ts';
import { openVisit, type Visit, type VisitOptions } from '#tests/harness/browser/visit.ts';
import { eventually } from '#tests/harness/eventually.ts';
import { openNewTask } from '#tests/pictures/taskActions.ts';

let app: TestApp;
let browser: Browser;
let ada: Visit;
beforeAll(async () => {
  [app, browser] = await Promise.all([startApp(), openBrowser()]);
});
afterAll(async () => {
  await browser.close();
  await app.close();
});

const DOCX = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';

async function openTasks(options: VisitOptions): Promise<Visit> {
  const visit = await openVisit(browser, app, options);
  await visit.tab.getByRole('tab', { name: 'Tasks' }).click();
  await visit.tab.getByRole('button', { name: 'Run All Steps' }).waitFor();
  return visit;
}

const getStep = ({ tab }: Visit, number: number) => tab.locator('[data-step]').nth(number - 1);
const getPrompt = (visit: Visit, number: number) => getStep(visit, number).getByRole('textbox', { name: /^Prompt of/ });

async function write(visit: Visit, number: number, text: string): Promise<void> {
  await getPrompt(visit, number).click();
  await visit.page.keyboard.insertText(text);
}

async function readTask(): Promise<Task> {
  const [task] = (await app.as('ada').call(getTasks, {})).tasks;
  return app.as('ada').call(getTask, { task_id: task!.TaskId });
}

const waitForSave = (visit: Visit) => visit.tab.getByRole('status').getByText('Saved', { exact: true }).waitFor();
const waitForStates = (visit: Visit, states: string[]) =>
  eventually(async () =>
    expect(
      await visit.tab
        .locator('[data-step] [data-state]')
        .evaluateAll((badges) => badges.map((badge) => badge.getAttribute('data-state'))),
    ).toEqual(states),
  );

it('a link opens a task for Ada, and tells Ben that he cannot open it', async () => {
  const { taskId } = await makeTask(app.as('ada'), { title: 'Linked move', prompts: ['repeat after me: one'] });
  ada = await openVisit(browser, app, { sub: `task/${taskId}` });
  await ada.tab.getByRole('heading', { name: 'Linked move', level: 1 }).waitFor();
  const ben = await openVisit(browser, app, { person: 'ben', sub: `task/${taskId}` });
  await ben.tab.getByText('This task does not exist, or you have no access to it.').waitFor();
  await ben.tab.getByRole('heading', { name: 'New Task', level: 1 }).waitFor();
  await ben.close();
});

/** @shows Add Step */
/** @shows Run All Steps */
/** @shows Include previous step output */
it('Ada builds a task, closes the page while it runs, and runs again only what is out of date', async () => {
  await openNewTask(ada);
  const { tab } = ada;
  // Three steps: the first reads a document, the second the output of the first, the third that of the second.
  await write(ada, 1, 'List the costs in the document');
  const bytes = await makeDocx([{ heading: 'Costs', paragraphs: ['The move costs 4,200 euros in May.'] }]);
  await getStep(ada, 1)
    .locator('input[type=file]')
    .setInputFiles({ name: 'Costs.docx', mimeType: DOCX, buffer: Buffer.from(bytes) });
  await tab.getByText('Processed Costs.docx successfully!').waitFor();
  for (const [number, prompt] of [
    [2, 'Name the largest cost'],
    [3, 'Write a short note about it'],
  ] as const) {
    await tab.getByRole('button', { name: 'Add Step' }).click();
    await getPrompt(ada, number).waitFor();
    // The output of the step before is included, and in view above the prompt.
    const previous = getStep(ada, number).getByRole('combobox', { name: 'Include previous step output' });
    await previous.getByText(`Step ${number - 1}`, { exact: true }).waitFor();
    await write(ada, number, prompt);
  }
  await waitForSave(ada);

  // The run continues without the page.
  await tab.getByRole('button', { name: 'Run All Steps' }).click();
  await tab.getByRole('button', { name: /^(Running …|Run Again): Step 1/ }).waitFor();
  await ada.close();
  await eventually(async () => expect((await readTask()).lastRun?.state).toBe('complete'));
  const first = await readTask();
  expect(first.TaskData.map(({ stepOutput }) => stepOutput?.state.name)).toEqual(['complete', 'complete', 'complete']);
  expect(first.TaskData[0]?.stepOutput?.content).toContain('4,200');

  ada = await openTasks({ width: '400' });
  await ada.tab.getByRole('button', { name: 'Show history' }).click();
  await ada.tab
    .getByRole('list', { name: 'Tasks' })
    .getByRole('button', { name: first.TaskTitle, exact: true })
    .click();
  await waitForStates(ada, ['done', 'done', 'done']);
  await getStep(ada, 2).getByRole('button', { name: 'Step 2', exact: true }).waitFor();
  await write(ada, 2, ' in euros');
  await waitForStates(ada, ['done', 'stale', 'stale']);
  await ada.tab.getByRole('button', { name: 'Run All Steps' }).click();
  await waitForStates(ada, ['done', 'done', 'done']);
  const second = await readTask();
  const runIds = (task: Task) => task.TaskData.map(({ stepOutput }) => stepOutput?.run_id);
  expect(runIds(second)[0]).toBe(runIds(first)[0]);
  expect(runIds(second)[1]).not.toBe(runIds(first)[1]);
});

it('a task keeps the edits of two windows, and AVA asks about a prompt that both changed', async () => {
  await ada.page.locator('select[name=width]').selectOption('full');
  await openNewTask(ada);
  await write(ada, 1, 'Name the risks');
  await waitForSave(ada);
  const page = await ada.page.context().newPage();
  await page.goto(`${app.urls.teams}/?person=ada`);
  const tab = page.frameLocator('iframe[title=AVA]');
  await tab.getByRole('tab', { name: 'Tasks' }).click();
  await tab.getByRole('textbox', { name: 'Prompt of Step 1' }).getByText('Name the risks').waitFor();
  await tab.getByRole('button', { name: 'Add Step' }).click();
  await tab.getByRole('textbox', { name: 'Prompt of Step 2' }).click();
  await page.keyboard.insertText('Rank them');
  await tab.getByRole('textbox', { name: 'Prompt of Step 1' }).click();
  await page.keyboard.insertText(' of the move');
  await tab.getByRole('status').getByText('Saved', { exact: true }).waitFor();
  await eventually(async () => expect((await readTask()).TaskData).toHaveLength(2));

  await write(ada, 1, ' in May');
  const dialog = ada.tab.getByRole('alertdialog', { name: 'This task was changed in another window' });
  await dialog.waitFor();
  await dialog.getByRole('button', { name: 'Keep' }).click();
  await waitForSave(ada);
  await eventually(async () => expect((await readTask()).TaskData).toHaveLength(3));
  const prompts = JSON.stringify((await readTask()).TaskData.map(({ stepInput }) => stepInput.userPrompt));
  for (const text of ['of the move', 'in May', 'Rank them']) expect(prompts).toContain(text);

  // Cancels the run: the steps that have not started no longer wait.
  await app.control('models', 'pace', { ms: 40, wordsPerDelta: 1 });
  await ada.tab.getByRole('button', { name: 'Run All Steps' }).click();
  await ada.tab.getByRole('button', { name: 'Cancel run' }).click();
  await ada.tab.getByRole('button', { name: 'Cancel run' }).waitFor({ state: 'detached' });
  expect(await ada.tab.locator('[data-step]').getByText('Waiting').count()).toBe(0);
  await app.control('models', 'reset');

  // Shares a copy with Ben.
  const { TaskTitle } = await readTask();
  await ada.tab
    .getByRole('button', { name: `More actions for ${TaskTitle}` })
    .last()
    .click();
  await ada.tab.getByRole('menuitem', { name: 'Share' }).click();
  await ada.tab.getByRole('checkbox', { name: /Ben/ }).click();
  await ada.tab.getByRole('dialog').getByRole('button', { name: 'Share' }).click();
  await ada.tab.getByText(`${TaskTitle} shared with 1 person.`).waitFor();
  const { tasks } = await app.as('ben').call(getTasks, {});
  expect(tasks).toMatchObject([{ TaskTitle, shared: true, stepCount: 3 }]);
});
