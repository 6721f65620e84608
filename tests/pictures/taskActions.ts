import { getTask, saveTask, type Task } from '#contract/tasks/tasks.ts';
import { toRichText } from '#contract/tasks/taskText.ts';
import type { TestApp } from '#tests/harness/app/startApp.ts';
import type { Visit } from '#tests/harness/browser/visit.ts';
import { makeTask, runAll, toSavedStep } from '#tests/harness/client/tasks.ts';

const TITLE = 'Plan the office move';
const PROMPTS = [
  'repeat after me: The move is on 12 May. It costs **4,200 euros**, and the lift is booked from 7 to 11.',
  'Summarize this in three points.',
  'Write a short note about it for the staff.',
  'Name the largest risk of the move.',
];

const made = new WeakMap<TestApp, Promise<void>>();

/** Makes a task of Ada and runs it twice. All pictures share the task. */
function ensureTask(app: TestApp): Promise<void> {
  const task = made.get(app) ?? makeRunTask(app);
  made.set(app, task);
  return task;
}

async function makeRunTask(app: TestApp): Promise<void> {
  const ada = app.as('ada');
  const { taskId } = await makeTask(ada, { title: TITLE, prompts: PROMPTS, chained: true });
  await runAll(ada, taskId);
  const [, second] = (await ada.call(getTask, { task_id: taskId })).TaskData;
  if (!second) throw new Error('The task has no steps.');
  const changed = toSavedStep(second, {
    stepInput: { ...second.stepInput, userPrompt: toRichText('Summarize this.') },
  });
  await ada.call(saveTask, { task_data: { TaskId: taskId, TaskData: [changed] } });
  await runAll(ada, taskId);
}

export async function openTasks(visit: Visit): Promise<void> {
  await visit.tab.getByRole('tab', { name: 'Tasks' }).click();
  await visit.tab.getByRole('button', { name: 'Run All Steps' }).waitFor();
}

export async function openNewTask(visit: Visit): Promise<void> {
  await openTasks(visit);
  await visit.page.keyboard.press('Control+k');
  await visit.tab.getByRole('heading', { name: 'New Task', level: 1 }).waitFor();
}

export const getStep = ({ tab }: Visit, number: number) => tab.locator('[data-step]').nth(number - 1);

export async function write(visit: Visit, number: number, text: string): Promise<void> {
  await getStep(visit, number)
    .getByRole('textbox', { name: /^Prompt of/ })
    .click();
  await visit.page.keyboard.insertText(text);
}

/**
 * Opens the task of `ensureTask`. `change` edits the task in the server's response, for states that take long to reach.
 */
export async function openRunTask(visit: Visit, app: TestApp, change?: (task: Task) => void): Promise<void> {
  await ensureTask(app);
  await openTasks(visit);
  if (change)
    await visit.page.route('**/task/data?*', async (route) => {
      const response = await route.fetch();
      const task = (await response.json()) as Task;
      change(task);
      await route.fulfill({ response, json: task });
    });
  const show = visit.tab.getByRole('button', { name: 'Show history' });
  if ((await show.count()) > 0) await show.click();
  await visit.tab.getByRole('list', { name: 'Tasks' }).getByRole('button', { name: TITLE, exact: true }).click();
  await visit.tab.getByRole('heading', { name: TITLE, level: 1 }).waitFor();
}

export function setState(
  task: Task,
  number: number,
  state: NonNullable<Task['TaskData'][number]['stepOutput']>['state'],
) {
  const output = task.TaskData[number - 1]?.stepOutput;
  if (output) output.state = state;
}

export const openMenuItem = async (visit: Visit, name: string) => {
  await visit.tab
    .getByRole('button', { name: `More actions for ${TITLE}` })
    .last()
    .click();
  await visit.tab.getByRole('menuitem', { name }).click();
};

export async function dropFile(visit: Visit): Promise<void> {
  await visit.frame.evaluate(`{
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File(['The move costs 4,200 euros.'], 'Costs.txt', { type: 'text/plain' }));
    for (const type of ['dragover', 'drop'])
      window.dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }));
  }`);
}
