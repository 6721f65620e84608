import { randomUUID } from 'node:crypto';
import { createClient } from '#contract/client.ts';
import { deleteLibraryTask, getTaskLibrary, saveLibraryTask, updateLibraryTask } from '#contract/tasks/taskLibrary.ts';
import { followAnswerRun } from '#contract/runs/answerEvents.ts';
import { applyTaskEvent, emptyTaskRun } from '#contract/tasks/taskEvents.ts';
import { followTaskRun, getTaskRun } from '#contract/tasks/taskRuns.ts';
import { copyTask, getTask, getTasks, shareTask } from '#contract/tasks/tasks.ts';
import { HIDDEN_OUTPUT } from '#api/tasks/readableOutputs.ts';
import { getWorkspace, saveWorkspace } from '#contract/workspace.ts';
import { getPerson } from '#sandbox/people.ts';
import { collect } from '#tests/harness/client/answers.ts';
import { addFiles, listCrawledFiles, makeCorpus } from '#tests/harness/client/corpora.ts';
import { makeTask, mentionFinance, openRun, runAll, runStep } from '#tests/harness/client/tasks.ts';
import { startApp, type TestApp } from '#tests/harness/app/startApp.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp({ features: { knowledgeSearch: true, tasks: true } });
});
afterAll(() => app.close());

const ada = () => app.as('ada');
const read = (taskId: string, person = 'ada') => app.as(person).call(getTask, { task_id: taskId });
const say = (...texts: string[]) => texts.map((text) => `repeat after me: ${text}`);

describe('other people', () => {
  /** @proves threat:task-owner call:getTaskLibrary call:saveLibraryTask call:deleteLibraryTask call:shareTask */
  it('get copies without outputs, and load from the library what was shared with them', async () => {
    const { taskId } = await makeTask(ada(), { title: 'Tea for all', prompts: say('one') });
    await runAll(ada(), taskId);
    const [ben, cleo] = [app.as('ben'), app.as('cleo')];
    await ada().call(shareTask, { task_id: taskId, peers: [getPerson('ben').oid] });
    const copy = (await ben.call(getTasks, {})).tasks.find(({ TaskTitle }) => TaskTitle === 'Tea for all');
    expect(copy).toMatchObject({ shared: true, sharedBy: 'Ada Moreau', lastRun: null });
    expect((await read(copy?.TaskId ?? '', 'ben')).TaskData).toMatchObject([{ stepOutput: null }]);
    const item = {
      TaskLibraryId: randomUUID(),
      TaskId: taskId,
      TaskLibraryTitle: 'Tea for all',
      TaskLibraryDescription: 'Says one',
      peers: [getPerson('ben').oid],
    };
    await ada().call(saveLibraryTask, { library_task: item });
    await expect(
      ada().call(saveLibraryTask, {
        library_task: { ...item, TaskLibraryId: randomUUID(), TaskLibraryTitle: 'tea FOR all ' },
      }),
    ).rejects.toMatchObject({ code: 'title_exists' });
    const list = async (person: typeof ben) =>
      (await person.call(getTaskLibrary, {})).tasks.filter(({ TaskLibraryId: id }) => id === item.TaskLibraryId);
    expect(await list(ada())).toMatchObject([{ mine: true, can: { delete: true }, TaskLibraryTags: ['Ada Moreau'] }]);
    expect(await list(ben)).toMatchObject([{ mine: false, can: { delete: false } }]);
    expect(await list(cleo)).toEqual([]);
    const load = { library_id: item.TaskLibraryId, new_task_id: randomUUID() };
    await expect(cleo.call(copyTask, load)).rejects.toMatchObject({ code: 'not_found' });
    // Ben also has the copy that Ada shared with him, so the title of this one gets a number.
    const loaded = { TaskTitle: 'Tea for all (2)', TemplateId: item.TaskLibraryId, stepCount: 1 };
    expect(await ben.call(copyTask, load)).toMatchObject(loaded);
    await expect(ben.call(deleteLibraryTask, { task_id: item.TaskLibraryId })).rejects.toMatchObject({
      code: 'not_allowed',
    });
    await ada().call(deleteLibraryTask, { task_id: item.TaskLibraryId });
    expect(await list(ben)).toEqual([]);
  });
});

