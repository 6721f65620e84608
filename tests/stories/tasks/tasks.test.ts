import { randomUUID } from 'node:crypto';
import { setBotNotices, takeBotNotice } from '#contract/bot.ts';
import { getModels } from '#contract/models.ts';
import { listFreshness } from '#contract/tasks/taskRules.ts';
import {
  cancelTaskResponse,
  followTaskRun,
  generateSuperPrompt,
  generateTaskTitle,
  getTaskRun,
  getTaskRuns,
  seeTaskRun,
} from '#contract/tasks/taskRuns.ts';
import { deleteTask, getTask, saveTask } from '#contract/tasks/tasks.ts';
import { toRichText } from '#contract/tasks/taskText.ts';
import { collect, foldAnswer } from '#tests/harness/client/answers.ts';
import {
  foldRun,
  makeStep,
  makeTask,
  runAll,
  runStep,
  startAndWait,
  TASK_MODEL,
  toSavedStep,
} from '#tests/harness/client/tasks.ts';
import { getPromptText, listAnswerRequests } from '#tests/harness/app/modelRequests.ts';
import { eventually } from '#tests/harness/eventually.ts';
import { startApp, type TestApp } from '#tests/harness/app/startApp.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp({ features: { knowledgeSearch: true, tasks: true, teamsBotEnabled: true } });
});
afterAll(() => app.close());
beforeEach(async () => {
  await app.control('models', 'reset');
});

const ada = () => app.as('ada');
const read = (taskId: string, person = 'ada') => app.as(person).call(getTask, { task_id: taskId });
const toPrompt = (text: string) => ({ stepInput: { userPrompt: toRichText(text) } });
const say = (...texts: string[]) => texts.map((text) => `repeat after me: ${text}`);
/** Mutes the model for prompts that contain this text, so that their step runs until it is stopped. */
const mute = (match: string) => app.control('models', 'scenario', { name: 'silence', match });

async function getFreshness(taskId: string) {
  const { TaskData, TaskSettings } = await read(taskId);
  const model = (await ada().call(getModels, {})).models.find(({ model_alias }) => model_alias === TASK_MODEL);
  return listFreshness(TaskSettings, TaskData, {
    model: model?.deployment_name ?? '',
    temperature: 0.5,
    concise: false,
  });
}

