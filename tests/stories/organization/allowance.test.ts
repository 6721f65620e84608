import { getOrganizationSettings, saveOrganizationSettings } from '#contract/admin/admin.ts';
import { getUsage } from '#contract/admin/usage.ts';
import { generateTitle, getChats, newChat } from '#contract/chats/chat.ts';
import type { Client } from '#contract/client.ts';
import { AvaError, errors } from '#contract/errors.ts';
import { applyTaskEvent, emptyTaskRun } from '#contract/tasks/taskEvents.ts';
import { cancelTaskResponse, followTaskRun, generateTaskTitle } from '#contract/tasks/taskRuns.ts';
import { getTask } from '#contract/tasks/tasks.ts';
import { ask, makeChat } from '#tests/harness/client/answers.ts';
import { foldRun, makeTask, openRun, runAll, TASK_MODEL } from '#tests/harness/client/tasks.ts';
import { eventually } from '#tests/harness/eventually.ts';
import { startApp, type TestApp } from '#tests/harness/app/startApp.ts';

/**
 * Tokens that one title or step of these tests uses at most. Ten steps use three times as much, and 150 titles a
 * hundred times.
 */
const ONE_CALL = 700;
const USED_UP = /Your budget for today is used up\. It is renewed on/;

let app: TestApp;
let ada: Client;
let dev: Client;
beforeAll(async () => {
  app = await startApp({ features: { tasks: true } });
  [ada, dev] = [app.as('ada'), app.as('dev')];
});
afterAll(() => app.close());

async function setBudget(day: number | null): Promise<void> {
  const { version, settings } = await dev.call(getOrganizationSettings, {});
  const budgets = { person: { day, month: null }, departments: [] };
  await dev.call(saveOrganizationSettings, { version, settings: { ...settings, budgets } });
}

async function countTokens(): Promise<number> {
  const today = (await dev.call(getUsage, { days: 7 })).days.at(-1);
  return (today?.prompt_tokens ?? 0) + (today?.answer_tokens ?? 0);
}

describe('a run of ten steps, with a budget of 1,000 tokens', () => {
  let taskId: string;
  let stepIds: string[];

  /** @proves threat:allowance */
  it('uses at most one call more than the budget; the other steps wait and show that the budget is used up', async () => {
    await setBudget(1_000);
    const prompts = Array.from({ length: 10 }, (_, index) => `repeat after me: cup ${index}`);
    ({ taskId, stepIds } = await makeTask(ada, { prompts }));
    const run = await runAll(ada, taskId);
    expect(await countTokens()).toBeLessThan(1_000 + ONE_CALL);
    const states = stepIds.map((id) => run.outputs[id]?.state);
    expect(states[0]).toMatchObject({ name: 'complete' });
    expect(states[9]).toMatchObject({ name: 'needs_you', error: { code: 'budget_used_up' } });
    for (const state of states)
      if (state?.name !== 'complete')
        expect(state).toMatchObject({ error: { detail: expect.stringMatching(USED_UP) } });
    expect(run.state).toBe('needs_you');
  });

  /** @proves threat:waiting-for-limits */
  it('still waits after a restart while the budget is used up, and a new run is refused', async () => {
    await app.terminate();
    await app.restart();
    const { lastRun } = await ada.call(getTask, { task_id: taskId });
    expect(lastRun?.state).toBe('needs_you');
    await expect(runAll(ada, taskId)).rejects.toMatchObject({ code: 'budget_used_up', status: 429 });
  });

  /** @proves threat:waiting-for-limits */
  it('continues when Ada opens the task after the budget was renewed', async () => {
    await setBudget(null);
    const runId = await eventually(async () => {
      const { lastRun } = await ada.call(getTask, { task_id: taskId });
      expect(lastRun?.state).not.toBe('needs_you');
      return lastRun?.run_id ?? '';
    });
    expect((await foldRun(await ada.stream(followTaskRun, { run_id: runId }))).state).toBe('complete');
    const { TaskData } = await ada.call(getTask, { task_id: taskId });
    expect(TaskData.map(({ stepOutput }) => stepOutput?.content)).toEqual(stepIds.map((_, index) => `cup ${index}`));
  });
});

describe('titles without allowance', () => {
  /** @proves threat:titles-and-queries */
  it('for 150 chats use at most one call more than the budget; the others are refused', async () => {
    const before = await countTokens();
    await setBudget(before + 1_000);
    const text = `What does the ${'very '.repeat(600)}long train cost?`;
    const ends: (string | AvaError)[] = [];
    for (let count = 0; count < 150; count += 1) {
      const { ConversationId } = await ada.call(newChat, {});
      ends.push(
        await ada.call(generateTitle, { convo_id: ConversationId, text }).catch((error: unknown) => error as AvaError),
      );
    }
    expect(await countTokens()).toBeLessThan(before + 1_000 + ONE_CALL);
    const refused = ends.filter((end) => end instanceof AvaError);
    expect(refused.length).toBeGreaterThan(140);
    for (const error of refused) expect(error).toMatchObject({ code: 'budget_used_up', status: 429 });
  });

  it('for a chat are refused; the chat is named after its question, and the error contains this title', async () => {
    const { ConversationId } = await ada.call(newChat, {});
    const call = ada.call(generateTitle, { convo_id: ConversationId, text: 'When is tea?' });
    await expect(call).rejects.toMatchObject({ code: 'budget_used_up', data: { title: 'When is tea?' } });
    const chats = await ada.call(getChats, {});
    expect(JSON.stringify(chats)).toContain('When is tea?');
  });

  it('for a task are refused as well', async () => {
    const { taskId } = await makeTask(ada, { prompts: ['When is tea?'] });
    const input = { event_session_id: crypto.randomUUID(), model: TASK_MODEL, task_data: { TaskId: taskId } };
    await expect(ada.stream(generateTaskTitle, input)).rejects.toMatchObject({ code: 'budget_used_up', status: 429 });
  });
});

describe('a run that has used the tokens of a minute', () => {
  let limited: TestApp;
  beforeAll(async () => {
    limited = await startApp({ features: { tasks: true }, env: { TOKENS_PER_PERSON: '100' } });
  });
  afterAll(() => limited.close());

  /** @proves threat:waiting-for-limits */
  it('waits at its next step and shows which limit is reached, until Ada cancels it', async () => {
    const person = limited.as('ada');
    const { taskId, stepIds } = await makeTask(person, { prompts: ['repeat after me: one', 'repeat after me: two'] });
    const session = crypto.randomUUID();
    const run = emptyTaskRun('');
    for await (const event of await openRun(person, taskId, { event_session_id: session })) {
      applyTaskEvent(run, event);
      const state = run.outputs[stepIds[1] ?? '']?.state;
      if (state?.name !== 'running' || state.detail === undefined) continue;
      expect(state).toEqual({ name: 'running', stage: 'waiting', detail: errors.too_many_requests.detail });
      await person.call(cancelTaskResponse, { task_session_id: taskId, event_session_id: session });
    }
    expect(run.state).toBe('stopped');
    expect(stepIds.map((id) => run.outputs[id]?.state.name)).toEqual(['complete', 'stopped']);
  });

  it('blocks new runs and questions', async () => {
    const person = limited.as('ada');
    const { taskId } = await makeTask(person, { prompts: ['repeat after me: three'] });
    await expect(runAll(person, taskId)).rejects.toMatchObject({ code: 'too_many_requests', status: 429 });
    const question = ask(person, { convo_id: await makeChat(person), text: 'repeat after me: tea' });
    await expect(question).rejects.toMatchObject({ code: 'too_many_requests', status: 429 });
  });
});
