import { createFakeGraphLibrary, type FakeGraphLibrary } from '../../../tests/harness/fakes/graphLibrary.ts';
import { makePerson } from '../../../tests/harness/fakes/searchLibrary.ts';
import { ada, makeSiteRow } from '../../../tests/harness/storage/rows.ts';
import { AvaError } from '../../contract/errors.ts';
import type { FinishedFile } from '../storage/tables/bot/notices.ts';
import type { AppContext } from '../context.ts';
import { takeNotice } from './notices.ts';
import { createRecordingLog } from '../../../tests/harness/fakes/recordingLog.ts';

const Ada = makePerson(ada.id);
const finance = makeSiteRow(ada);

let library: FakeGraphLibrary;
/** Whether Ada may read the site at all. */
let open: boolean;
beforeEach(() => {
  library = createFakeGraphLibrary();
  open = true;
});

const done = (itemId: string, state: FinishedFile['state'] = 'ready'): FinishedFile => ({
  name: `${itemId} as it was.txt`,
  siteId: finance.id,
  driveId: finance.driveId,
  itemId,
  state,
});

async function told(...files: FinishedFile[]) {
  const graph: Partial<AppContext['graph']> = {
    ...library.graph,
    getReadableSites: async (_person, ids) => new Set(open ? ids : []),
  };
  const store = {
    bot: { takeNotice: async () => ({ reference: 'her own chat', filesInProgress: 0, finishedFiles: files }) },
    sites: { list: async () => [finance] },
  };
  const ctx = { store, graph, log: createRecordingLog() } as unknown as AppContext;
  return (await takeNotice(ctx, Ada)).done;
}

const inFinance = (name: string, state = 'ready') => ({ name, site_id: finance.id, state });

it('names what Ada may read, as it is called now, and counts the rest', async () => {
  library.put('plan', { name: 'Plan B.txt' });
  library.put('lease');
  expect(await told(done('plan'), done('salaries'), done('lease', 'failed'))).toEqual({
    ready: 2,
    failed: 1,
    files: [inFinance('lease.txt', 'failed'), inFinance('Plan B.txt')],
  });
});

it('names nothing of a site that is not open to her, though a file of it be', async () => {
  library.put('plan');
  open = false;
  expect(await told(done('plan'))).toEqual({ ready: 1, failed: 0, files: [] });
});

it('names nothing where Graph does not answer, and tells the count', async () => {
  library.put('plan');
  library.failNext('readable', new AvaError('graph_unavailable'));
  expect(await told(done('plan'), done('lease'))).toEqual({ ready: 2, failed: 0, files: [] });
});

it('names ten of many, from among those she may read', async () => {
  const ids = Array.from({ length: 60 }, (_, at) => `note${at}`);
  for (const id of ids.slice(30)) library.put(id);
  const notice = await told(...ids.map((id) => done(id)));
  expect(notice?.ready).toBe(60);
  expect(notice?.files.map(({ name }) => name)).toEqual(ids.slice(30, 40).map((id) => `${id}.txt`));
});

it('tells of nothing where nothing is done, and asks nobody', async () => {
  expect(await told()).toBeNull();
  expect(library.calls).toEqual([]);
});
