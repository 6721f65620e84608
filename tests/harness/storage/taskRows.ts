import { TaskChange } from '#contract/tasks/tasks.ts';
import type { Owner } from '#api/storage/schema.ts';
import type { Store } from '#api/storage/store.ts';
import type { LibraryTaskRow } from '#api/storage/tables/tasks/libraryTasks.ts';
import type { TaskCopy } from '#api/storage/tables/tasks/copyTask.ts';
import type { StepRow, TaskRow } from '#api/storage/tables/tasks/tasks.ts';
import { newId } from './rows.ts';

/** A task with one step whose prompt has this length. */
export const makeTaskChange = (length: number, changes: { taskId?: string; stepId?: string; version?: number } = {}) =>
  TaskChange.parse({
    TaskId: changes.taskId ?? newId(),
    version: changes.version ?? 0,
    TaskData: [
      {
        stepId: changes.stepId ?? newId(),
        version: changes.version ?? 0,
        stepTitle: 'Tea',
        stepInput: { userPrompt: 'p'.repeat(length) },
      },
    ],
  });

/** Saves a task with one step, and returns how that ended. */
export const saveTaskOf = async (store: Store, owner: Owner, length: number) =>
  store.tasks.save(owner, makeTaskChange(length), new Date());

/** Creates a task with one step, and returns it. */
export async function createTaskOf(store: Store, owner: Owner, length: number): Promise<TaskRow> {
  const result = await saveTaskOf(store, owner, length);
  if (result.name !== 'saved') throw new Error(`The task was refused: ${result.name}`);
  return result.task;
}

/** A copy of a task for another person, or for its owner without a sharer. */
export function makeTaskCopy(
  task: TaskRow,
  steps: readonly StepRow[],
  { to, sharer, fileIds = [] }: { to: Owner; sharer: Owner | null; fileIds?: readonly string[] },
): TaskCopy {
  const copies = steps.map((step) => ({ ...step, id: newId() }));
  const id = newId();
  return {
    id,
    from: task.owner,
    fileIds,
    to,
    sharer,
    now: new Date(),
    toRows: (files) => ({
      task: { ...task, id, stepOrder: copies.map((step) => step.id), sharedBy: sharer && 'Ada Moreau' },
      steps: copies.map((step) => ({
        ...step,
        content: { ...step.content, stepData: [...files.values()].map((dataId) => ({ dataId }) as never) },
      })),
    }),
  };
}

/** An item of the library with these steps. */
export function makeLibraryTask(owner: Owner, steps: StepRow[], changes: Partial<LibraryTaskRow> = {}): LibraryTaskRow {
  return {
    id: newId(),
    owner: { ...owner, name: 'Ada Moreau', email: 'ada.moreau@northwind.example' },
    title: newId(),
    description: '',
    teamId: null,
    tags: [],
    settings: { showTaskSettings: true, taskDescription: '', taskDocuments: [] },
    steps,
    peers: [],
    updatedAt: new Date(),
    ...changes,
  };
}
