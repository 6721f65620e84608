import { getTask, getTasks, saveTask } from '#contract/tasks/tasks.ts';
import { toRichText } from '#contract/tasks/taskText.ts';
import { toSavedStep } from '#tests/harness/client/tasks.ts';
import { openWorkspace, openWorkspaceTab, waitForDialog } from './actions.ts';
import type { Scene } from './scenes.ts';
import {
  openTasks,
  openNewTask,
  getStep,
  write,
  openRunTask,
  setState,
  openMenuItem,
  dropFile,
} from './taskActions.ts';

/** The screens and dialogs of Tasks. */
export const taskScenes: Record<string, Scene> = {
  taskNew: {
    act: async (visit) => {
      await openNewTask(visit);
      await visit.tab.getByRole('region', { name: 'Start with a ready task' }).waitFor();
    },
  },
  taskStep: {
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
  taskOpen: { act: (visit, app) => openRunTask(visit, app) },
  taskMenu: {
    after: 'taskOpen',
    act: async (visit) => {
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
    after: 'taskOpen',
    act: async (visit) => {
      const button = visit.tab.getByRole('button', { name: 'Save template' });
      await ((await button.isVisible()) ? button.click() : openMenuItem(visit, 'Save template'));
      await waitForDialog(visit, 'Save template');
      await visit.tab.getByRole('textbox', { name: 'Title' }).fill('Write a note on onboarding');
      await visit.tab.getByText('WARNING: This title already exists in your library.').waitFor();
    },
  },
  taskShare: {
    after: 'taskOpen',
    act: async (visit) => {
      await openMenuItem(visit, 'Share');
      await waitForDialog(visit, 'Share this task');
    },
  },
  taskDelete: {
    after: 'taskOpen',
    act: async (visit) => {
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
    after: 'taskOpen',
    act: async (visit) => {
      await openMenuItem(visit, 'Run history');
      await visit.tab.getByRole('list', { name: 'Run history' }).waitFor();
    },
  },
  taskCompare: {
    after: 'taskRuns',
    act: async (visit) => {
      await visit.tab.getByRole('button', { name: 'Compare', exact: true }).click();
      await visit.tab.getByText('Changed since the earlier run:').first().waitFor();
    },
  },
  taskPicker: {
    after: 'taskOpen',
    act: async (visit) => {
      await dropFile(visit);
      await waitForDialog(visit, 'Add document to the task or a task step');
    },
  },
  taskList: {
    after: 'taskOpen',
    act: async (visit) => {
      const show = visit.tab.getByRole('button', { name: 'Show history' });
      if ((await show.count()) > 0) await show.click();
      await visit.tab.getByRole('list', { name: 'Tasks' }).waitFor();
    },
  },
  taskOutput: {
    after: 'taskOpen',
    act: async (visit) => {
      if ((await visit.tab.getByRole('button', { name: 'Show workspace' }).count()) > 0) await openWorkspace(visit);
      await openWorkspaceTab(visit, 'Task Output');
    },
  },
  taskStates: {
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
        task.TaskData.forEach((step, index) => (step.stepAccordions = index === 3 ? ['step3', 'output3'] : []));
      }),
    // Waits until the response that is being changed has arrived.
    leave: (visit) => visit.page.unrouteAll({ behavior: 'wait' }),
  },
  taskRunning: {
    act: async (visit, app) => {
      await app.control('models', 'pace', { ms: 500, wordsPerDelta: 6 });
      await openNewTask(visit);
      await write(visit, 1, 'write 300 words about moving the office');
      await visit.tab.getByRole('button', { name: 'Add Step' }).click();
      await write(visit, 2, 'Summarize this in three points.');
      await visit.tab.getByRole('button', { name: 'Run All Steps' }).click();
      await visit.tab.getByRole('button', { name: 'Running …: Step 1' }).waitFor();
      await visit.page.waitForTimeout(2_000);
    },
  },
  taskConflict: {
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
