import { deepStrictEqual, ok, strictEqual } from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { getStatus } from '../../api/contract/runs.ts';
import { deleteEmbeddedFile, getEmbeddedFiles, uploadSiteFile } from '../../api/contract/corpusFiles.ts';
import type { Site } from '../../api/contract/sites.ts';
import { openDatabase } from '../../api/src/storage/openDatabase.ts';
import { makeCorpus, startAdding } from '../harness/client/corpora.ts';
import { startApp, type TestApp } from '../harness/app/startApp.ts';
import type { ChaosStory } from './story.ts';
import { createRecordingLog } from '../harness/fakes/recordingLog.ts';
import { waitForJob } from '../harness/client/uploads.ts';

/** Per cent at which the process is killed, one after the other. */
const MOMENTS = [15, 50, 99];
const PARAGRAPHS = 6_000;

interface Sets {
  /** Whether each set of chunks can be found, and how many chunks it has. */
  sets: { visible: boolean; chunks: number; counted: number }[];
  /** How many different places in the reading order its chunks have. */
  places: number;
}

/**
 * The process that makes a file findable is killed at 15, 50 and 99 per cent. When it is there again, the file becomes
 * findable by itself, with exactly one set of chunks, as long as that of a file nobody disturbed.
 */
export const embedKill: ChaosStory = {
  name: 'embedKill',
  withinMs: 300_000,
  async begin() {
    const app = await startApp({ features: { knowledgeSearch: true } });
    const site = await makeCorpus(app.as('ada'), 'Finance');
    const undisturbed = await embedded(app, site, null);
    let rounds = 0;
    return {
      async round() {
        deepStrictEqual(await embedded(app, site, MOMENTS[rounds % MOMENTS.length] ?? 0), undisturbed);
        rounds += 1;
      },
      end: app.close,
    };
  },
};

/** Adds a long file, with a kill on the way or without, and takes it out again; gives the chunks it had. */
async function embedded(app: TestApp, site: Site, killAt: number | null): Promise<Sets> {
  const ada = app.as('ada');
  const text = Array.from(
    { length: PARAGRAPHS },
    (_, index) => `Invoice ${index} of ${index * 7} crowns was paid on day ${index % 365}.`,
  );
  const put = await ada.upload(uploadSiteFile, { site_id: site.SiteId }, new File([text.join('\n\n')], 'Invoices.txt'));
  const file = { id: put.datasource_id, name: put.name, webUrl: put.link };
  const jobId = await startAdding(ada, site, file);
  if (killAt !== null) {
    await reached(app, jobId, killAt);
    await app.kill();
    await app.restart();
  }
  const { status, error } = await waitForJob(ada, jobId, 120_000);
  strictEqual(status, 'COMPLETED', `the file failed: ${error}`);
  const { files } = await ada.call(getEmbeddedFiles, { site_id: site.SiteId });
  strictEqual(files.find(({ DataSourceId }) => DataSourceId === file.id)?.state, 'ready');
  await app.terminate();
  const sets = await setsIn(app.dataDir, file.id);
  await app.restart();
  strictEqual(sets.sets.length, 1, `the file has ${sets.sets.length} sets of chunks`);
  await ada.call(deleteEmbeddedFile, { site_id: site.SiteId, datasource_id: file.id });
  return sets;
}

async function reached(app: TestApp, jobId: string, percent: number): Promise<void> {
  for (const deadline = Date.now() + 60_000; ; await sleep(5)) {
    const { status, pctProgress } = await app.as('ada').call(getStatus, { jobId });
    if (status === 'COMPLETED' || (status === 'PROGRESS' && pctProgress >= percent)) return;
    ok(status !== 'FAILURE' && Date.now() < deadline, `the file is ${status} at ${pctProgress} per cent`);
  }
}

async function setsIn(dataDir: string, itemId: string): Promise<Sets> {
  const database = await openDatabase({ dataDir, log: createRecordingLog(), waitMs: 10_000 });
  try {
    const db = database.kysely;
    const found = await db
      .selectFrom('document_version')
      .select(['id', 'visible', 'chunks'])
      .where('item_id', '=', itemId)
      .execute();
    const ids = found.map(({ id }) => id);
    const chunks =
      ids.length === 0
        ? []
        : await db.selectFrom('chunk').select(['version_id', 'n']).where('version_id', 'in', ids).execute();
    return {
      sets: found.map(({ id, visible, chunks: counted }) => ({
        visible,
        counted,
        chunks: chunks.filter(({ version_id }) => version_id === id).length,
      })),
      places: new Set(chunks.map(({ n }) => n)).size,
    };
  } finally {
    await database.close();
  }
}
