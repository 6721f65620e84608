import { getTask, getTasks, saveTask, type Task } from '../../api/contract/tasks.ts';
import { toRichText } from '../../api/contract/taskText.ts';
import type { TestApp } from '../harness/app/startApp.ts';
import type { Visit } from '../harness/browser/visit.ts';
import { makeTask, runAll, toSavedStep } from '../harness/client/tasks.ts';
import { openWorkspace, openWorkspaceTab, waitForDialog } from './actions.ts';
import type { Scene } from './scenes.ts';

const TITLE = 'Plan the office move';
const PROMPTS = [
  'repeat after me: The move is on 12 May. It costs **4,200 euros**, and the lift is booked from 7 to 11.',
  'Summarize this in three points.',
  'Write a short note about it for the staff.',
  'Name the largest risk of the move.',
];

const made = new WeakMap<TestApp, Promise<void>>();

/** Makes a task of Ada that ran twice once for all pictures. */
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

async function openTasks(visit: Visit): Promise<void> {
  await visit.tab.getByRole('tab', { name: 'Tasks' }).click();
  await visit.tab.getByRole('button', { name: 'Run All Steps' }).waitFor();
}

async function openNewTask(visit: Visit): Promise<void> {
  await openTasks(visit);
  await visit.page.keyboard.press('Control+k');
  await visit.tab.getByRole('heading', { name: 'New Task', level: 1 }).waitFor();
}

const getStep = ({ tab }: Visit, number: number) => tab.locator('[data-step]').nth(number - 1);

async function write(visit: Visit, number: number, text: string): Promise<void> {
  await getStep(visit, number)
    .getByRole('textbox', { name: /^Prompt of/ })
    .click();
  await visit.page.keyboard.insertText(text);
}