describe('a run of all steps by Ada', () => {
  it('runs them in order, each with the output of the one before; she finds outputs and history later', async () => {
    const { taskId, stepIds } = await makeTask(ada(), {
      prompts: [...say('Tea is at four. Cake is at five.'), 'Summarize this.', 'Summarize this again.'],
      chained: true,
    });
    await ada().call(setBotNotices, { reference: 'tea at four' });
    const run = await runAll(ada(), taskId);
    expect(stepIds.map((id) => run.outputs[id]?.state.name)).toEqual(['complete', 'complete', 'complete']);
    const task = await read(taskId);
    expect(task.TaskData.map(({ stepOutput }) => stepOutput?.content)).toEqual(
      stepIds.map((id) => run.outputs[id]?.content),
    );
    expect(task.TaskData[1]?.stepOutput).toMatchObject({
      content: expect.stringContaining('Tea is at four. [1]'),
      links: [{ fileid: stepIds[0], filename: 'Output of Step 1' }],
    });
    expect(task.lastRun).toMatchObject({ run_id: run.run_id, mode: 'all', state: 'complete' });
    expect((await ada().call(getTaskRuns, { task_id: taskId })).runs).toEqual([task.lastRun]);
    const takeTasks = async () => (await ada().call(takeBotNotice, {})).tasks;
    const notice = { run_id: run.run_id, task_id: taskId, title: 'Tea plan', state: 'complete' };
    await eventually(async () => expect(await takeTasks()).toEqual([notice]));
    const seen = await runAll(ada(), taskId, { skip_fresh: false });
    await ada().call(seeTaskRun, { run_id: seen.run_id });
    const unseen = await runAll(ada(), taskId, { skip_fresh: false });
    await eventually(async () => expect(await takeTasks()).toEqual([{ ...notice, run_id: unseen.run_id }]));
    expect(await takeTasks()).toEqual([]);
    const { steps } = await ada().call(getTaskRun, { run_id: run.run_id });
    expect(steps.map(({ previousTitle }) => previousTitle)).toEqual([null, 'Step 1', 'Step 2']);
  });

  it('gives a step the outputs of several earlier steps, named by index or id, with its details', async () => {
    const prompts = [...say('Tea is at four.', 'Cake is at five.'), 'Summarize both.'];
    const { taskId, stepIds } = await makeTask(ada(), { prompts });
    const third = (await read(taskId)).TaskData[2];
    if (!third) throw new Error('The task has no third step.');
    const stepInput = {
      ...third.stepInput,
      stepInstructions: 'Address guests.',
      stepActions: 'Name both times.',
      stepGoalAndFormat: 'One table.',
    };
    const usePreviousStepOutput = [0, stepIds[1] ?? ''];
    const saved = { ...toSavedStep(third), stepInput, usePreviousStepOutput };
    await ada().call(saveTask, { task_data: { TaskId: taskId, TaskData: [saved] } });
    expect((await read(taskId)).TaskData[2]?.usePreviousStepOutput).toEqual(stepIds.slice(0, 2));
    const run = await runAll(ada(), taskId);
    expect(await getFreshness(taskId)).toEqual(['fresh', 'fresh', 'fresh']);
    const request = (await listAnswerRequests(app)).findLast((asked) =>
      getPromptText(asked).includes('Summarize both.'),
    );
    const prompt = request ? getPromptText(request) : '';
    for (const text of ['Output of Step 1', 'Tea is at four.', 'Output of Step 2', 'Cake is at five.'])
      expect(prompt).toContain(text);
    expect(prompt).toContain('Summarize both.\\n\\nAddress guests.\\n\\nName both times.\\n\\nOne table.');
    const { steps } = await ada().call(getTaskRun, { run_id: run.run_id });
    expect(steps[2]?.previousTitle).toBe('Step 1, Step 2');
    // A later step is out of date as soon as one of the outputs is.
    const [first] = (await read(taskId)).TaskData;
    if (!first) throw new Error('The task has no step.');
    const TaskData = [toSavedStep(first, toPrompt('repeat after me: Tea is at six.'))];
    await ada().call(saveTask, { task_data: { TaskId: taskId, TaskData } });
    expect(await getFreshness(taskId)).toEqual(['stale', 'fresh', 'stale']);
  });

  /** @proves call:saveTask */
  it('after a change runs only the changed step and those that build on it', async () => {
    const prompts = [...say('one'), 'Summarize this.', ...say('three')];
    const { taskId, stepIds } = await makeTask(ada(), { prompts });
    await runAll(ada(), taskId);
    expect(await getFreshness(taskId)).toEqual(['fresh', 'fresh', 'fresh']);
    const [first, second, third] = (await read(taskId)).TaskData;
    if (!first || !second || !third) throw new Error('The task has no steps.');
    await ada().call(saveTask, {
      task_data: {
        TaskId: taskId,
        TaskData: [
          toSavedStep(second, toPrompt('repeat after me: two')),
          toSavedStep(third, { usePreviousStepOutput: [second.stepId] }),
        ],
      },
    });
    expect(await getFreshness(taskId)).toEqual(['fresh', 'stale', 'stale']);
    const run = await runAll(ada(), taskId);
    expect(Object.keys(run.outputs).toSorted()).toEqual([stepIds[1], stepIds[2]].toSorted());
    expect(await getFreshness(taskId)).toEqual(['fresh', 'fresh', 'fresh']);
  });

  it('that fails at step 3 keeps the outputs of the steps before, and is resumed at step 3', async () => {
    const { taskId, stepIds } = await makeTask(ada(), { prompts: say('one', 'two', 'a broken cup', 'four') });
    await app.control('models', 'scenario', { name: '401', match: 'a broken cup' });
    const failed = await runAll(ada(), taskId);
    expect(failed.state).toBe('failed');
    expect((await read(taskId)).TaskData.map(({ stepOutput }) => stepOutput?.state.name)).toEqual([
      'complete',
      'complete',
      'failed',
      undefined,
    ]);
    await app.control('models', 'reset');
    const resumed = await runAll(ada(), taskId, { from_step_id: stepIds[2] ?? '' });
    expect(resumed).toMatchObject({ state: 'complete' });
    expect(Object.keys(resumed.outputs).toSorted()).toEqual(stepIds.slice(2).toSorted());
  });

  /** @proves call:cancelTaskResponse */
  it('that she cancels during step 2 keeps the text of step 2, and step 3 no longer waits', async () => {
    const { taskId, stepIds } = await makeTask(ada(), { prompts: say('one', 'a silent cup', 'three') });
    await mute('a silent cup');
    const { runId, session } = await startAndWait(ada(), taskId, stepIds[1]);
    const cancel = { task_session_id: taskId, event_session_id: session };
    expect(await ada().call(cancelTaskResponse, cancel)).toEqual({ cancelled: true });
    const run = await foldRun(await ada().stream(followTaskRun, { run_id: runId }));
    expect(run.state).toBe('stopped');
    expect(stepIds.map((id) => run.outputs[id]?.state.name)).toEqual(['complete', 'stopped', undefined]);
    expect((await read(taskId)).lastRun?.state).toBe('stopped');
  });

  it("tells the model which day it is in Ada's time zone", async () => {
    const { taskId } = await makeTask(ada(), { prompts: say('now') });
    await runAll(ada(), taskId, { time_zone: 'Pacific/Kiritimati' });
    expect(getPromptText((await listAnswerRequests(app)).at(-1))).toMatch(/Today is .+ \(Pacific\/Kiritimati\)/);
  });

  it('that is requested twice with the same id happens once', async () => {
    const { taskId } = await makeTask(ada(), { prompts: say('one') });
    const event_session_id = randomUUID();
    const first = await runAll(ada(), taskId, { event_session_id });
    const again = await runAll(ada(), taskId, { event_session_id });
    expect(again.run_id).toBe(first.run_id);
    expect((await ada().call(getTaskRuns, { task_id: taskId })).runs).toHaveLength(1);
  });

  it('that two windows start at once happens in one; the other gets the reason why not', async () => {
    const { taskId } = await makeTask(ada(), { prompts: say('one') });
    const both = await Promise.allSettled([runAll(ada(), taskId), runAll(ada(), taskId)]);
    expect(both.filter(({ status }) => status === 'rejected')).toMatchObject([{ reason: { code: 'task_running' } }]);
    expect((await ada().call(getTaskRuns, { task_id: taskId })).runs).toHaveLength(1);
  });

  it('stops if she deletes the task meanwhile, and the task is gone', async () => {
    const { taskId, stepIds } = await makeTask(ada(), { prompts: say('a quiet cup', 'two') });
    await mute('a quiet cup');
    const { runId } = await startAndWait(ada(), taskId, stepIds[0]);
    await ada().call(deleteTask, { session_id: taskId });
    expect((await foldRun(await ada().stream(followTaskRun, { run_id: runId }))).state).toBe('stopped');
    await expect(read(taskId)).rejects.toMatchObject({ code: 'not_found' });
  });
});

