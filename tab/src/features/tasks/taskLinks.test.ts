import { AvaError } from '#contract/errors.ts';
import { getTask, getTasks } from '#contract/tasks/tasks.ts';
import { api } from '#tab/api.ts';
import { toasts } from '#tab/shell/toasts/toasts.ts';
import { writeLocal } from '#tab/state/localStorage.ts';
import { setStorageOwner } from '#tab/state/storageOwner.ts';
import { followTaskLink } from '#tab/teams/teamsHost.ts';
import type { FakeApi } from '#tab/testing/fakeApi.ts';
import { ada, sampleId } from '#tab/testing/samples.ts';
import { startTasks } from './tasks.actions.ts';
import { emptyTasks, tasks } from './tasks.state.ts';
import { taskTexts } from './tasks.texts.ts';

jest.mock('#tab/api.ts');
jest.mock('#tab/state/log.ts');
jest.mock('./running/run.actions.ts');
jest.mock('#tab/features/chat/mentions/mentionGroups.actions.ts');

const server = api as FakeApi;
const [linked, last] = [sampleId(), sampleId()];

beforeEach(() => {
  server.reset();
  server.answer(getTasks, () => ({ tasks: [] }));
  Object.assign(tasks, emptyTasks());
  toasts.entries = [];
  localStorage.clear();
  setStorageOwner(ada);
  writeLocal('openTask', last);
});

function serve(...taskIds: string[]): void {
  server.answer(getTask, ({ task_id }) => {
    if (!taskIds.includes(task_id)) throw new AvaError('not_found');
    return {
      TaskId: task_id,
      WorkspaceId: sampleId(),
      TemplateId: null,
      TaskTitle: 'Office move',
      version: 1,
      stepIds: [],
      shared: false,
      sharedBy: null,
      updatedAt: '2026-11-02T09:30:00.000Z',
      lastRun: null,
      TaskSettings: { taskDescription: '', taskDocuments: [], showTaskSettings: false, version: 1 },
      TaskData: [],
    } as never;
  });
}

async function arriveAt(address: string): Promise<void> {
  window.history.replaceState(null, '', address);
  followTaskLink('/tasks');
  await startTasks(ada.id);
}

it('opens the linked task once, in Tasks', async () => {
  serve(linked, last);
  await arriveAt(`/?sub=task/${linked}`);
  expect(`${window.location.pathname}${window.location.search}`).toBe('/tasks');
  expect(tasks.openId).toBe(linked);
});

it('opens the last task for a link to Tasks, and does not use a link to a chat', async () => {
  serve(last);
  await arriveAt('/?sub=task');
  expect(tasks.openId).toBe(last);
  await arriveAt(`/?sub=chat/${linked}`);
  expect(`${window.location.pathname}${window.location.search}`).toBe(`/?sub=chat/${linked}`);
});

it('says that a deleted or foreign task can’t be opened, and opens the last one', async () => {
  serve(last);
  await arriveAt(`/?sub=task/${linked}`);
  expect(toasts.entries.map(({ text }) => text)).toEqual([taskTexts.linkedTaskMissing]);
  expect(tasks.openId).toBe(last);
});

it('opens a new task if the last one was the linked one', async () => {
  serve();
  await arriveAt(`/?sub=task/${last}`);
  expect(toasts.entries.map(({ text }) => text)).toEqual([taskTexts.linkedTaskMissing]);
  expect(tasks.openId).not.toBe(last);
  expect(tasks.opening).toEqual({ name: 'ready' });
});