/** Opens the task that has run. `change` changes what the server answers, for states that take long to reach. */
async function openRunTask(visit: Visit, app: TestApp, change?: (task: Task) => void): Promise<void> {
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

function setState(task: Task, number: number, state: NonNullable<Task['TaskData'][number]['stepOutput']>['state']) {
  const output = task.TaskData[number - 1]?.stepOutput;
  if (output) output.state = state;
}

const openMenuItem = async (visit: Visit, name: string) => {
  await visit.tab
    .getByRole('button', { name: `More actions for ${TITLE}` })
    .last()
    .click();
  await visit.tab.getByRole('menuitem', { name }).click();
};

async function dropFile(visit: Visit): Promise<void> {
  await visit.frame.evaluate(`{
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File(['The move costs 4,200 euros.'], 'Costs.txt', { type: 'text/plain' }));
    for (const type of ['dragover', 'drop'])
      window.dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }));
  }`);
}

/** The screens and dialogs of Tasks. */
export const taskScenes: Record<string, Scene> = {
  taskNew: {
    act: async (visit) => {
      await openNewTask(visit);
      await visit.tab.getByRole('region', { name: 'Start with a ready task' }).waitFor();
    },
  },
  taskStep: {
    leavesTraces: true,
    act: async (visit) => {
      await openNewTask(visit);
      await visit.tab.getByRole('button', { name: 'Task Settings: Show settings' }).click();
      await visit.tab.getByRole('textbox', { name: 'Description of the task' }).click();
      await visit.page.keyboard.insertText('Everything that the staff must know about the move in May.');
      await write(visit, 1, 'List the costs in the document');
      await getStep(visit, 1)
        .locator('input[type=file]')
        .setInputFiles({
          name: 'Costs.txt',
          mimeType: 'text/plain',
          buffer: Buffer.from('The move costs 4,200 euros.'),
        });
      await visit.tab.getByText('Processed Costs.txt successfully!').waitFor();
      await getStep(visit, 1).getByRole('button', { name: 'SuperPrompt', exact: true }).click();
      await visit.tab.getByRole('button', { name: 'Add Step' }).click();
      await write(visit, 2, 'Name the largest cost');
      await getStep(visit, 2)
        .getByText(/^Token usage/)
        .waitFor();
    },
  },
  taskStates: {
    leavesTraces: true,
    act: (visit, app) =>
      openRunTask(visit, app, (task) => {
        const first = task.TaskData[0];
        if (first) first.stepInput.userPrompt = toRichText('Write about the move.');
        setState(task, 3, {
          name: 'failed',
          error: { code: 'unexpected', detail: 'Please try again.' },
        });
        setState(task, 4, {
          name: 'needs_you',
          error: { code: 'not_signed_in', detail: 'This step reads Microsoft 365. Open the task, and AVA continues.' },
        });
        task.TaskData.forEach((step, index) => (step.stepAccordions = index === 2 ? ['step2', 'output2'] : []));
      }),
  },
  taskRunning: {
    leavesTraces: true,
    act: async (visit, app) => {
      await app.control('models', 'pace', { ms: 200, wordsPerDelta: 1 });
      await openNewTask(visit);
      await write(visit, 1, 'write 300 words about moving the office');
      await visit.tab.getByRole('button', { name: 'Add Step' }).click();
      await write(visit, 2, 'Summarize this in three points.');
      await visit.tab.getByRole('button', { name: 'Run All Steps' }).click();
      await visit.tab.getByRole('button', { name: 'Running …: Step 1' }).waitFor();
      await visit.page.waitForTimeout(2_000);
    },
  },
  taskOutput: {
    act: async (visit, app) => {
      await openRunTask(visit, app);
      if ((await visit.tab.getByRole('button', { name: 'Show workspace' }).count()) > 0) await openWorkspace(visit);
      await openWorkspaceTab(visit, 'Task Output');
    },
  },
  taskList: {
    act: async (visit, app) => {
      await openRunTask(visit, app);
      const show = visit.tab.getByRole('button', { name: 'Show history' });
      if ((await show.count()) > 0) await show.click();
      await visit.tab.getByRole('list', { name: 'Tasks' }).waitFor();
    },
  },
  taskMenu: {
    act: async (visit, app) => {
      await openRunTask(visit, app);
      await getStep(visit, 2)
        .getByRole('button', { name: /^More actions/ })
        .click();
      await visit.tab.getByRole('menuitem', { name: 'Move up' }).waitFor();
    },
  },
  taskLibrary: {
    act: async (visit) => {
      await openTasks(visit);
      await visit.tab.getByRole('button', { name: 'Task Library' }).click();
      await visit.tab.getByRole('list', { name: 'Task Library' }).waitFor();
    },
  },
  taskTemplate: {
    act: async (visit, app) => {
      await openRunTask(visit, app);
      const button = visit.tab.getByRole('button', { name: 'Save template' });
      await ((await button.isVisible()) ? button.click() : openMenuItem(visit, 'Save template'));
      await waitForDialog(visit, 'Save template');
      await visit.tab.getByRole('textbox', { name: 'Title' }).fill('Write a note on onboarding');
      await visit.tab.getByText('WARNING: This title already exists in your library.').waitFor();
    },
  },
  taskShare: {
    act: async (visit, app) => {
      await openRunTask(visit, app);
      await openMenuItem(visit, 'Share');
      await waitForDialog(visit, 'Share this task');
    },
  },
  taskDelete: {
    act: async (visit, app) => {
      await openRunTask(visit, app);
      const button = getStep(visit, 1).getByRole('button', { name: /^Delete/ });
      if (await button.isVisible()) await button.click();
      else {
        await getStep(visit, 1)
          .getByRole('button', { name: /^More actions/ })
          .click();
        await visit.tab.getByRole('menuitem', { name: /^Delete/ }).click();
      }
      await visit.tab.getByRole('alertdialog', { name: 'Delete step' }).waitFor();
    },
  },
  taskRuns: {
    act: async (visit, app) => {
      await openRunTask(visit, app);
      await openMenuItem(visit, 'Run history');
      await visit.tab.getByRole('list', { name: 'Run history' }).waitFor();
    },
  },
  taskCompare: {
    act: async (visit, app) => {
      await openRunTask(visit, app);
      await openMenuItem(visit, 'Run history');
      await visit.tab.getByRole('button', { name: 'Compare', exact: true }).click();
      await visit.tab.getByText('Changed since the earlier run:').first().waitFor();
    },
  },
  taskPicker: {
    leavesTraces: true,
    act: async (visit, app) => {
      await openRunTask(visit, app);
      await dropFile(visit);
      await waitForDialog(visit, 'Add document to the task or a task step');
    },
  },
  taskConflict: {
    leavesTraces: true,
    act: async (visit, app) => {
      await openNewTask(visit);
      await write(visit, 1, 'Name the risks');
      await visit.tab.getByRole('status').getByText('Saved', { exact: true }).waitFor();
      const ada = app.as('ada');
      const [latest] = (await ada.call(getTasks, {})).tasks;
      const taskId = latest?.TaskId ?? '';
      const [step] = (await ada.call(getTask, { task_id: taskId })).TaskData;
      if (!step) throw new Error('The task has no steps.');
      const theirs = { ...step.stepInput, userPrompt: toRichText('Name the risks of the move') };
      await ada.call(saveTask, {
        task_data: { TaskId: taskId, TaskData: [toSavedStep(step, { stepInput: theirs })] },
      });
      await write(visit, 1, ' in May');
      await visit.tab.getByRole('alertdialog', { name: 'This task was changed in another window' }).waitFor();
    },
  },
};
