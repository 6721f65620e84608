import { createManualClock } from '../../../../tests/harness/fakes/manualClock.ts';
import { makePerson } from '../../../../tests/harness/fakes/searchLibrary.ts';
import { ReadableItems } from '../../graph/readableItems.ts';
import { trimFiles, type TrimContext } from './trim.ts';
import { createRecordingLog } from '../../../../tests/harness/fakes/recordingLog.ts';

const [Ada, Ben] = [makePerson('ada'), makePerson('ben')];
const item = { etag: 'v1', lastModified: '', webUrl: '', name: '' };
const filesNamed = (name: string, count: number) =>
  Array.from({ length: count }, (_, at) => ({ siteId: 's', driveId: 'd', itemId: `${name}${at}` }));

it('answers that a question relies on stay while others ask about more files than are kept', async () => {
  const gate = Promise.withResolvers<void>();
  const ctx: TrimContext = {
    clock: createManualClock(),
    log: createRecordingLog(),
    graph: {
      async getReadableItems(_person, files) {
        if (files.some(({ itemId }) => itemId === 'late0')) await gate.promise;
        return new ReadableItems(files.map((file) => [file, item]));
      },
    },
    store: { chunkSearch: { findFiles: async () => [] } },
  };
  const early = filesNamed('early', 3);
  await trimFiles(ctx, Ben, early);
  const both = [...early, ...filesNamed('late', 1)];
  const bens = trimFiles(ctx, Ben, both);
  await trimFiles(ctx, Ada, filesNamed('many', 60_000));
  gate.resolve();
  expect(await bens).toEqual(both);
});