describe('two windows', () => {
  /** @proves threat:step-in-two-windows */
  it('get both versions of a step that both changed, and keep what only one changed', async () => {
    const { taskId } = await makeTask(ada(), { prompts: say('one', 'two') });
    const { TaskData, version } = await read(taskId);
    const [first, second] = TaskData;
    if (!first || !second) throw new Error('The task has no steps.');
    const save = (...steps: ReturnType<typeof toSavedStep>[]) =>
      ada().call(saveTask, { task_data: { TaskId: taskId, version, TaskData: steps } });
    await save(toSavedStep(first, toPrompt('mine')));
    await save(toSavedStep(second, toPrompt('only theirs')));
    const refused = save(toSavedStep(first, toPrompt('theirs')));
    await expect(refused).rejects.toMatchObject({
      code: 'task_changed',
      status: 409,
      data: {
        task: null,
        steps: [
          {
            stepId: first.stepId,
            version: 2,
            mine: { stepInput: { userPrompt: toRichText('theirs') } },
            theirs: { stepInput: { userPrompt: toRichText('mine') } },
          },
        ],
      },
    });
    await save({ ...toSavedStep(first, toPrompt('both')), version: 2 });
    const prompts = (await read(taskId)).TaskData.map(({ stepInput }) => stepInput.userPrompt);
    expect(prompts).toEqual([toRichText('both'), toRichText('only theirs')]);
  });
});

