import { createFakeGraphLibrary, type FakeGraphLibrary } from '#tests/harness/fakes/graphLibrary.ts';
import { createRecordingLog } from '#tests/harness/fakes/recordingLog.ts';
import { makePerson } from '#tests/harness/fakes/searchLibrary.ts';
import { ada, makeSiteRow } from '#tests/harness/storage/rows.ts';
import { expectSameInAllWorlds } from '#tests/harness/twoWorlds.ts';
import { AvaError } from '#contract/errors.ts';
import type { AppContext } from '#api/context.ts';
import type { FinishedFile } from '#api/storage/tables/bot/notices.ts';
import { takeNotice } from './notices.ts';

const Ada = makePerson(ada.id);
const finance = makeSiteRow(ada);

let library: FakeGraphLibrary;
/** Whether Ada can read the site. */
let canReadSite: boolean;
beforeEach(() => {
  library = createFakeGraphLibrary();
  canReadSite = true;
});

const makeFile = (itemId: string, state: FinishedFile['state'] = 'ready'): FinishedFile => ({
  name: `old name of ${itemId}.txt`,
  siteId: finance.id,
  driveId: finance.driveId,
  itemId,
  state,
});

async function takeAdasNotice(...files: FinishedFile[]) {
  const graph: Partial<AppContext['graph']> = {
    ...library.graph,
    getReadableSites: async (_person, ids) => new Set(canReadSite ? ids : []),
  };
  const store = {
    accessRequests: { takeNews: async () => [] },
    bot: {
      takeFinishedTasks: async () => [],
      takeNotice: async () => ({ reference: 'her own chat', filesInProgress: 0, finishedFiles: files }),
    },
    sites: { list: async () => [finance] },
  };
  const organizations = { get: () => ({ features: { knowledgeSearch: true } }) };
  const ctx = { store, graph, organizations, log: createRecordingLog() } as unknown as AppContext;
  return (await takeNotice(ctx, Ada)).done;
}

const inFinance = (name: string, state = 'ready') => ({ name, site_id: finance.id, state });

it('counts all files, and names those that Ada can read by their current names', async () => {
  library.put('plan', { name: 'Plan B.txt' });
  library.put('lease');
  expect(await takeAdasNotice(makeFile('plan'), makeFile('salaries'), makeFile('lease', 'failed'))).toEqual({
    ready: 2,
    failed: 1,
    files: [inFinance('lease.txt', 'failed'), inFinance('Plan B.txt')],
  });
});

it('names no file of a site that she cannot read', async () => {
  library.put('plan');
  canReadSite = false;
  expect(await takeAdasNotice(makeFile('plan'))).toEqual({ ready: 1, failed: 0, files: [] });
});

it('counts the files without naming them while Graph is unavailable', async () => {
  library.put('plan');
  library.failNext('readable', new AvaError('graph_unavailable'));
  expect(await takeAdasNotice(makeFile('plan'), makeFile('lease'))).toEqual({ ready: 2, failed: 0, files: [] });
});

it('names at most ten files, all readable', async () => {
  const ids = Array.from({ length: 60 }, (_, index) => `note${index}`);
  for (const id of ids.slice(30)) library.put(id);
  const notice = await takeAdasNotice(...ids.map((id) => makeFile(id)));
  expect(notice?.ready).toBe(60);
  expect(notice?.files.map(({ name }) => name)).toEqual(ids.slice(30, 40).map((id) => `${id}.txt`));
});

/** @proves threat:unreadable-files-in-notices */
it('names the same files, however many files that Ada cannot read come before them', async () => {
  for (const id of ['plan', 'lease']) library.put(id);
  const named = async (closed: number) => {
    const files = Array.from({ length: closed }, (_, index) => makeFile(`closed${index}`));
    return (await takeAdasNotice(...files, makeFile('plan'), makeFile('lease')))?.files;
  };
  await expectSameInAllWorlds([0, 250], named);
  expect(await named(250)).toHaveLength(2);
});

it('does not call Graph without finished files', async () => {
  expect(await takeAdasNotice()).toBeNull();
  expect(library.calls).toEqual([]);
});