describe('a copied task', () => {
  it('has a workspace of its own, in which its owner keeps notes', async () => {
    const { taskId } = await makeTask(ada(), { title: 'Notes for tea', prompts: say('one') });
    await ada().call(shareTask, { task_id: taskId, peers: [getPerson('ben').oid] });
    const shared = (await app.as('ben').call(getTasks, {})).tasks.find(
      ({ TaskTitle }) => TaskTitle === 'Notes for tea',
    );
    const duplicate = await ada().call(copyTask, { task_id: taskId, new_task_id: randomUUID() });
    const ids = [duplicate.WorkspaceId, shared?.WorkspaceId ?? '', (await read(taskId)).WorkspaceId];
    expect(new Set(ids).size).toBe(3);
    const [id = ''] = ids;
    expect((await read(duplicate.TaskId)).WorkspaceId).toBe(id);
    const notes = { workspace_id: id, content: { notes: 'Ask for milk' }, version: 0 };
    await ada().call(saveWorkspace, notes);
    expect((await ada().call(getWorkspace, { workspace_id: id })).content).toMatchObject({ notes: 'Ask for milk' });
  });

  it('that a colleague has shared still says who shared it, because its prompts are by that colleague', async () => {
    const { taskId } = await makeTask(ada(), { title: 'Tea for Ben', prompts: say('one') });
    const ben = app.as('ben');
    await ada().call(shareTask, { task_id: taskId, peers: [getPerson('ben').oid] });
    const shared = (await ben.call(getTasks, {})).tasks.find(({ TaskTitle }) => TaskTitle === 'Tea for Ben');
    const copy = { task_id: shared?.TaskId ?? '', new_task_id: randomUUID() };
    expect(await ben.call(copyTask, copy)).toMatchObject({ shared: true, sharedBy: 'Ada Moreau' });
    expect(await ada().call(copyTask, { task_id: taskId, new_task_id: randomUUID() })).toMatchObject({
      shared: false,
      sharedBy: null,
    });
  });
});

describe('an item of the library', () => {
  /** @proves call:updateLibraryTask */
  it('is replaced by its owner with what the task is now, and by nobody else', async () => {
    const { taskId } = await makeTask(ada(), { title: 'Scones', prompts: say('one', 'two') });
    const item = {
      TaskLibraryId: randomUUID(),
      TaskId: taskId,
      TaskLibraryTitle: 'Scones',
      TaskLibraryDescription: 'Says one and two',
      peers: [getPerson('ben').oid],
    };
    await ada().call(saveLibraryTask, { library_task: item });
    const changed = { ...item, TaskLibraryTitle: 'Scones with jam' };
    const refusal = app.as('ben').call(updateLibraryTask, { library_task: changed });
    await expect(refusal).rejects.toMatchObject({ code: 'not_allowed' });
    await ada().call(updateLibraryTask, { library_task: changed });
    const listed = (await app.as('ben').call(getTaskLibrary, {})).tasks;
    expect(listed.filter(({ TaskLibraryId }) => TaskLibraryId === item.TaskLibraryId)).toMatchObject([
      { TaskLibraryTitle: 'Scones with jam', mine: false },
    ]);
  });
});

