import { makeCorpusContext, type CorpusContext } from '#tests/harness/fakes/corpusContext.ts';
import { hashText } from '#tests/harness/fakes/graphLibrary.ts';
import { AvaError } from '#contract/errors.ts';
import type { CorpusFileRow } from '#api/storage/tables/corpora/corpusFiles.ts';
import { startEmbedding } from './addFile.ts';
import { fetchBytes } from './fetchBytes.ts';

let corpus: CorpusContext;
beforeAll(async () => (corpus = await makeCorpusContext()));
afterAll(() => corpus.close());

let count = 0;

/** Ada adds a file. */
async function addFile(text = 'Tea is at four.'): Promise<CorpusFileRow> {
  const { ctx, site, library, ada } = corpus;
  const item = library.put(`note${(count += 1)}`, { text });
  const { fetching } = await startEmbedding(ctx, ada, site, item, { library: 'Documents', takesOwnership: true });
  await fetching;
  return findFile(item.id);
}

async function findFile(itemId: string): Promise<CorpusFileRow> {
  const { ctx, site } = corpus;
  const file = await ctx.store.corpusFiles.find(site.tenantId, site.id, itemId);
  if (!file) throw new Error('The file is not there.');
  return file;
}

it('stores the bytes and queues the file once', async () => {
  const file = await addFile();
  expect(file).toMatchObject({ state: 'waiting', sha256: hashText('Tea is at four.') });
  expect(corpus.sent).toEqual([file.runId]);
  await fetchBytes(corpus.ctx, corpus.ada, file);
  expect(corpus.sent).toEqual([file.runId]);
});

it('stores a file whose size Graph does not report, and does not take it for an empty file', async () => {
  const { ctx, site, library, ada } = corpus;
  const [unknown, empty] = [library.put('unknown', { size: null }), library.put('empty', { size: 0 })];
  for (const item of [unknown, empty])
    await (
      await startEmbedding(ctx, ada, site, item, { library: 'Documents', takesOwnership: true })
    ).fetching;
  expect(await findFile('unknown')).toMatchObject({ state: 'waiting', sha256: hashText('text of unknown') });
  expect(await findFile('empty')).toMatchObject({ state: 'failed', reason: 'The file is empty.' });
});

it('waits for the next person who can read the file when the first session has expired', async () => {
  const { ctx, library, ben } = corpus;
  library.failNext('download', new AvaError('not_signed_in'));
  const file = await addFile();
  expect(file).toMatchObject({ state: 'needsYou', sha256: null, reason: null });
  // Ben opens the list of files after the retry delay.
  await ctx.store.corpusFiles.extendFetch(file, -1);
  await fetchBytes(ctx, ben, file);
  expect(await findFile(file.itemId)).toMatchObject({ state: 'waiting', sha256: expect.any(String) });
});

it('fails with a message for the person when Graph is down for six attempts', async () => {
  const { ctx, library, ada, sent } = corpus;
  library.failNext('download', new AvaError('graph_unavailable'), 6);
  const file = await addFile();
  for (let attempt = 2; attempt <= 6; attempt += 1) {
    expect((await findFile(file.itemId)).state).toBe('needsYou');
    await ctx.store.corpusFiles.extendFetch(file, -1);
    await fetchBytes(ctx, ada, file);
  }
  expect(await findFile(file.itemId)).toMatchObject({
    state: 'failed',
    reason: 'Microsoft 365 did not give the file out. Please try again later.',
  });
  // A worker ends the run.
  expect(sent.at(-1)).toBe(file.runId);
});

it.each([
  [
    'is locked',
    new AvaError('unreadable_file', { detail: 'The file is locked in its library.' }),
    'The file is locked in its library.',
  ],
  ['the person cannot read', new AvaError('not_found'), 'Failed to upload file'],
  [
    'is larger than listed',
    Object.assign(new Error('too large'), { code: 'blob_too_large' }),
    'The file is larger than 70 MB.',
  ],
])('fails permanently for a file that %s', async (_, error, reason) => {
  corpus.library.failNext('download', error);
  expect(await addFile()).toMatchObject({ state: 'failed', reason });
});

it('downloads a file again if it changed during the download, and saves the version of its bytes', async () => {
  const { library } = corpus;
  let changes = 2;
  library.onDownload = () => {
    if ((changes -= 1) >= 0) library.put(`note${count}`, { text: `Version ${changes}` });
  };
  const file = await addFile('First');
  library.onDownload = null;
  expect(file).toMatchObject({ sha256: hashText('Version 0'), etag: `note${count},3`, state: 'waiting' });
});

it('fails for a file that keeps changing, or is deleted or renamed to another type during the download', async () => {
  const { library } = corpus;
  library.onDownload = () => library.put(`note${count}`);
  expect(await addFile()).toMatchObject({ state: 'failed', reason: expect.stringContaining('is being changed') });
  library.onDownload = () => library.delete(`note${count}`);
  expect(await addFile()).toMatchObject({ state: 'failed', reason: 'Failed to upload file' });
  library.onDownload = () => library.put(`note${count}`, { name: 'note.xlsx' });
  expect(await addFile()).toMatchObject({
    state: 'failed',
    reason: 'Only PDF, DOCX, PPTX and TXT files can be added.',
  });
  library.onDownload = null;
});

it('stores nothing for a file that is removed during the download', async () => {
  const { ctx, library, site, sent } = corpus;
  const before = sent.length;
  let removal: Promise<void> = Promise.resolve();
  library.onDownload = () => {
    removal = findFile(`note${count}`).then((file) => ctx.store.corpusFiles.remove(file));
  };
  await expect(addFile()).rejects.toThrow('not there');
  library.onDownload = null;
  await removal;
  expect(await ctx.store.corpusFiles.find(site.tenantId, site.id, `note${count}`)).toBeUndefined();
  expect(sent).toHaveLength(before);
});
