import { getTaskRun, getTaskRuns } from '../../../api/contract/taskRuns.ts';
import { getTask } from '../../../api/contract/tasks.ts';
import { startApp, type TestApp } from '../../harness/app/startApp.ts';
import { makeTask, runAll } from '../../harness/client/tasks.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp({ features: { knowledgeSearch: true, tasks: true, teamsBotEnabled: true } });
  await app.control('models', 'pace', { ms: 0 });
});
afterAll(() => app.close());

const read = (person: string, taskId: string) => app.as(person).call(getTask, { task_id: taskId });

describe('Ada runs a task of three steps', () => {
  it('in order, each with the output of the one before, and finds outputs and history later', async () => {
    const ada = app.as('ada');
    const prompts = ['repeat after me: Tea is at four. Cake is at five.', 'Summarize this.', 'When is tea served?'];
    const { taskId, stepIds } = await makeTask(ada, { prompts, chained: true });
    const run = await runAll(ada, taskId);
    expect(run).toMatchObject({ state: 'complete' });
    expect(stepIds.map((id) => run.outputs[id]?.state.name)).toEqual(['complete', 'complete', 'complete']);
    const task = await read('ada', taskId);
    expect(task.TaskData.map(({ stepOutput }) => stepOutput?.content)).toEqual(
      stepIds.map((id) => run.outputs[id]?.content),
    );
    expect(task.TaskData[1]?.stepOutput).toMatchObject({
      content: expect.stringContaining('Tea is at four. [1]'),
      links: [{ fileid: stepIds[0], filename: 'Output of Step 1' }],
    });
    const { runs } = await ada.call(getTaskRuns, { task_id: taskId });
    expect(runs).toMatchObject([{ run_id: run.run_id, mode: 'all', state: 'complete' }]);
    const history = await ada.call(getTaskRun, { run_id: run.run_id });
    expect(history.steps.map(({ previousTitle }) => previousTitle)).toEqual([null, 'Step 1', 'Step 2']);
  });
});
