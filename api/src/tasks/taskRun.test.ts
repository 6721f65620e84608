import { makePerson } from '#tests/harness/fakes/searchLibrary.ts';
import { makeStep } from '#tests/harness/client/tasks.ts';
import { ada, newId } from '#tests/harness/storage/rows.ts';
import { StepContent } from '#contract/tasks/tasks.ts';
import type { NewTaskRun } from '#api/storage/tables/tasks/taskRuns.ts';
import type { AppContext } from '#api/context.ts';
import { runOneStep } from './taskRun.ts';

const [taskId, stepId] = [newId(), newId()];

/** A store that accepts no run, and records the runs that it was asked to accept. */
function makeContext(asked: NewTaskRun[]): AppContext {
  const step = { id: stepId, content: StepContent.parse(makeStep('Plan tea.')), version: 1, panels: {} };
  const accept = async (run: NewTaskRun) => {
    asked.push(run);
    return { name: 'running' };
  };
  return {
    store: {
      tasks: { find: async () => ({ id: taskId, owner: ada }), listSteps: async () => [step] },
      taskRuns: { listOutputs: async () => new Map(), accept },
    },
    models: { find: async () => ({ deployment_name: 'thinker', temperature: 1 }) },
    clock: { now: () => new Date('2026-11-20T08:00:00Z') },
    organizations: { get: () => ({ budgets: { person: { day: null, month: null }, departments: [] } }) },
    runs: { processId: newId() },
  } as unknown as AppContext;
}

it.each([
  ['has the temperature of its model if no style was chosen', undefined, 1],
  ['has the temperature of the chosen style', 0.2, 0.2],
])('a run %s', async (_, temperature, expected) => {
  const asked: NewTaskRun[] = [];
  const options = { model: 'thinker', concise: false, functionCalling: false, disableSuperPrompt: false };
  const request = { ...options, temperature, sessionId: newId() };
  const run = runOneStep(makeContext(asked), makePerson(ada.id), { taskId, stepId }, request);
  await expect(run).rejects.toMatchObject({ code: 'task_running' });
  expect(asked.map(({ options: { temperature: used } }) => used)).toEqual([expected]);
});
