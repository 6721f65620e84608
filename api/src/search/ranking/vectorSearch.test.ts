import { createFakePersonModels } from '#tests/harness/fakes/personModels.ts';
import { createRecordingLog } from '#tests/harness/fakes/recordingLog.ts';
import { makePerson } from '#tests/harness/fakes/searchLibrary.ts';
import { embedQuery } from './vectorSearch.ts';

const Ada = makePerson('ada');

it('a query is searched by words if the embedding model does not answer in time', async () => {
  const log = createRecordingLog();
  const embed = (_: readonly string[], signal: AbortSignal) =>
    new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error)));
  const models = { getEmbedderName: async () => 'slow', forPerson: () => createFakePersonModels({ embed }) };
  const { signal } = new AbortController();
  expect(await embedQuery({ models, log }, Ada, 'hotel', signal, 1)).toEqual({ embedder: null, vector: null });
});

it('a query whose search was stopped is not searched by words', async () => {
  const embed = async (_: readonly string[], signal: AbortSignal) => Promise.reject(signal.reason as Error);
  const models = { getEmbedderName: async () => 'slow', forPerson: () => createFakePersonModels({ embed }) };
  const log = createRecordingLog();
  const stopped = AbortSignal.abort(new Error('stopped'));
  await expect(embedQuery({ models, log }, Ada, 'hotel', stopped)).rejects.toThrow('stopped');
});
