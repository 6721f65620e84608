import { makeStep } from '#tests/harness/client/tasks.ts';
import { ben, newId } from '#tests/harness/storage/rows.ts';
import { makeStoreOnAnyEngine, type TestStore } from '#tests/harness/storage/testStore.ts';
import { TaskChange } from '#contract/tasks/tasks.ts';
import { toPromptText } from '#contract/tasks/taskText.ts';
import { createStore, type Store } from '#api/storage/store.ts';
import { readTaskView, refreshTaskView } from './taskView.ts';

let testStore: TestStore;
let store: Store;
let close: () => Promise<void>;
beforeAll(async () => {
  testStore = await makeStoreOnAnyEngine();
  const database = await testStore.open();
  store = createStore(database.kysely);
  close = () => database.close();
});
afterAll(async () => {
  await close?.();
  await testStore?.cleanUp();
});

it('the view of a task is read again only after Ben has saved a change, and not after he has deleted the task', async () => {
  const [taskId, stepId] = [newId(), newId()];
  const save = async (prompt: string, version: number, at: number) => {
    const change = TaskChange.parse({ TaskId: taskId, TaskData: [{ ...makeStep(prompt), stepId, version }] });
    expect(await store.tasks.save(ben, change, new Date(at))).toMatchObject({ name: 'saved' });
  };
  await save('Plan the tea', 0, 1_000);
  const view = await readTaskView({ store }, taskId);
  if (!view) throw new Error('The task is not stored.');
  expect(await refreshTaskView({ store }, view)).toBe(view);
  await save('Plan the cake', 1, 2_000);
  const { steps } = await refreshTaskView({ store }, view);
  expect(steps.map(({ stepInput }) => toPromptText(stepInput.userPrompt).text)).toEqual(['Plan the cake']);
  await store.tasks.delete(taskId, new Date());
  await expect(refreshTaskView({ store }, view)).rejects.toMatchObject({ code: 'not_found' });
});
