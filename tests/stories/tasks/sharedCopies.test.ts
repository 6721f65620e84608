import { deleteTask, getTask, getTasks, saveTask, shareTask, TaskChange } from '#contract/tasks/tasks.ts';
import type { Client } from '#contract/client.ts';
import { errors } from '#contract/errors.ts';
import { getTaskLibrary, saveLibraryTask } from '#contract/tasks/taskLibrary.ts';
import { getPerson } from '#sandbox/people.ts';
import { startApp, type TestApp } from '#tests/harness/app/startApp.ts';
import { makeTaskChange } from '#tests/harness/storage/taskRows.ts';

/**
 * Space of a person and size of a task, each a sixteenth of the real limits: 33 copies of the task fit beside the
 * original.
 */
const BYTES_PER_PERSON = 32 * 1024 * 1024;
const STEP_BYTES = 190_000;
const STEPS = 5;
const SHARES = 45;

let app: TestApp;
let [ada, ben]: Client[] = [];
const people = () => ({ ada: ada!, ben: ben! });
beforeAll(async () => {
  app = await startApp({ features: { tasks: true }, env: { BYTES_PER_PERSON: String(BYTES_PER_PERSON) } });
  [ada, ben] = [app.as('ada'), app.as('ben')];
});
afterAll(() => app.close());

async function createTask(person: Client, title: string): Promise<string> {
  const { TaskId } = makeTaskChange(0);
  const TaskData = Array.from({ length: STEPS }, () => makeTaskChange(STEP_BYTES).TaskData[0]!);
  await person.call(saveTask, { task_data: TaskChange.parse({ TaskId, TaskTitle: title, TaskData }) });
  return TaskId;
}

/** Creates tasks until the person has no space for another one. Returns their ids and the error. */
async function fillSpace(person: Client): Promise<{ ids: string[]; refusal: unknown }> {
  const ids: string[] = [];
  try {
    while (ids.length < 100) ids.push(await createTask(person, `Plan ${ids.length}`));
    return { ids, refusal: null };
  } catch (refusal) {
    return { ids, refusal };
  }
}

const peers = () => [getPerson('ben').oid];
const listCopies = async (person: Client) =>
  (await person.call(getTasks, {})).tasks.filter(({ shared }) => shared).map(({ TaskId }) => TaskId);

describe('Ada, who shares a large task 45 times with Ben,', () => {
  let original: string;
  let refusals: unknown[];
  let copies: string[];
  beforeAll(async () => {
    original = await createTask(people().ada, 'Office move');
    refusals = [];
    for (let count = 0; count < SHARES; count += 1)
      await people()
        .ada.call(shareTask, { task_id: original, peers: peers() })
        .catch((refusal: unknown) => refusals.push(refusal));
    copies = await listCopies(people().ben);
  });

  /** @proves threat:copies-count-for-sender */
  it('is refused when her own space is full, with a sentence about tasks', async () => {
    expect(copies.length).toBeGreaterThan(25);
    expect(refusals).toHaveLength(SHARES - copies.length);
    for (const refusal of refusals)
      expect(refusal).toMatchObject({
        code: 'task_storage_full',
        status: 413,
        detail:
          'Your tasks take up all the space AVA keeps for you. Delete tasks or items of your library that you no longer need.',
      });
    await expect(createTask(people().ada, 'Another plan')).rejects.toMatchObject({ code: 'task_storage_full' });
    const library_task = {
      TaskLibraryId: crypto.randomUUID(),
      TaskId: original,
      TaskLibraryTitle: 'Office move',
      TaskLibraryDescription: 'How to move',
    };
    await expect(people().ada.call(saveLibraryTask, { library_task })).rejects.toMatchObject({
      code: 'task_storage_full',
    });
    expect((await people().ada.call(getTaskLibrary, {})).tasks.filter(({ mine }) => mine)).toEqual([]);
  });

  /** @proves threat:copies-count-for-sender call:getTask */
  it('Ben’s saves keep working, and a copy that he opens counts for him', async () => {
    const { ben: person, ada: sharer } = people();
    const first = await createTask(person, 'My plan');
    expect((await person.call(getTask, { task_id: copies[0] ?? '' })).TaskData).toHaveLength(STEPS);
    // Ada has room for one more task, because this copy no longer counts for her.
    const another = await createTask(sharer, 'Another plan');
    await sharer.call(deleteTask, { session_id: another });
    const { ids, refusal } = await fillSpace(person);
    expect(refusal).toMatchObject({ code: 'task_storage_full' });
    expect(ids.length + 2).toBe(Math.floor(BYTES_PER_PERSON / (STEPS * STEP_BYTES)));
    await person.call(deleteTask, { session_id: first });
    await createTask(person, 'My last plan');
  });

  /** @proves threat:opened-copies */
  it('Ben, whose space is full, reads why he cannot open another copy; it stays until he makes room or deletes it', async () => {
    const { ben: person } = people();
    const [, second = '', third = ''] = copies;
    const refusal = {
      code: 'copy_not_opened',
      status: 409,
      detail:
        'This task was shared with you, but your storage is full. Delete chats or tasks that you no longer need, then open it again.',
    };
    await expect(person.call(getTask, { task_id: second })).rejects.toMatchObject(refusal);
    expect(await listCopies(person)).toEqual(expect.arrayContaining([second, third]));
    await person.call(deleteTask, { session_id: third });
    expect(await listCopies(person)).not.toContain(third);
    const own = (await person.call(getTasks, {})).tasks.find(({ shared }) => !shared);
    await person.call(deleteTask, { session_id: own?.TaskId ?? '' });
    expect((await person.call(getTask, { task_id: second })).TaskData).toHaveLength(STEPS);
  });
});

/** @proves threat:unopened-copies */
it('Dev cannot leave more than 50 unopened copies of a small task with Ben', async () => {
  const dev = app.as('dev');
  const { TaskId } = makeTaskChange(10);
  await dev.call(saveTask, { task_data: { ...makeTaskChange(10), TaskId } });
  const shareOnce = () => dev.call(shareTask, { task_id: TaskId, peers: peers() });
  for (let count = 0; count < 50; count += 1) await shareOnce();
  await expect(shareOnce()).rejects.toMatchObject({
    code: 'too_many_copies',
    status: 409,
    detail: errors.too_many_copies.detail,
  });
});
