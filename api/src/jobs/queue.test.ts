import { eventually } from '../../../tests/harness/eventually.ts';
import { describeOnBothEngines } from '../../../tests/harness/storage/testStore.ts';
import type { Database } from '../storage/database.ts';
import { createQueue, type Queue } from './queue.ts';
import { createRecordingLog } from '../../../tests/harness/fakes/recordingLog.ts';

describeOnBothEngines('the queue', (makeStore) => {
  let database: Database;
  let queue: Queue;
  beforeAll(async () => {
    database = await makeStore().open();
    queue = await createQueue(database.boss, createRecordingLog());
  });
  afterAll(async () => {
    await queue?.close();
    await database?.close();
  });

  it('hands out what waits in line one after the other, without a pause, so many at once', async () => {
    const line = Array.from({ length: 12 }, (_, index) => `run ${index}`);
    for (const runId of line) await queue.send('embed', { runId });
    const done: string[] = [];
    let [atOnce, most] = [0, 0];
    const from = performance.now();
    await queue.work('embed', 2, async ({ runId }) => {
      most = Math.max(most, (atOnce += 1));
      await new Promise((resolve) => setTimeout(resolve, 20));
      atOnce -= 1;
      done.push(runId);
      // A job that fails takes no other with it.
      if (runId === 'run 3') throw new Error('This one went wrong.');
    });
    await eventually(() => expect(done.toSorted()).toEqual(line.toSorted()), { withinMs: 20_000 });
    expect(most).toBe(2);
    expect(performance.now() - from).toBeLessThan(20_000);
  });
});
