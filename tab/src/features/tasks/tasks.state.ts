import { proxy } from 'valtio';
import type { TaskRunView } from '#contract/tasks/taskEvents.ts';
import type { TaskConflict, TaskMetadata } from '#contract/tasks/tasks.ts';
import type { EditedTask, SavedTask } from './editedTask.ts';

export type SaveState =
  | { name: 'clean' }
  | { name: 'waiting' }
  | { name: 'saving' }
  | { name: 'failed'; detail: string }
  | { name: 'conflict'; conflict: TaskConflict };

/** What the screen shows of a run that this window started or follows. */
export interface ShownRun {
  view: TaskRunView;
  isCanceling: boolean;
  connection: 'live' | 'lost';
}

export interface OpenTask {
  task: EditedTask;
  /** What the server has, as far as this window knows. */
  saved: SavedTask;
  saving: SaveState;
  run: ShownRun | null;
  /** The part of a step that takes the focus when it is drawn, for example the prompt of a new step. */
  focus: { stepId: string; part: 'prompt' | 'title' } | null;
}

type Loading = { name: 'idle' } | { name: 'loading' } | { name: 'ready' } | { name: 'failed'; detail: string };

export type TaskDialog = 'template' | 'share' | 'runs' | 'delete';

export interface Tasks {
  list: Loading;
  metadata: TaskMetadata[];
  openId: string | null;
  opening: Loading;
  open: Record<string, OpenTask>;
  /** Whether the panel of the library is open. */
  isLibraryOpen: boolean;
  /** The dialog of the open task that is shown. */
  dialog: TaskDialog | null;
}

export function emptyTasks(): Tasks {
  return {
    list: { name: 'idle' },
    metadata: [],
    openId: null,
    opening: { name: 'idle' },
    open: {},
    isLibraryOpen: false,
    dialog: null,
  };
}

export const tasks = proxy<Tasks>(emptyTasks());

/** The open task with this id; `null` if it is not open in this window. */
export function getOpenTask(taskId: string): OpenTask | null {
  return tasks.open[taskId] ?? null;
}

export function isTaskRunning(open: { readonly run: { readonly view: { readonly state: string } } | null }): boolean {
  return open.run !== null && open.run.view.state === 'running';
}
