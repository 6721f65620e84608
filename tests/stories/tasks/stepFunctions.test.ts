import { copyTask, getTask, getTasks, saveTask, shareTask } from '#contract/tasks/tasks.ts';
import { getPerson } from '#sandbox/people.ts';
import { listAnswerRequests } from '#tests/harness/app/modelRequests.ts';
import { startApp, type TestApp } from '#tests/harness/app/startApp.ts';
import { addFiles, listCrawledFiles, makeCorpus } from '#tests/harness/client/corpora.ts';
import { SEARCH_MAIL, useTools } from '#tests/harness/client/functionCalls.ts';
import { makeTask, runAll, toSavedStep } from '#tests/harness/client/tasks.ts';
import { uploadAndRead } from '#tests/harness/client/uploads.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp({ features: { functionCalling: true, knowledgeSearch: true, tasks: true } });
  const site = await makeCorpus(ada(), 'Finance');
  const files = await listCrawledFiles(ada(), site.SiteId);
  const cards = files.filter(({ name }) => name === 'Company Cards.txt');
  await addFiles(ada(), site, cards);
});
afterAll(() => app.close());
beforeEach(async () => {
  await app.control('models', 'reset');
});

const ada = () => app.as('ada');

describe('a step of Ada', () => {
  it('calls functions where they are switched on, and cites what they found', async () => {
    const { taskId, stepIds } = await makeTask(ada(), { prompts: [useTools(['find_people', { name: 'Ben' }])] });
    const [id = ''] = stepIds;
    const on = await runAll(ada(), taskId, { function_calling: true });
    expect(on.outputs[id]).toMatchObject({
      state: { name: 'complete' },
      content: expect.stringMatching(/Ben .*\[1\]/),
      links: [{ number: 1, datatype: 'PERSON' }],
    });
    await app.control('models', 'reset');
    await runAll(ada(), taskId, { skip_fresh: false });
    const [request] = await listAnswerRequests(app);
    expect(request?.params['tools']).toBeUndefined();
  });

  /** @proves threat:lost-access-to-output */
  it('whose output is based on her mail gives a later SuperPrompt none of it, because a shared copy would have it', async () => {
    const { taskId, stepIds } = await makeTask(ada(), { prompts: [SEARCH_MAIL, 'Draft a reply.'], chained: true });
    const [, second] = (await ada().call(getTask, { task_id: taskId })).TaskData;
    if (!second) throw new Error('The task has no second step.');
    const TaskData = [toSavedStep(second, { enableSuperPrompt: true })];
    await ada().call(saveTask, { task_data: { TaskId: taskId, TaskData } });
    const { outputs } = await runAll(ada(), taskId, { function_calling: true });
    expect(outputs[stepIds[0] ?? '']?.content).toContain('showroom');
    const requests = await app.listRequests<{ messages: { content: string }[] }>('models');
    const superPrompts = requests.filter(({ messages }) => messages[0]?.content.startsWith('Task: super prompt'));
    expect(superPrompts).toHaveLength(1);
    expect(JSON.stringify(superPrompts)).not.toContain('showroom: last questions');
  });

  it('that names Finance after a typed @ searches it, as one with a picked mention does', async () => {
    const { taskId, stepIds } = await makeTask(ada(), { prompts: ['@Finance When is a company card blocked?'] });
    const { outputs } = await runAll(ada(), taskId);
    expect(outputs[stepIds[0] ?? '']?.links[0]).toMatchObject({ filename: 'Company Cards.txt' });
    // For Cleo, who can't read Finance, the name is a part of her prompt.
    const cleo = app.as('cleo');
    const other = await makeTask(cleo, { prompts: ['repeat after me: @Finance, hello'] });
    const run = await runAll(cleo, other.taskId);
    expect(run.outputs[other.stepIds[0] ?? '']?.content).toContain('@Finance, hello');
  });
});

/** @proves threat:lost-access-to-output */
it('a copy of a task for Ben has no file that Ada took from Microsoft 365, and her own copy has', async () => {
  const { taskId } = await makeTask(ada(), { prompts: ['Summarize the mail.'] });
  const [step] = (await ada().call(getTask, { task_id: taskId })).TaskData;
  if (!step) throw new Error('The task has no step.');
  const { file } = await uploadAndRead(ada(), new File(['Dear Ada, the price is 900.'], 'Offer.txt'));
  const own = { dataId: file.file_id, dataName: 'Offer.txt', dataSize: 27, dataType: 'TXT' as const };
  const mail = await uploadAndRead(ada(), new File(['Dear Ada, the price is 800.'], 'Reply.txt'));
  const taken = { ...own, dataId: mail.file.file_id, dataName: 'Reply.txt', dataSource: 'microsoft365' as const };
  const TaskData = [toSavedStep(step, { stepData: [own, taken] })];
  await ada().call(saveTask, { task_data: { TaskId: taskId, TaskData } });
  await ada().call(shareTask, { task_id: taskId, peers: [getPerson('ben').oid] });
  const { tasks } = await app.as('ben').call(getTasks, {});
  const names = async (person: string, task_id: string) =>
    (await app.as(person).call(getTask, { task_id })).TaskData[0]?.stepData.map(({ dataName }) => dataName);
  expect(await names('ben', tasks[0]?.TaskId ?? '')).toEqual(['Offer.txt']);
  const copy = await ada().call(copyTask, { task_id: taskId, new_task_id: crypto.randomUUID() });
  expect(await names('ada', copy.TaskId)).toEqual(['Offer.txt', 'Reply.txt']);
});
