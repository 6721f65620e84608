import { makeCorpusContext, type CorpusContext } from '../../../tests/harness/fakes/corpusContext.ts';
import { MAX_FILE_BYTES } from '../../contract/limits.ts';
import { StoreError } from '../storage/errors.ts';
import type { AppContext } from '../context.ts';
import type { FileKind } from './startExtraction.ts';
import { startExtractionFromGraph } from './startExtractionFromGraph.ts';

let corpus: CorpusContext;
beforeAll(async () => (corpus = await makeCorpusContext()));
afterAll(() => corpus.close());

/** Starts an extraction of an item of the library; its address is its id. */
function start(itemId: string, kind: FileKind | null = null) {
  const graph: AppContext['graph'] = {
    ...corpus.ctx.graph,
    parseItemUrl: (url) => ({ driveId: 'b!drive', itemId: url }),
  };
  return startExtractionFromGraph({ ...corpus.ctx, graph, runsPerPerson: 1 }, corpus.ada, { file_url: itemId }, kind);
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
    corpus.library.failNext('download log', new StoreError('blob_too_large', 'More than 70 MB.'));
    await expect(start('log')).rejects.toMatchObject({ code: 'file_too_large' });
  });
});