describe('a step that mentions a site', () => {
  beforeAll(async () => {
    const site = await makeCorpus(ada(), 'Finance');
    const files = await listCrawledFiles(ada(), site.SiteId);
    const names = ['Company Cards.txt', 'Invoicing Guide.pdf'];
    await addFiles(
      ada(),
      site,
      files.filter(({ name }) => names.includes(name)),
    );
  });

  it('waits for Ada if her token has expired since the run started; the other steps continue', async () => {
    const { taskId, stepIds } = await makeTask(ada(), { prompts: say('one', 'two', 'three') });
    await mentionFinance(ada(), taskId);
    const token = await app.getToken({ person: 'ada', expiresIn: -10 });
    const late = createClient({ baseUrl: app.url, token: async () => token });
    const run = await runAll(late, taskId);
    expect(stepIds.map((id) => run.outputs[id]?.state.name)).toEqual(['complete', 'needs_you', 'complete']);
    expect(run.state).toBe('needs_you');
  });

  it('has an output without the mark `[0]`, with which the model says that it found nothing', async () => {
    const { taskId, stepIds } = await makeTask(ada(), { prompts: say('one', 'two', 'three') });
    await mentionFinance(ada(), taskId);
    const text = '[0] Nothing says so [0].';
    await app.control('models', 'scenario', {
      name: 'script',
      text,
      count: 1,
      match: 'What was found for the question',
    });
    const { outputs } = await runAll(ada(), taskId);
    expect(stepIds.map((id) => outputs[id]?.content)).toEqual(['one', 'Nothing says so.', 'three']);
  });

  it('makes look-ups in the site; its output is hidden from a person without access to a file that only a look-up has read', async () => {
    const { taskId, stepIds } = await makeTask(ada(), { prompts: say('one', 'two') });
    await mentionFinance(ada(), taskId);
    const script = (reply: object) =>
      app.control('models', 'scenario', { name: 'script', text: '', count: 1, ...reply });
    await script({ text: '{"queries": ["company card blocked"]}', match: '</question>' });
    const calls = [
      ['search', { queries: ['invoicing guide'] }],
      ['list', { kind: 'pdf' }],
    ];
    const rawCalls = calls.map(([name, args]) => ({ name, arguments: JSON.stringify(args) }));
    await script({ rawCalls, match: 'card' });
    await script({ text: 'There is an invoicing guide [3].', match: 'card' });
    const events = await collect(await openRun(ada(), taskId));
    const ofStep = events.flatMap((event) =>
      event.type === 'step' && event.step_id === stepIds[1] ? [event.event] : [],
    );
    const stages = ofStep.flatMap((event) => (event.type === 'stage' ? [event.detail ?? event.stage] : []));
    expect(stages).toEqual([
      'searching',
      'thinking',
      'Search files: invoicing guide',
      'thinking',
      'List files: pdf',
      'thinking',
    ]);
    expect((await read(taskId)).TaskData[1]?.stepOutput).toMatchObject({
      content: 'There is an invoicing guide [1].',
      links: [{ filename: 'Invoicing Guide.pdf' }],
    });
    const file = 'finance/Documents/Policies/Invoicing Guide.pdf';
    await app.control('graph', 'access', { person: 'ada', file, role: 'none' });
    // A new process has cached no access.
    await app.terminate();
    await app.restart();
    expect((await read(taskId)).TaskData[1]?.stepOutput?.content).toBe(HIDDEN_OUTPUT);
    await app.control('graph', 'access', { person: 'ada', file, role: 'read' });
  });

  /** @proves threat:lost-access-to-output */
  it('hides its output when Ada can no longer open its file, and no later step reads it', async () => {
    const { taskId, stepIds } = await makeTask(ada(), {
      prompts: [...say('one', 'two'), 'Summarize this.'],
      chained: true,
    });
    await mentionFinance(ada(), taskId);
    const { run_id } = await runAll(ada(), taskId);
    const file = 'finance/Documents/Policies/Company Cards.txt';
    await app.control('graph', 'access', { person: 'ada', file, role: 'none' });
    // A new process has cached no access.
    await app.terminate();
    await app.restart();
    const getTexts = async () => (await read(taskId)).TaskData.map(({ stepOutput }) => stepOutput?.content);
    expect(await getTexts()).toEqual(['one', HIDDEN_OUTPUT, HIDDEN_OUTPUT]);
    const { steps } = await ada().call(getTaskRun, { run_id });
    expect(steps.map(({ output }) => output.content)).toEqual(['one', HIDDEN_OUTPUT, HIDDEN_OUTPUT]);
    const replayed = await collect(await ada().stream(followTaskRun, { run_id }));
    const view = emptyTaskRun(run_id);
    for (const event of replayed) applyTaskEvent(view, event);
    expect(stepIds.map((id) => view.outputs[id]?.content)).toEqual(['one', HIDDEN_OUTPUT, HIDDEN_OUTPUT]);
    expect(stepIds.flatMap((id) => view.outputs[id]?.links)).toEqual([]);
    await expect(ada().stream(followAnswerRun, { run_id })).rejects.toMatchObject({ code: 'not_found' });
    const last = stepIds[2] ?? '';
    const refused = await runStep(ada(), taskId, last);
    expect(refused.outputs[last]?.state).toMatchObject({ name: 'failed', error: { detail: HIDDEN_OUTPUT } });
    await app.control('graph', 'access', { person: 'ada', file, role: 'inherited' });
  });

  it('is in a template of the organization, and the runs of all templates give good outputs', async () => {
    const templates = (await ada().call(getTaskLibrary, {})).tasks.filter(
      ({ TaskLibraryType: type }) => type === 'template',
    );
    expect(templates).toHaveLength(2);
    for (const { TaskLibraryId: library_id } of templates) {
      const { TaskId } = await ada().call(copyTask, { library_id, new_task_id: randomUUID() });
      const run = await runAll(ada(), TaskId);
      expect(run.state).toBe('complete');
      for (const { content } of Object.values(run.outputs)) expect(content).not.toMatch(/I found nothing|I can't/);
    }
  });
});
