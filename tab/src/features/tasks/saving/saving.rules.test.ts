import type { StepContent, Task } from '#contract/tasks/tasks.ts';
import { createStep } from '#tab/features/tasks/editing/newStep.ts';
import type { EditedTask } from '#tab/features/tasks/editedTask.ts';
import {
  applySaved,
  buildChange,
  isUntouched,
  toContent,
  toEditedTask,
  toSavedTask,
  unsavedTask,
} from './change.rules.ts';
import { mergeTask, resolveConflict } from './merge.rules.ts';
import { restoreChange } from './pending.rules.ts';

const ids = ['a', 'b', 'c'];

function step(stepId: string, prompt = `prompt ${stepId}`): StepContent & { stepId: string } {
  return { ...toContent(createStep(0)), stepId, stepInput: { ...createStep(0).stepInput, userPrompt: prompt } };
}

/** The task as the server has it: three steps at version 1. */
function onServer(change: (task: Task) => void = () => undefined): Task {
  const task: Task = {
    TaskId: 'task',
    WorkspaceId: 'workspace',
    TemplateId: null,
    TaskTitle: 'Board report',
    TaskType: 'standard',
    lastUpdated: 1,
    shared: false,
    sharedBy: null,
    stepCount: 3,
    lastRun: null,
    version: 1,
    TaskSettings: { showTaskSettings: true, taskDescription: '', taskDocuments: [], shared: false, sharedBy: null },
    TaskData: ids.map((id, stepOrder) => ({ ...step(id), version: 1, stepOrder, stepOutput: null })),
  };
  change(task);
  return task;
}

function opened(change: (task: EditedTask) => void = () => undefined) {
  const server = onServer();
  const task = toEditedTask(server);
  change(task);
  return { task, saved: toSavedTask(onServer()) };
}

const setPrompt = (task: { TaskData: { stepInput: { userPrompt: string } }[] }, index: number, prompt: string) =>
  (task.TaskData[index]!.stepInput = { ...task.TaskData[index]!.stepInput, userPrompt: prompt });
const prompts = (task: EditedTask) => task.TaskData.map(({ stepInput }) => stepInput.userPrompt);

describe('what a save contains', () => {
  it('is nothing when nothing changed', () => {
    const { task, saved } = opened();
    expect(buildChange(task, saved)).toBeNull();
  });

  it('is only the step that changed, with the version it was based on', () => {
    const { task, saved } = opened((edited) => setPrompt(edited, 1, 'shorter'));
    const change = buildChange(task, saved);
    expect(change).toMatchObject({ version: 1, TaskData: [{ stepId: 'b', version: 1 }], deletedSteps: [] });
    expect(change).not.toHaveProperty('TaskTitle');
    expect(change).not.toHaveProperty('TaskSettings');
    expect(change).not.toHaveProperty('order');
  });

  it('names deleted steps and the new order', () => {
    const { task, saved } = opened((edited) => (edited.TaskData = [edited.TaskData[2]!, edited.TaskData[0]!]));
    expect(buildChange(task, saved)).toMatchObject({
      TaskData: [],
      deletedSteps: [{ stepId: 'b', version: 1 }],
      order: ['c', 'a'],
    });
  });

  it('is at most twenty steps; the order follows with the last ones', () => {
    const { task } = opened((edited) => {
      edited.TaskData = Array.from({ length: 25 }, (_, index) => ({
        ...step(`s${index}`),
        version: 0,
        stepOutput: null,
      }));
    });
    const first = buildChange(task, unsavedTask())!;
    expect(first.TaskData).toHaveLength(20);
    expect(first).not.toHaveProperty('order');
    const steps = first.TaskData.map(({ stepId }) => ({ stepId, version: 1 }));
    const saved = applySaved(unsavedTask(), task, first, { version: 1, WorkspaceId: 'workspace', steps });
    const second = buildChange(task, saved)!;
    expect(second.TaskData.map(({ stepId }) => stepId)).toEqual(['s20', 's21', 's22', 's23', 's24']);
    expect(second.order).toHaveLength(25);
  });

  it('has the super prompt only if the person edited it', () => {
    const { task, saved } = opened((edited) => setPrompt(edited, 0, 'new'));
    expect(buildChange(task, saved)?.TaskData[0]?.stepInput).not.toHaveProperty('superPrompt');
    task.TaskData[0]!.stepInput.superPrompt = 'mine';
    expect(buildChange(task, saved)?.TaskData[0]?.stepInput.superPrompt).toBe('mine');
  });

  it('is nothing again after it was accepted', () => {
    const { task, saved } = opened((edited) => {
      edited.TaskTitle = 'Budget';
      setPrompt(edited, 2, 'longer');
    });
    const change = buildChange(task, saved)!;
    const next = applySaved(saved, task, change, {
      version: 2,
      WorkspaceId: 'workspace',
      steps: [{ stepId: 'c', version: 2 }],
    });
    expect(next.steps['c']?.version).toBe(2);
    expect(buildChange(task, next)).toBeNull();
  });

  it('is nothing for a new task that nobody wrote in', () => {
    const { task } = opened((edited) => {
      edited.TaskTitle = 'New Task';
      edited.TaskData = [createStep(0)];
    });
    expect(isUntouched(task, unsavedTask())).toBe(true);
    setPrompt(task, 0, 'a word');
    expect(isUntouched(task, unsavedTask())).toBe(false);
  });

  it('saves a new task of which only the goal is written', () => {
    const { task } = opened((edited) => {
      edited.TaskTitle = 'New Task';
      edited.TaskData = [createStep(0)];
      edited.TaskData[0]!.stepInput.stepGoalAndFormat = 'A table for the board';
    });
    expect(isUntouched(task, unsavedTask())).toBe(false);
  });
});

