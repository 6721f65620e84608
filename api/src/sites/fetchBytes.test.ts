import { makeCorpusContext, type CorpusContext } from '../../../tests/harness/fakes/corpusContext.ts';
import { hashText } from '../../../tests/harness/fakes/graphLibrary.ts';
import { AvaError } from '../../contract/errors.ts';
import type { CorpusFileRow } from '../storage/tables/corpora/corpusFiles.ts';
import { begin } from './addFile.ts';
import { fetchBytes } from './fetchBytes.ts';

let corpus: CorpusContext;
beforeAll(async () => (corpus = await makeCorpusContext()));
afterAll(() => corpus.close());

let count = 0;

/** A file that Ada adds. */
async function added(text = 'Tea is at four.'): Promise<CorpusFileRow> {
  const { ctx, site, library, ada } = corpus;
  const item = library.put(`note${(count += 1)}`, { text });
  const { fetching } = await begin(ctx, ada, site, item, { library: 'Documents', adopts: true });
  await fetching;
  return found(item.id);
}

async function found(itemId: string): Promise<CorpusFileRow> {
  const { ctx, site } = corpus;
  const file = await ctx.store.corpusFiles.find(site.tenantId, site.id, itemId);
  if (!file) throw new Error('The file is not there.');
  return file;
}

it('stores the bytes and hands the file to the queue, once', async () => {
  const file = await added();
  expect(file).toMatchObject({ state: 'waiting', sha256: hashText('Tea is at four.') });
  expect(corpus.sent).toEqual([file.runId]);
  await fetchBytes(corpus.ctx, corpus.ada, file);
  expect(corpus.sent).toEqual([file.runId]);
});

it('waits for the next person with the right when the session of the first has expired', async () => {
  const { ctx, library, ben } = corpus;
  library.failNext('download', new AvaError('not_signed_in'));
  const file = await added();
  expect(file).toMatchObject({ state: 'needsYou', sha256: null, reason: null });
  // A moment later: Ben opens the list of files.
  await ctx.store.corpusFiles.extendFetch(file, -1);
  await fetchBytes(ctx, ben, file);
  expect(await found(file.itemId)).toMatchObject({ state: 'waiting', sha256: expect.any(String) });
});

it('gives up a Graph that stays away after six tries, and says so', async () => {
  const { ctx, library, ada, sent } = corpus;
  library.failNext('download', new AvaError('graph_unavailable'), 6);
  const file = await added();
  for (let attempt = 2; attempt <= 6; attempt += 1) {
    expect((await found(file.itemId)).state).toBe('needsYou');
    await ctx.store.corpusFiles.extendFetch(file, -1);
    await fetchBytes(ctx, ada, file);
  }
  expect(await found(file.itemId)).toMatchObject({
    state: 'failed',
    reason: 'Microsoft 365 did not give the file out. Please try again later.',
  });
  // The queue ends its run.
  expect(sent.at(-1)).toBe(file.runId);
});

it.each([
  [
    'is locked',
    new AvaError('unreadable_file', { detail: 'The file is locked in its library.' }),
    'The file is locked in its library.',
  ],
  ['is not the person’s to read', new AvaError('not_found'), 'Failed to upload file'],
  [
    'is larger than it said',
    Object.assign(new Error('too large'), { code: 'blob_too_large' }),
    'The file is larger than 70 MB.',
  ],
])('a file that %s fails for good', async (_, error, reason) => {
  corpus.library.failNext('download', error);
  expect(await added()).toMatchObject({ state: 'failed', reason });
});

it('reads a file again that was replaced while its bytes came, and keeps the version they are of', async () => {
  const { library } = corpus;
  let times = 2;
  library.whileDownloading = () => {
    if ((times -= 1) >= 0) library.put(`note${count}`, { text: `Version ${times}` });
  };
  const file = await added('First');
  library.whileDownloading = null;
  expect(file).toMatchObject({ sha256: hashText('Version 0'), etag: `note${count},3`, state: 'waiting' });
});

it('gives up a file that never rests, and one that is deleted or renamed to what is not read meanwhile', async () => {
  const { library } = corpus;
  library.whileDownloading = () => library.put(`note${count}`);
  expect(await added()).toMatchObject({ state: 'failed', reason: expect.stringContaining('is being changed') });
  library.whileDownloading = () => library.delete(`note${count}`);
  expect(await added()).toMatchObject({ state: 'failed', reason: 'Failed to upload file' });
  library.whileDownloading = () => library.put(`note${count}`, { name: 'note.xlsx' });
  expect(await added()).toMatchObject({ state: 'failed', reason: 'Only PDF, DOCX, PPTX and TXT files can be added.' });
  library.whileDownloading = null;
});

it('stores nothing for a file that was taken out while its bytes came', async () => {
  const { ctx, library, site, sent } = corpus;
  const before = sent.length;
  let taken: Promise<void> = Promise.resolve();
  library.whileDownloading = () => {
    taken = found(`note${count}`).then((file) => ctx.store.corpusFiles.remove(file));
  };
  await expect(added()).rejects.toThrow('not there');
  library.whileDownloading = null;
  await taken;
  expect(await ctx.store.corpusFiles.find(site.tenantId, site.id, `note${count}`)).toBeUndefined();
  expect(sent).toHaveLength(before);
});
