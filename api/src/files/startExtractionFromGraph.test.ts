import { makeCorpusContext, type CorpusContext } from '#tests/harness/fakes/corpusContext.ts';
import { MAX_FILE_BYTES } from '#contract/limits.ts';
import { StoreError } from '#api/storage/errors.ts';
import type { AppContext } from '#api/context.ts';
import type { FileKind } from './startExtraction.ts';
import { startExtractionFromGraph } from './startExtractionFromGraph.ts';

let corpus: CorpusContext;
beforeAll(async () => (corpus = await makeCorpusContext()));
afterAll(() => corpus.close());

/** Starts an extraction of an item of the library; the address of the item is its id. */
function start(itemId: string, kind: FileKind | null = null, changes: Partial<AppContext> = {}) {
  const graph: AppContext['graph'] = {
    ...corpus.ctx.graph,
    parseItemUrl: (url) => ({ driveId: 'b!drive', itemId: url }),
  };
  return startExtractionFromGraph(
    { ...corpus.ctx, graph, runsPerPerson: 1, ...changes },
    corpus.ada,
    { file_url: itemId },
    kind,
  );
}

describe('a file of Microsoft 365 is refused', () => {
  it.each<[string, string, FileKind | null, number, string]>([
    ['by its size', 'film', null, MAX_FILE_BYTES + 1, 'file_too_large'],
    ['by its kind', 'letter', 'image', 1, 'unreadable_file'],
  ])('%s before it is downloaded', async (_, id, kind, size, code) => {
    corpus.library.put(id, { size });
    await expect(start(id, kind)).rejects.toMatchObject({ code });
    expect(corpus.library.calls).not.toContain(`download ${id}`);
  });

  it('if it is larger than Graph said', async () => {
    corpus.library.put('log');
    const put = () => Promise.reject(new StoreError('blob_too_large', 'More than 70 MB.'));
    const blobs = { ...corpus.ctx.blobs, put };
    await expect(start('log', null, { blobs })).rejects.toMatchObject({ code: 'file_too_large' });
  });

  it('before it is downloaded if the person has no room for it', async () => {
    const files = { ...corpus.ctx.store.files, getUploadRoom: async () => ({ stored: 100, today: 100 }) };
    const store = { ...corpus.ctx.store, files };
    corpus.library.put('plan', { size: 101 });
    await expect(start('plan', null, { store })).rejects.toMatchObject({ code: 'files_full' });
    expect(corpus.library.calls).not.toContain('download plan');
  });
});