describe('a sentence says what is wrong with', () => {
  it('a step without a prompt, a step whose earlier output is missing, and a step that uses the output of a later one', async () => {
    const { taskId, stepIds } = await makeTask(ada(), { prompts: ['', 'Summarize this.'], chained: true });
    const [first = '', second = ''] = stepIds;
    const getError = async (stepId: string) => (await runStep(ada(), taskId, stepId)).outputs[stepId]?.state;
    expect(await getError(first)).toMatchObject({ name: 'failed', error: { code: 'empty_prompt' } });
    expect(await getError(second)).toMatchObject({ name: 'failed', error: { code: 'no_output' } });
    await ada().call(saveTask, { task_data: { TaskId: taskId, order: [second, first] } });
    expect(await getError(second)).toMatchObject({ name: 'failed', error: { code: 'unknown_step' } });
    const { steps } = await ada().call(saveTask, {
      task_data: { TaskId: taskId, deletedSteps: [{ stepId: first, version: 1 }] },
    });
    expect(steps).toEqual([{ stepId: second, version: 2 }]);
    expect((await read(taskId)).TaskData).toMatchObject([{ stepId: second, usePreviousStepOutput: [] }]);
  });

  it('a long title, too many steps, and a reference to an unknown step', async () => {
    const { taskId, stepIds } = await makeTask(ada(), { prompts: say('one') });
    const save = (change: object) => ada().call(saveTask, { task_data: { TaskId: taskId, ...change } });
    await expect(save({ TaskTitle: 'x'.repeat(10_000) })).rejects.toMatchObject({
      code: 'bad_request',
      detail: expect.stringContaining('A title can have at most 200 characters'),
    });
    const steps = (count: number) =>
      Array.from({ length: count }, () => ({ ...makeStep('tea'), stepId: randomUUID(), version: 0 }));
    for (let saved = 1; saved < 200; saved += 20) await save({ TaskData: steps(Math.min(20, 200 - saved)) });
    await expect(save({ TaskData: steps(1) })).rejects.toMatchObject({ code: 'too_many_steps' });
    const lost = { ...makeStep('tea', { usePreviousStepOutput: randomUUID() }), stepId: stepIds[0] ?? '', version: 1 };
    await expect(save({ TaskData: [lost] })).rejects.toMatchObject({ code: 'unknown_step' });
    expect((await read(taskId)).TaskData).toHaveLength(200);
  });
});

describe('a title and a super prompt', () => {
  /** @proves call:generateSuperPrompt call:generateTaskTitle */
  it('are written by the model; a run names a new task and writes the super prompt of its step', async () => {
    const { taskId, stepIds } = await makeTask(ada(), { title: 'New Task 2', prompts: say('Tea is at four.') });
    const [step] = (await read(taskId)).TaskData;
    if (!step) throw new Error('The task has no step.');
    await ada().call(saveTask, {
      task_data: { TaskId: taskId, TaskData: [toSavedStep(step, { enableSuperPrompt: true })] },
    });
    const run = await runStep(ada(), taskId, step.stepId);
    expect(run.title).toMatch(/tea/i);
    expect(run.superPrompts[stepIds[0] ?? '']?.previousUserPrompt).toBe('repeat after me: Tea is at four.');
    const task = await read(taskId);
    expect(task).toMatchObject({
      TaskTitle: run.title,
      TaskData: [
        { stepInput: { superPrompt: 'repeat after me: Tea is at four.' }, stepOutput: { content: 'Tea is at four.' } },
      ],
    });
    const ids = { event_session_id: randomUUID(), model: TASK_MODEL };
    const titled = await ada().stream(generateTaskTitle, { ...ids, task_data: { TaskId: taskId } });
    expect(foldAnswer(await collect(titled))).toMatchObject({ content: run.title, state: { name: 'complete' } });
    const prompted = await ada().stream(generateSuperPrompt, { ...ids, task_id: taskId, user_prompt: 'Plan tea' });
    expect(foldAnswer(await collect(prompted)).content).not.toBe('');
  });

  it('are written for the payloads of the specification, which have no session', async () => {
    const { taskId } = await makeTask(ada(), { title: 'New Task 3', prompts: say('Cake is at five.') });
    const titled = await ada().stream(generateTaskTitle, { task_data: await read(taskId) });
    expect(foldAnswer(await collect(titled)).content).toMatch(/cake/i);
    const request = { user_prompt: 'Plan cake', model: TASK_MODEL, step_data: [] };
    const prompted = await ada().stream(generateSuperPrompt, request);
    expect(foldAnswer(await collect(prompted)).content).toContain('Plan cake');
  });
});
