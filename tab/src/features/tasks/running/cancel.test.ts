import { followTaskRun, cancelTaskResponse } from '../../../../../api/contract/tasks/taskRuns.ts';
import { AvaError } from '../../../../../api/contract/errors.ts';
import { api } from '../../../api.ts';
import { leaveRun } from '../../../runs/activeRuns.ts';
import { toasts } from '../../../shell/toasts/toasts.ts';
import { createFakeStream, type FakeApi } from '../../../testing/fakeApi.ts';
import { getOpenTask, tasks } from '../tasks.state.ts';
import { taskTexts } from '../tasks.texts.ts';
import { cancelRun } from './cancel.actions.ts';
import { joinLastRun } from './run.actions.ts';

jest.mock('../../../api.ts');
jest.mock('../../../state/log.ts');

const server = api as FakeApi;

beforeEach(() => {
  server.reset();
  toasts.entries = [];
});

it('a run that another window started and that cannot be stopped can be stopped again', async () => {
  tasks.open['task'] = { task: { TaskId: 'task', lastRun: { state: 'running', run_id: 'run' } }, run: null } as never;
  server.open(followTaskRun, () => createFakeStream());
  server.answer(cancelTaskResponse, () => Promise.reject(new AvaError('unexpected')));
  joinLastRun('task');
  await cancelRun('task');
  expect(toasts.entries.map(({ text }) => text)).toEqual([taskTexts.cancelFailed]);
  expect(getOpenTask('task')?.run?.isCanceling).toBe(false);
  leaveRun('task');
});
