import { randomUUID } from 'node:crypto';
import { deleteLibraryTask, getTaskLibrary, saveLibraryTask } from '../../../api/contract/taskLibrary.ts';
import { followTaskRun, getTaskRun } from '../../../api/contract/taskRuns.ts';
import { copyTask, getTask, getTasks, saveTask, shareTask } from '../../../api/contract/tasks.ts';
import { getPerson } from '../../../env/sandbox/people.ts';
import { addFiles, listCrawledFiles, makeCorpus } from '../../harness/client/corpora.ts';
import { foldRun, makeTask, runAll, startAndWait, toSavedStep } from '../../harness/client/tasks.ts';
import { eventually } from '../../harness/eventually.ts';
import { startApp, type TestApp } from '../../harness/app/startApp.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp({ features: { knowledgeSearch: true, tasks: true } });
  await app.control('models', 'pace', { ms: 0 });
});
afterAll(() => app.close());

const ada = () => app.as('ada');
const read = (taskId: string, person = 'ada') => app.as(person).call(getTask, { task_id: taskId });
const say = (...texts: string[]) => texts.map((text) => `repeat after me: ${text}`);

describe('other people', () => {
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
    expect(await ben.call(copyTask, load)).toMatchObject({ TemplateId: item.TaskLibraryId, stepCount: 1 });
    await expect(ben.call(deleteLibraryTask, { task_id: item.TaskLibraryId })).rejects.toMatchObject({
      code: 'not_allowed',
    });
    await ada().call(deleteLibraryTask, { task_id: item.TaskLibraryId });
    expect(await list(ben)).toEqual([]);
  });
});

describe('a step that mentions a site', () => {
  const mention = JSON.stringify([
    {
      type: 'paragraph',
      children: [
        { type: 'mention', name: 'Finance', children: [{ text: '' }] },
        { text: ' When is a company card blocked?' },
      ],
    },
  ]);

  it('searches it with the rights of the person, and waits for the person after the process died', async () => {
    const site = await makeCorpus(ada(), 'Finance');
    const files = await listCrawledFiles(ada(), site.SiteId);
    await addFiles(
      ada(),
      site,
      files.filter(({ name }) => ['Company Cards.txt', 'Invoicing Guide.pdf'].includes(name)),
    );
    const { taskId, stepIds } = await makeTask(ada(), { prompts: say('a stuck cup', 'two', 'three') });
    const [slow = '', search = '', last = ''] = stepIds;
    const [, step] = (await read(taskId)).TaskData;
    if (!step) throw new Error('The task has no step.');
    await ada().call(saveTask, {
      task_data: {
        TaskId: taskId,
        TaskData: [toSavedStep(step, { stepInput: { ...step.stepInput, userPrompt: mention } })],
      },
    });
    await app.control('models', 'scenario', { name: 'silence', match: 'a stuck cup' });
    const { runId } = await startAndWait(ada(), taskId, slow);
    await app.kill();
    await app.control('models', 'reset');
    await app.control('models', 'pace', { ms: 0 });
    await app.restart();
    const run = await foldRun(await ada().stream(followTaskRun, { run_id: runId }));
    expect(run.state).toBe('needs_you');
    const states = [slow, search, last].map((id) => run.outputs[id]?.state.name);
    expect(states).toEqual(['complete', 'needs_you', 'complete']);
    expect((await ada().call(getTaskRun, { run_id: runId })).steps).toHaveLength(3);

    const resumed = await eventually(async () => {
      const task = await read(taskId);
      expect(task.lastRun?.run_id).not.toBe(runId);
      return task.lastRun?.run_id ?? '';
    });
    expect((await foldRun(await ada().stream(followTaskRun, { run_id: resumed }))).state).toBe('complete');
    const { stepOutput } = (await read(taskId)).TaskData[1] ?? {};
    expect(stepOutput?.links).not.toEqual([]);
    expect(stepOutput?.links[0]?.site).not.toBeNull();
  });

  it('is in a template of the organization, and the templates lead to good outputs', async () => {
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
