import { createManualClock } from '#tests/harness/fakes/manualClock.ts';
import { makePerson } from '#tests/harness/fakes/searchLibrary.ts';
import { ReadableItems } from '#api/graph/readableItems.ts';
import { trimFiles, type TrimContext } from './trimToReadable.ts';
import { createRecordingLog } from '#tests/harness/fakes/recordingLog.ts';

const [Ada, Ben] = [makePerson('ada'), makePerson('ben')];
const item = { etag: 'v1', lastModified: '', webUrl: '', name: '' };
const createFiles = (name: string, count: number) =>
  Array.from({ length: count }, (_, index) => ({ siteId: 's', driveId: 'd', itemId: `${name}${index}` }));

it('keeps the access results of a request while others fill the cache', async () => {
  const graphResponse = Promise.withResolvers<void>();
  const ctx: TrimContext = {
    clock: createManualClock(),
    log: createRecordingLog(),
    graph: {
      async getReadableItems(_person, files) {
        if (files.some(({ itemId }) => itemId === 'uncached0')) await graphResponse.promise;
        return new ReadableItems(files.map((file) => [file, item]));
      },
    },
    store: { chunkSearch: { findFiles: async () => [] } },
  };
  const cached = createFiles('cached', 3);
  await trimFiles(ctx, Ben, cached);
  const files = [...cached, ...createFiles('uncached', 1)];
  const result = trimFiles(ctx, Ben, files);
  await trimFiles(ctx, Ada, createFiles('many', 60_000));
  graphResponse.resolve();
  expect(await result).toEqual(files);
});

it('keeps an access result that expires while Graph is asked about other files', async () => {
  const clock = createManualClock();
  const ctx: TrimContext = {
    clock,
    log: createRecordingLog(),
    graph: {
      async getReadableItems(_person, files) {
        if (files.some(({ itemId }) => itemId === 'uncached0')) await clock.advance(2_000);
        return new ReadableItems(files.map((file) => [file, item]));
      },
    },
    store: { chunkSearch: { findFiles: async () => [] } },
  };
  const cached = createFiles('cached', 3);
  await trimFiles(ctx, Ben, cached);
  await clock.advance(29_000);
  const files = [...cached, ...createFiles('uncached', 1)];
  expect(await trimFiles(ctx, Ben, files)).toEqual(files);
});
