import { followTaskRun, cancelTaskResponse } from '#contract/tasks/taskRuns.ts';
import { AvaError } from '#contract/errors.ts';
import { api } from '#tab/api.ts';
import { leaveRun } from '#tab/runs/activeRuns.ts';
import { toasts } from '#tab/shell/toasts/toasts.ts';
import { createFakeStream, type FakeApi } from '#tab/testing/fakeApi.ts';
import { getOpenTask, tasks } from '#tab/features/tasks/tasks.state.ts';
import { taskTexts } from '#tab/features/tasks/tasks.texts.ts';
import { cancelRun } from './cancel.actions.ts';
import { joinLastRun } from './run.actions.ts';

jest.mock('#tab/api.ts');
jest.mock('#tab/state/log.ts');

const server = api as FakeApi;

beforeEach(() => {
  server.reset();
  toasts.entries = [];
});

it('if a run that another window started cannot be stopped, the person can try again', async () => {
  tasks.open['task'] = { task: { TaskId: 'task', lastRun: { state: 'running', run_id: 'run' } }, run: null } as never;
  server.open(followTaskRun, () => createFakeStream());
  server.answer(cancelTaskResponse, () => Promise.reject(new AvaError('unexpected')));
  joinLastRun('task');
  await cancelRun('task');
  expect(toasts.entries.map(({ text }) => text)).toEqual([taskTexts.cancelFailed]);
  expect(getOpenTask('task')?.run?.isCanceling).toBe(false);
  leaveRun('task');
});
