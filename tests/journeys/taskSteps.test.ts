import type { Browser } from 'playwright-core';
import { getTask, getTasks } from '#contract/tasks/tasks.ts';
import { makeFinanceCorpus } from '#tests/harness/client/corpora.ts';
import { startApp, type TestApp } from '#tests/harness/app/startApp.ts';
import { openBrowser } from '#tests/harness/browser/openBrowser.ts';
import { openVisit, type Visit } from '#tests/harness/browser/visit.ts';
import { eventually } from '#tests/harness/eventually.ts';
import { getStep, openNewTask, write } from '#tests/pictures/taskActions.ts';

let app: TestApp;
let browser: Browser;
let ada: Visit;
beforeAll(async () => {
  [app, browser] = await Promise.all([startApp({ features: { knowledgeSearch: true } }), openBrowser()]);
  await makeFinanceCorpus(app.as('ada'));
  ada = await openVisit(browser, app, { width: '1280' });
});
afterAll(async () => {
  await browser.close();
  await app.close();
});

async function readTask() {
  const [task] = (await app.as('ada').call(getTasks, {})).tasks;
  return app.as('ada').call(getTask, { task_id: task?.TaskId ?? '' });
}

const getPrevious = (number: number) =>
  getStep(ada, number).getByRole('combobox', { name: 'Include previous step output' });

it('Ada gives a third step the outputs of both steps before it, with instructions, actions, goal and format', async () => {
  await openNewTask(ada);
  await write(ada, 1, 'repeat after me: Tea is at four.');
  for (const [number, prompt] of [
    [2, 'repeat after me: Cake is at five.'],
    [3, 'Summarize both.'],
  ] as const) {
    await ada.tab.getByRole('button', { name: 'Add Step' }).click();
    await write(ada, number, prompt);
  }
  await getPrevious(3).getByText('Step 2', { exact: true }).waitFor();
  await getPrevious(3).click();
  await ada.tab.getByRole('menuitemcheckbox', { name: 'Step 1' }).click();
  await ada.page.keyboard.press('Escape');
  await getPrevious(3).getByText('Step 1, Step 2').waitFor();
  await getStep(ada, 3).getByRole('button', { name: 'Instructions, actions, goal and format: Step 3' }).click();
  for (const [label, text] of [
    ['Instructions', 'Address guests.'],
    ['Actions', 'Name both times.'],
    ['Goal and format', 'One table.'],
  ] as const)
    await getStep(ada, 3).getByRole('textbox', { name: label, exact: true }).fill(text);
  await eventually(async () => {
    const task = await readTask();
    const third = task.TaskData[2];
    expect(third?.usePreviousStepOutput).toEqual([task.TaskData[1]?.stepId, task.TaskData[0]?.stepId]);
    expect(third?.stepInput).toMatchObject({
      stepInstructions: 'Address guests.',
      stepActions: 'Name both times.',
      stepGoalAndFormat: 'One table.',
    });
  });
  await ada.page.reload();
  await ada.tab.getByRole('tab', { name: 'Tasks' }).click();
  await getPrevious(3).getByText('Step 1, Step 2').waitFor();
  const goal = getStep(ada, 3).getByRole('textbox', { name: 'Goal and format', exact: true });
  expect(await goal.inputValue()).toBe('One table.');
});

it('a typed @Finance turns the SuperPrompt off like a picked one, and is one when Ada leaves the prompt', async () => {
  await openNewTask(ada);
  const superPrompt = getStep(ada, 1).getByRole('switch', { name: 'Use a SuperPrompt' });
  await superPrompt.check({ force: true });
  const prompt = getStep(ada, 1).getByRole('textbox', { name: /^Prompt of/ });
  await prompt.click();
  await ada.page.keyboard.insertText('@Finance what about advances?');
  await eventually(async () => {
    expect(await superPrompt.isChecked()).toBe(false);
    expect(await superPrompt.isDisabled()).toBe(true);
  });
  await ada.tab
    .getByText('This step mentions a group, so the files of the step and of the task are ignored.')
    .waitFor();
  await ada.tab.getByRole('button', { name: 'Rename task' }).focus();
  await prompt.locator('[contenteditable=false]').getByText('@Finance').waitFor();
  await eventually(async () =>
    expect((await readTask()).TaskData[0]?.stepInput.userPrompt).toContain('"type":"mention"'),
  );
});

