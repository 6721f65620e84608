import { createSearchLibrary, makePerson, makeSiteId, type SearchLibrary } from '#tests/harness/fakes/searchLibrary.ts';
import { ada, ben, newId } from '#tests/harness/storage/rows.ts';
import { makeStoreOnAnyEngine, type TestStore } from '#tests/harness/storage/testStore.ts';
import { makeStep } from '#tests/harness/client/tasks.ts';
import { errors } from '#contract/errors.ts';
import type { StepState } from '#contract/tasks/taskEvents.ts';
import { TaskChange } from '#contract/tasks/tasks.ts';
import { unlimitedRuns } from '#api/storage/tables/runs/runAllowance.ts';
import type { Database } from '#api/storage/database.ts';
import type { Origin } from '#api/storage/tables/search/searches.ts';
import type { AppContext } from '#api/context.ts';
import { HIDDEN_OUTPUT } from './readableOutputs.ts';
import { readTaskOutputs } from './taskOutputs.ts';

const finance = makeSiteId(1);
const salaries = { siteId: finance, itemId: 'salaries' };
const Ben = makePerson(ben.id);
const complete = { name: 'complete', finish: 'stop' } as const;

let store: TestStore;
let database: Database;
let library: SearchLibrary;
let ctx: AppContext;
beforeAll(async () => {
  store = await makeStoreOnAnyEngine();
  database = await store.open();
  library = createSearchLibrary(database);
  ctx = library.ctx as unknown as AppContext;
  await library.put(finance, 'salaries', ['Band C runs from 52,400.']);
});
afterAll(async () => {
  await database?.close();
  await store?.cleanUp();
});

/** Saves a task of Ben with these steps. */
async function saveTask(titles: readonly string[]): Promise<{ taskId: string; stepIds: string[] }> {
  const [taskId, stepIds] = [newId(), titles.map(newId)];
  const steps = titles.map((stepTitle, index) => ({ ...makeStep('x'), stepTitle, stepId: stepIds[index], version: 0 }));
  const change = TaskChange.parse({ TaskId: taskId, TaskTitle: 'Pay talks', TaskData: steps });
  expect(await ctx.store.tasks.save(ben, change, ctx.clock.now())).toMatchObject({ name: 'saved' });
  return { taskId, stepIds };
}

/** Saves outputs of the steps by one run. */
async function saveOutputs(
  { taskId, stepIds }: { taskId: string; stepIds: readonly string[] },
  outputs: readonly { text: string; state?: StepState; origins?: Origin[] }[],
): Promise<void> {
  const [runId, processId, now] = [newId(), newId(), ctx.clock.now()];
  const options = { model: 'm', temperature: 1, concise: false, functionCalling: false, disableSuperPrompt: false };
  const run = { id: runId, taskId, mode: 'all' as const, options: { ...options, skipFresh: false }, owner: ben, now };
  const ids = { stepIds: [...stepIds], sessionId: newId(), processId, tokens: 1 };
  expect(await ctx.store.taskRuns.accept({ ...run, ...ids }, unlimitedRuns)).toMatchObject({ name: 'accepted' });
  const saved = [];
  for (const [index, { text, state = complete, origins = [] }] of outputs.entries()) {
    const stepId = stepIds[index] ?? '';
    const at = now.getTime() + index;
    const output = { run_id: runId, state, content: text, links: [], inputs: null, startedAt: at, endedAt: at };
    const details = { stepTitle: '', prompt: '', files: [], sites: [], previousTitle: null };
    await ctx.store.taskRuns.beginOutput(taskId, { stepId, output, details, origins }, ben, new Date(at));
    saved.push({ stepId, output });
  }
  const task = { outputs: saved, state: 'complete' as const };
  await ctx.store.runs.commit(processId, [{ runId, events: [], answer: null, task, ended: true }]);
}

const readTexts = async (taskId: string) =>
  (await readTaskOutputs(ctx, Ben, taskId)).outputs.map(({ markdown }) => markdown);

describe('the outputs of a task', () => {
  it('are in the order of its steps, without steps that run or have no text', async () => {
    const task = await saveTask(['Numbers', '', 'Letter', 'Poem', 'Later']);
    await saveOutputs(task, [
      { text: 'Seven.' },
      { text: 'Eight.', state: { name: 'stopped' } },
      { text: '', state: { name: 'failed', error: { code: 'no_output', detail: 'None.' } } },
      { text: 'Roses', state: { name: 'running', stage: 'thinking' } },
    ]);
    expect(await readTaskOutputs(ctx, Ben, task.taskId)).toEqual({
      title: 'Pay talks',
      outputs: [
        { stepId: task.stepIds[0], title: 'Numbers', markdown: 'Seven.', citations: [] },
        { stepId: task.stepIds[1], title: 'Step 2', markdown: 'Eight.', citations: [] },
      ],
    });
    await expect(readTaskOutputs(ctx, makePerson(ada.id), task.taskId)).rejects.toMatchObject({ code: 'not_found' });
  });

  /** @proves threat:lost-access-to-output */
  it('hide what Ben can no longer read, also through an earlier output, until he can read it again', async () => {
    const task = await saveTask(['Pay', 'Summary', 'Tea']);
    await saveOutputs(task, [
      { text: 'Band C: 52,400.', origins: [salaries] },
      { text: 'In short, 52,400.', origins: [salaries] },
      { text: 'At four.' },
    ]);
    const readable = ['Band C: 52,400.', 'In short, 52,400.', 'At four.'];
    library.permissions.add(`${ben.id}/salaries`);
    expect(await readTexts(task.taskId)).toEqual(readable);
    library.permissions.clear();
    await library.ctx.clock.advance(30_000);
    expect(await readTexts(task.taskId)).toEqual([HIDDEN_OUTPUT, HIDDEN_OUTPUT, 'At four.']);
    library.permissions.add(`${ben.id}/salaries`);
    await library.ctx.clock.advance(30_000);
    expect(await readTexts(task.taskId)).toEqual(readable);
    library.available.graph = false;
    await library.ctx.clock.advance(30_000);
    const { detail } = errors.graph_unavailable;
    expect(await readTexts(task.taskId)).toEqual([detail, detail, 'At four.']);
  });
});
