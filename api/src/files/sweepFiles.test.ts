import { mock } from 'node:test';
import { createManualClock } from '#tests/harness/fakes/manualClock.ts';
import { createRecordingLog } from '#tests/harness/fakes/recordingLog.ts';
import { sweepFiles } from './sweepFiles.ts';

it('deletes unused files in small statements, then the bytes that no file, corpus or template needs', async () => {
  const log = createRecordingLog();
  const remaining = [100, 100, 7];
  const deleteUnused = mock.fn(async () => remaining.shift() ?? 0);
  const asked: boolean[] = [];
  const needs = (needed: string) => ({ isReferenced: async (sha256: string) => sha256 === needed });
  await sweepFiles({
    log,
    clock: createManualClock(),
    store: {
      files: { ...needs('sent'), deleteUnused },
      corpusFiles: needs('embedded'),
      presentationTemplates: needs('template'),
    } as never,
    blobs: {
      async sweep(_age: number, isReferenced: (sha256: string) => Promise<boolean>) {
        for (const sha256 of ['sent', 'embedded', 'template', 'forgotten']) asked.push(await isReferenced(sha256));
        return { removed: 1, bytes: 10 };
      },
    } as never,
  });
  expect(deleteUnused.mock.callCount()).toBe(3);
  expect(asked).toEqual([true, true, true, false]);
  expect(log.lines).toEqual(['info unused files deleted']);
});
