import { eventually } from '#tests/harness/eventually.ts';
import { describeOnBothEngines } from '#tests/harness/storage/testStore.ts';
import type { Database } from '#api/storage/database.ts';
import { createQueue, type Queue } from './queue.ts';
import { createRecordingLog } from '#tests/harness/fakes/recordingLog.ts';

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

  it('handles jobs without a pause in between, never more than two at a time', async () => {
    const runIds = Array.from({ length: 12 }, (_, index) => `run ${index}`);
    for (const runId of runIds) await queue.send('embed', { runId });
    const handled: string[] = [];
    let [concurrent, maxConcurrent] = [0, 0];
    await queue.work('embed', 2, async ({ runId }) => {
      maxConcurrent = Math.max(maxConcurrent, (concurrent += 1));
      await new Promise((resolve) => setTimeout(resolve, 20));
      concurrent -= 1;
      handled.push(runId);
      // A failed job does not stop the others.
      if (runId === 'run 3') throw new Error('This job failed.');
    });
    await eventually(() => expect(handled.toSorted()).toEqual(runIds.toSorted()));
    expect(maxConcurrent).toBe(2);
  });
});
