import { ada, makeFileRow, newId } from '#tests/harness/storage/rows.ts';
import {
  createTaskOf,
  makeLibraryTask,
  makeTaskChange,
  makeTaskCopy,
  saveTaskOf,
} from '#tests/harness/storage/taskRows.ts';
import { describeOnBothEngines } from '#tests/harness/storage/testStore.ts';
import type { Database } from '#api/storage/database.ts';
import type { Owner } from '#api/storage/schema.ts';
import { createStore, type Store } from '#api/storage/store.ts';
import { defaultQuota, type Quota } from '#api/storage/tables/chats/chatQuota.ts';
import { unlimitedRuns } from '#api/storage/tables/runs/runAllowance.ts';
import type { TaskRow } from './tasks.ts';

const PROMPT = 10_000;

describeOnBothEngines('the quota of tasks', (makeStore) => {
  let database: Database;
  let owner: Owner;
  let receiver: Owner;
  beforeAll(async () => {
    database = await makeStore().open();
  });
  afterAll(() => database?.close());
  beforeEach(() => {
    owner = { tenantId: ada.tenantId, id: newId() };
    receiver = { tenantId: ada.tenantId, id: newId() };
  });

  const storeWith = (quota: Partial<Quota>): Store => createStore(database.kysely, { ...defaultQuota, ...quota });
  const share = async (store: Store, task: TaskRow, options: { to?: Owner; fileIds?: string[] } = {}) => {
    const steps = await store.tasks.listSteps(task);
    return store.tasks.insertCopy(makeTaskCopy(task, steps, { to: receiver, sharer: owner, ...options }));
  };
  const shareOne = async (store: Store, task: TaskRow, options: { fileIds?: string[] } = {}): Promise<TaskRow> => {
    const copy = await share(store, task, options);
    if (typeof copy === 'string') throw new Error(`The copy was refused: ${copy}`);
    return copy;
  };

  /** @proves threat:copies-count-for-sender */
  it('counts copies toward the person who shares them: that person is refused, and the receiver can save', async () => {
    const store = storeWith({ bytes: 5 * PROMPT });
    const task = await createTaskOf(store, owner, PROMPT);
    expect(await store.tasks.canShare(task, owner, Array.from({ length: 4 }, newId))).toBe('task_storage_full');
    const outcomes = await Promise.all(Array.from({ length: 6 }, () => share(store, task)));
    expect(outcomes.filter((outcome) => outcome === 'task_storage_full')).toHaveLength(3);
    expect(await saveTaskOf(store, owner, PROMPT)).toEqual({ name: 'task_storage_full' });
    for (let count = 0; count < 4; count += 1)
      expect(await saveTaskOf(store, receiver, PROMPT)).toMatchObject({ name: 'saved' });
    expect(await store.tasks.list(receiver, 100)).toHaveLength(7);
  });

  /** @proves threat:opened-copies */
  it('counts a copy toward its receiver from its opening, with its files', async () => {
    const store = storeWith({ bytes: 3 * PROMPT, uploadBytes: 1_000 });
    const task = await createTaskOf(store, owner, PROMPT);
    const file = makeFileRow(owner, { size: 400 });
    await store.files.insert(file, new Date());
    await store.files.saveText(file.id, 'PDF', { type: 'PDF', parts: [], pages: null, usedOcr: false }, 1);
    const copy = await shareOne(store, task, { fileIds: [file.id] });
    expect(await store.files.getUploadRoom(owner, '')).toMatchObject({ stored: 200 });
    expect(await share(store, task, { fileIds: [file.id] })).toBe('files_full');
    expect(await store.tasks.openCopy(copy)).toBe(true);
    expect(await store.tasks.find(copy.id)).toMatchObject({ sharerId: null });
    expect(await store.files.getUploadRoom(owner, '')).toMatchObject({ stored: 600 });
    expect(await store.files.getUploadRoom(receiver, '')).toMatchObject({ stored: 600 });
    expect(await saveTaskOf(store, owner, PROMPT)).toMatchObject({ name: 'saved' });
    expect(await saveTaskOf(store, receiver, PROMPT)).toMatchObject({ name: 'saved' });
    expect(await saveTaskOf(store, receiver, PROMPT)).toEqual({ name: 'task_storage_full' });
  });

  it('leaves a copy unopened while its receiver has no room, and frees the sender when the receiver deletes it', async () => {
    const store = storeWith({ bytes: 2.5 * PROMPT });
    const task = await createTaskOf(store, owner, PROMPT);
    const own = [await createTaskOf(store, receiver, PROMPT), await createTaskOf(store, receiver, PROMPT)];
    const copy = await shareOne(store, task);
    expect(await store.tasks.openCopy(copy)).toBe(false);
    const save = (length: number) =>
      store.tasks.save(receiver, { ...makeTaskChange(length), TaskId: copy.id, version: 1 }, new Date());
    expect(await save(10)).toEqual({ name: 'task_storage_full' });
    expect((await store.tasks.list(receiver, 10)).map(({ id }) => id)).toContain(copy.id);
    expect(await saveTaskOf(store, owner, PROMPT)).toEqual({ name: 'task_storage_full' });
    await store.tasks.delete(own[0]?.id ?? '', new Date());
    expect(await store.tasks.openCopy(copy)).toBe(true);
    const second = await shareOne(store, task);
    await store.tasks.delete(second.id, new Date());
    expect(await saveTaskOf(store, owner, PROMPT)).toMatchObject({ name: 'saved' });
  });

  /** @proves threat:unopened-copies */
  it('limits the copies that wait to be opened', async () => {
    const store = storeWith({ copiesPerReceiver: 2, copies: 3 });
    const task = await createTaskOf(store, owner, 10);
    const first = await shareOne(store, task);
    await shareOne(store, task);
    expect([await share(store, task), await store.tasks.canShare(task, owner, [receiver.id])]).toEqual([
      'too_many_copies',
      'too_many_copies',
    ]);
    const other = { ...receiver, id: newId() };
    expect(await share(store, task, { to: other })).toMatchObject({ owner: other });
    expect(await share(store, task, { to: { ...other, id: newId() } })).toBe('too_many_copies');
    await store.tasks.openCopy(first);
    expect(await share(store, task)).toMatchObject({ owner: receiver });
  });

  it('limits the number of tasks even if many are created at once, and counts unopened copies', async () => {
    const store = storeWith({ tasks: 3 });
    const task = await createTaskOf(store, owner, 10);
    await shareOne(store, task);
    const saved = await Promise.all(Array.from({ length: 4 }, () => saveTaskOf(store, owner, 10)));
    expect(saved.filter(({ name }) => name === 'too_many_tasks')).toHaveLength(3);
  });

  it('lets a person whose space is full make a task smaller, and not larger', async () => {
    const task = await createTaskOf(storeWith({}), owner, PROMPT);
    const [stepId = ''] = task.stepOrder;
    const store = storeWith({ bytes: PROMPT / 2 });
    const change = (length: number) =>
      store.tasks.save(owner, { ...makeTaskChange(length, { taskId: task.id, stepId, version: 1 }) }, new Date());
    expect(await change(PROMPT + 10)).toEqual({ name: 'task_storage_full' });
    expect(await change(PROMPT - 10)).toMatchObject({ name: 'saved' });
  });

  /** @proves threat:task-quota */
  it('counts generated prompts', async () => {
    const store = storeWith({ bytes: 2 * PROMPT });
    const change = makeTaskChange(10);
    for (const step of change.TaskData) step.stepInput.superPrompt = 's'.repeat(2 * PROMPT);
    expect(await store.tasks.save(owner, change, new Date())).toEqual({ name: 'task_storage_full' });
  });

  /** @proves threat:task-quota */
  it('counts items of the library together with tasks, and their number, even if many are saved at once', async () => {
    const store = storeWith({ bytes: 3.5 * PROMPT, libraryTasks: 2 });
    const task = await createTaskOf(store, owner, PROMPT);
    const steps = await store.tasks.listSteps(task);
    const small = steps.map((step) => ({
      ...step,
      content: { ...step.content, stepInput: { ...step.content.stepInput, userPrompt: '' } },
    }));
    const outcomes = await Promise.all(
      Array.from({ length: 4 }, () => store.libraryTasks.insert(makeLibraryTask(owner, small))),
    );
    expect(outcomes.filter((outcome) => outcome === 'library_full')).toHaveLength(2);
    const [item] = await store.libraryTasks.list(owner, []);
    const stored = await store.libraryTasks.find(item?.id ?? '');
    const large = steps.flatMap((step) => [step, step, step]);
    expect(await store.libraryTasks.update({ ...stored!, steps: large })).toBe('task_storage_full');
    expect((await store.libraryTasks.find(item?.id ?? ''))?.steps).toHaveLength(1);
    expect(await store.libraryTasks.update({ ...stored!, steps })).toBeNull();
    expect(await saveTaskOf(store, owner, 2 * PROMPT)).toEqual({ name: 'task_storage_full' });
  });

  /** @proves threat:lists-without-contents */
  it('lists the library without reading steps, the person’s own items first', async () => {
    const store = storeWith({});
    const steps = await store.tasks.listSteps(await createTaskOf(store, owner, PROMPT));
    const item = makeLibraryTask(owner, steps, { peers: [receiver.id] });
    await store.libraryTasks.insert(item);
    // A list that reads the steps fails.
    await database.kysely.updateTable('library_task').set({ steps: '"none"' }).where('id', '=', item.id).execute();
    for (const person of [owner, receiver])
      expect(await store.libraryTasks.list(person, [])).toMatchObject([{ id: item.id, stepTitles: ['Tea'] }]);
  });

  /** @proves threat:task-quota */
  it('counts outputs: a run is refused, and a step that begins, when the space is used up', async () => {
    const store = storeWith({ bytes: 3 * PROMPT });
    const task = await createTaskOf(store, owner, 10);
    const accept = () =>
      store.taskRuns.accept(
        {
          id: newId(),
          taskId: task.id,
          mode: 'all',
          options: {
            model: 'm',
            temperature: 1,
            concise: false,
            functionCalling: false,
            disableSuperPrompt: false,
            skipFresh: false,
          },
          stepIds: task.stepOrder,
          owner,
          sessionId: newId(),
          processId: newId(),
          tokens: 1,
          now: new Date(),
        },
        unlimitedRuns,
      );
    const begin = async (runId: string, length: number) =>
      store.taskRuns.beginOutput(
        task.id,
        {
          stepId: newId(),
          output: {
            run_id: runId,
            state: { name: 'running', stage: 'waiting' },
            content: '',
            links: [],
            inputs: null,
            startedAt: 0,
            endedAt: null,
          },
          details: { stepTitle: '', prompt: 'p'.repeat(length), files: [], sites: [], previousTitle: null },
          origins: [],
        },
        owner,
        new Date(),
      );
    const accepted = await accept();
    const runId = accepted.name === 'accepted' ? accepted.run.id : '';
    await begin(runId, PROMPT);
    await expect(begin(runId, 2 * PROMPT)).rejects.toMatchObject({ code: 'task_storage_full', status: 413 });
    // What the model wrote is counted when the next run begins.
    await database.kysely
      .updateTable('task_output')
      .set({ content: 'o'.repeat(2 * PROMPT) })
      .where('run_id', '=', runId)
      .execute();
    await database.kysely.updateTable('run').set({ state: 'ended' }).where('id', '=', runId).execute();
    expect(await accept()).toEqual({ name: 'task_storage_full' });
    expect(await saveTaskOf(store, owner, 10)).toEqual({ name: 'task_storage_full' });
  });
});