it('Ada adds a mail and a recent file to a step, and drops a picture on the task', async () => {
  await openNewTask(ada);
  const step = getStep(ada, 1);
  for (const [source, entry] of [
    ['Mail', /^Lamps on the quay/],
    ['Recent', /^Budget 2027\.pdf/],
  ] as const) {
    await step.getByRole('button', { name: 'Add files: Step files' }).click();
    await ada.tab.getByRole('menuitem', { name: source }).click();
    await ada.tab.getByRole('dialog').getByRole('checkbox', { name: entry }).check({ force: true });
    await ada.tab.getByRole('dialog').getByRole('button', { name: 'Add', exact: true }).click();
  }
  await eventually(async () => {
    const files = (await readTask()).TaskData[0]?.stepData ?? [];
    expect(files.map(({ dataType }) => dataType).toSorted()).toEqual(['EMAIL', 'PDF']);
    expect(files.map(({ dataSource }) => dataSource)).toEqual(['microsoft365', 'microsoft365']);
  });
  await ada.frame.evaluate(`{
    const canvas = Object.assign(document.createElement('canvas'), { width: 400, height: 120 });
    const context = canvas.getContext('2d');
    context.fillStyle = 'white';
    context.fillRect(0, 0, 400, 120);
    context.fillStyle = 'black';
    context.font = '40px sans-serif';
    context.fillText('Tea at four', 40, 70);
    canvas.toBlob((blob) => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File([blob], 'Poster.png', { type: 'image/png' }));
      for (const type of ['dragover', 'drop'])
        window.dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }));
    });
  }`);
  await ada.tab.getByRole('dialog').getByRole('button', { name: 'The whole task' }).click();
  await eventually(async () =>
    expect((await readTask()).TaskSettings.taskDocuments).toMatchObject([{ dataName: 'Poster.png', dataType: 'PNG' }]),
  );
});

it('Ada finds a ready task by its categories, and saves her own with some', async () => {
  const { tab } = ada;
  await tab.getByRole('button', { name: 'Task Library' }).click();
  const list = tab.getByRole('list', { name: 'Task Library' });
  const loads = () => list.getByRole('button', { name: /^Load / });
  await eventually(async () => expect(await loads().count()).toBe(2));
  const choose = async (category: string, value: string) => {
    await tab.getByRole('combobox', { name: category }).click();
    const choice = { name: value, exact: true };
    await tab.getByRole('option', choice).or(tab.getByRole('menuitemcheckbox', choice)).click();
  };
  await choose('Department', 'People');
  await list.getByRole('button', { name: 'Load Write a note on onboarding' }).waitFor();
  await eventually(async () => expect(await loads().count()).toBe(1));
  await choose('Type of task', 'Compare');
  await tab.getByText('No task has these categories').waitFor();
  await tab.getByRole('button', { name: 'Close' }).click();

  await tab.getByRole('button', { name: 'Save template' }).click();
  const form = tab.getByRole('dialog', { name: 'Save template' });
  await form.getByRole('textbox', { name: 'Title' }).fill('Compare offers');
  await form.getByRole('textbox', { name: 'Description' }).fill('Puts the offers of two firms side by side.');
  await choose('Department', 'People');
  await ada.page.keyboard.press('Escape');
  await choose('Type of task', 'Compare');
  await ada.page.keyboard.press('Escape');
  await form.getByRole('button', { name: 'Save New Task' }).click();
  await tab.getByText('Compare offers saved to the library.').waitFor();
  await tab.getByRole('button', { name: 'Task Library' }).click();
  await choose('Department', 'People');
  await choose('Type of task', 'Compare');
  await list.getByText('1 step · People · Compare').waitFor();
  await eventually(async () => expect(await loads().count()).toBe(1));
});