describe('a merge of two windows', () => {
  it('keeps changes of different steps, and of different fields of one step', () => {
    const mine = opened((edited) => {
      setPrompt(edited, 0, 'mine');
      edited.TaskData[1]!.stepTitle = 'Compare';
    });
    const theirs = onServer((task) => {
      setPrompt(task, 1, 'theirs');
      task.TaskTitle = 'Their title';
      task.TaskData[1]!.version = 2;
    });
    const merged = mergeTask(mine, theirs);
    expect(merged.conflict).toBeNull();
    expect(prompts(merged.task)).toEqual(['mine', 'theirs', 'prompt c']);
    expect(merged.task.TaskData[1]?.stepTitle).toBe('Compare');
    expect(merged.task.TaskTitle).toBe('Their title');
    expect(buildChange(merged.task, merged.saved)?.TaskData.map(({ stepId, version }) => [stepId, version])).toEqual([
      ['a', 1],
      ['b', 2],
    ]);
  });

  it('asks when both changed the same prompt; the choice `both` keeps theirs and adds mine below', () => {
    const merged = mergeTask(
      opened((edited) => setPrompt(edited, 1, 'mine')),
      onServer((task) => {
        setPrompt(task, 1, 'theirs');
        task.TaskData[1]!.version = 2;
      }),
    );
    expect(merged.conflict?.steps).toMatchObject([{ stepId: 'b', version: 2 }]);
    const choose = (choice: 'mine' | 'theirs' | 'both') =>
      prompts(resolveConflict(merged.task, merged.conflict!, { b: choice }, () => 'copy'));
    expect(choose('mine')).toEqual(['prompt a', 'mine', 'prompt c']);
    expect(choose('theirs')).toEqual(['prompt a', 'theirs', 'prompt c']);
    expect(choose('both')).toEqual(['prompt a', 'theirs', 'mine', 'prompt c']);
  });

  it('keeps the steps that both added', () => {
    const merged = mergeTask(
      opened((edited) => edited.TaskData.push({ ...step('mine'), version: 0, stepOutput: null })),
      onServer((task) => task.TaskData.push({ ...step('theirs'), version: 1, stepOrder: 3, stepOutput: null })),
    );
    expect(merged.task.TaskData.map(({ stepId }) => stepId).toSorted()).toEqual(['a', 'b', 'c', 'mine', 'theirs']);
  });

  it('asks about a step that one deleted and the other edited', () => {
    const merged = mergeTask(
      opened((edited) => setPrompt(edited, 1, 'mine')),
      onServer((task) => task.TaskData.splice(1, 1)),
    );
    expect(merged.conflict?.steps).toMatchObject([{ stepId: 'b', version: 0, theirs: null }]);
    expect(prompts(resolveConflict(merged.task, merged.conflict!, { b: 'mine' }, () => 'x'))).toContain('mine');
    expect(prompts(resolveConflict(merged.task, merged.conflict!, { b: 'theirs' }, () => 'x'))).not.toContain('mine');
  });
});

describe('a change that a closed page left behind', () => {
  it('is applied to the task again', () => {
    const { task, saved } = opened((edited) => {
      setPrompt(edited, 0, 'half a sent');
      edited.TaskData.push({ ...step('d'), version: 0, stepOutput: null });
    });
    const restored = restoreChange(onServer(), buildChange(task, saved)!);
    expect(restored.conflict).toBeNull();
    expect(prompts(restored.task)).toEqual(['half a sent', 'prompt b', 'prompt c', 'prompt d']);
  });

  it('restores a task that was never saved', () => {
    const { task } = opened();
    const restored = restoreChange(null, buildChange(task, unsavedTask())!);
    expect(prompts(restored.task)).toEqual(prompts(task));
    expect(restored.task).toMatchObject({ TaskId: 'task', TaskTitle: 'Board report', WorkspaceId: 'workspace' });
  });

  it('becomes a conflict if another window has changed the step since', () => {
    const { task, saved } = opened((edited) => setPrompt(edited, 0, 'mine'));
    const server = onServer((theirs) => {
      setPrompt(theirs, 0, 'theirs');
      theirs.TaskData[0]!.version = 2;
    });
    expect(restoreChange(server, buildChange(task, saved)!).conflict?.steps).toMatchObject([
      { stepId: 'a', version: 2 },
    ]);
  });
});
