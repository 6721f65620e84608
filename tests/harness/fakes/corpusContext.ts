import { rm } from 'node:fs/promises';
import type { Graph } from '#api/graph/graph.ts';
import type { Person } from '#api/identity/person.ts';
import type { Queue } from '#api/jobs/queue.ts';
import type { Runs } from '#api/runs/runs.ts';
import { openBlobFolder } from '#api/storage/blobs/blobFolder.ts';
import { createStore } from '#api/storage/store.ts';
import type { SiteRow } from '#api/storage/tables/corpora/sites.ts';
import type { AppContext } from '#api/context.ts';
import { createFakeGraphLibrary, type FakeGraphLibrary } from './graphLibrary.ts';
import { createManualClock, type ManualClock } from './manualClock.ts';
import { ada, ben, makeSiteRow } from '#tests/harness/storage/rows.ts';
import { makeStoreOnAnyEngine, makeTempFolder } from '#tests/harness/storage/testStore.ts';
import { createRecordingLog } from './recordingLog.ts';

export interface CorpusContext {
  ctx: AppContext;
  library: FakeGraphLibrary;
  clock: ManualClock;
  site: SiteRow;
  ada: Person;
  ben: Person;
  /** Ids of runs that were sent to the queue. */
  sent: string[];
  /** Ids of runs that were canceled. */
  canceled: string[];
  /** Starts again with a new corpus and an empty library. */
  reset(): Promise<void>;
  close(): Promise<void>;
}

const toPerson = (owner: { tenantId: string; id: string }, name: string): Person => ({
  ...owner,
  name,
  email: `${name.split(' ')[0]?.toLowerCase()}@northwind.example`,
  isAdministrator: false,
  bearer: name,
});

/** Makes a corpus with a real store and real blobs, and with a library and a clock that the test controls. */
export async function makeCorpusContext(): Promise<CorpusContext> {
  const testStore = await makeStoreOnAnyEngine();
  const database = await testStore.open();
  const folder = await makeTempFolder();
  const store = createStore(database.kysely);
  const clock = createManualClock();
  const blobs = await openBlobFolder(folder);
  const runs: Pick<Runs, 'cancel'> = { cancel: async ({ id }) => void corpus.canceled.push(id) };
  const queue: Pick<Queue, 'send'> = { send: async (_name, { runId }) => void corpus.sent.push(runId) };
  const services = { store, blobs, clock, log: createRecordingLog(), queue: queue as Queue, runs: runs as Runs };

  async function create() {
    const [library, site] = [createFakeGraphLibrary(), makeSiteRow(ada)];
    await store.sites.create(site, clock.now());
    const ctx: Partial<AppContext> = { ...services, graph: library.graph as Graph };
    return { ctx: ctx as AppContext, library, site, sent: [] as string[], canceled: [] as string[] };
  }

  const corpus: CorpusContext = {
    ...(await create()),
    clock,
    ada: toPerson(ada, 'Ada Moreau'),
    ben: toPerson(ben, 'Ben Okafor'),
    reset: async () => void Object.assign(corpus, await create()),
    close: async () => {
      await database.close();
      await testStore.cleanUp();
      await rm(folder, { recursive: true, force: true });
    },
  };
  return corpus;
}
