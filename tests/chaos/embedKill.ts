import { deepStrictEqual, ok, strictEqual } from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { getStatus } from '#contract/runs/jobs.ts';
import { deleteEmbeddedFile, getEmbeddedFiles, uploadSiteFile } from '#contract/sites/corpusFiles.ts';
import type { Site } from '#contract/sites/sites.ts';
import { openDatabase } from '#api/storage/openDatabase.ts';
import { makeCorpus, startAdding } from '#tests/harness/client/corpora.ts';
import { startApp, type TestApp } from '#tests/harness/app/startApp.ts';
import type { ChaosStory } from './chaosStory.ts';
import { createRecordingLog } from '#tests/harness/fakes/recordingLog.ts';
import { waitForJob } from '#tests/harness/client/uploads.ts';

/** Progress in percent at which the process is killed, one per round. */
const KILL_AT_PERCENT = [15, 50, 99];
const PARAGRAPHS = 6_000;

interface IndexedFile {
  /** Versions of the file, with the actual and the recorded number of chunks. */
  versions: { visible: boolean; chunks: number; counted: number }[];
  /** Number of different chunk positions. */
  positions: number;
}

/**
 * The process that indexes a file is killed at 15, 50 and 99 percent. After the restart the indexing continues without a
 * request, and the file has exactly one version with as many chunks as without a kill.
 */
export const embedKill: ChaosStory = {
  name: 'embedKill',
  withinMs: 300_000,
  async start() {
    const app = await startApp({ process: 'own', features: { knowledgeSearch: true } });
    const site = await makeCorpus(app.as('ada'), 'Finance');
    const expected = await embedFile(app, site, null);
    let rounds = 0;
    return {
      async round() {
        deepStrictEqual(await embedFile(app, site, KILL_AT_PERCENT[rounds % KILL_AT_PERCENT.length] ?? 0), expected);
        rounds += 1;
      },
      stop: app.close,
    };
  },
};

/** Adds a long file, optionally with a kill, returns what was indexed and removes the file. */
async function embedFile(app: TestApp, site: Site, killAt: number | null): Promise<IndexedFile> {
  const ada = app.as('ada');
  const text = Array.from(
    { length: PARAGRAPHS },
    (_, index) => `Invoice ${index} of ${index * 7} crowns was paid on day ${index % 365}.`,
  );
  const uploaded = await ada.upload(
    uploadSiteFile,
    { site_id: site.SiteId },
    new File([text.join('\n\n')], 'Invoices.txt'),
  );
  const file = { id: uploaded.datasource_id, name: uploaded.name, webUrl: uploaded.link };
  const jobId = await startAdding(ada, site, file);
  if (killAt !== null) {
    await waitForProgress(app, jobId, killAt);
    await app.kill();
    await app.restart();
  }
  const { status, error } = await waitForJob(ada, jobId);
  strictEqual(status, 'COMPLETED', `the file failed: ${error}`);
  const { files } = await ada.call(getEmbeddedFiles, { site_id: site.SiteId });
  strictEqual(files.find(({ DataSourceId }) => DataSourceId === file.id)?.state, 'ready');
  await app.terminate();
  const indexed = await readIndexedFile(app.dataDir, file.id);
  await app.restart();
  strictEqual(indexed.versions.length, 1, `the file has ${indexed.versions.length} versions`);
  await ada.call(deleteEmbeddedFile, { site_id: site.SiteId, datasource_id: file.id });
  return indexed;
}

async function waitForProgress(app: TestApp, jobId: string, percent: number): Promise<void> {
  for (const deadline = Date.now() + 60_000; ; await sleep(5)) {
    const { status, pctProgress } = await app.as('ada').call(getStatus, { jobId });
    if (status === 'COMPLETED' || (status === 'PROGRESS' && pctProgress >= percent)) return;
    ok(status !== 'FAILURE' && Date.now() < deadline, `the file is ${status} at ${pctProgress} percent`);
  }
}

async function readIndexedFile(dataDir: string, itemId: string): Promise<IndexedFile> {
  const database = await openDatabase({ dataDir, log: createRecordingLog(), waitMs: 10_000 });
  try {
    const db = database.kysely;
    const versions = await db
      .selectFrom('document_version')
      .select(['id', 'visible', 'chunks'])
      .where('item_id', '=', itemId)
      .execute();
    const ids = versions.map(({ id }) => id);
    const chunks =
      ids.length === 0
        ? []
        : await db.selectFrom('chunk').select(['version_id', 'n']).where('version_id', 'in', ids).execute();
    return {
      versions: versions.map(({ id, visible, chunks: counted }) => ({
        visible,
        counted,
        chunks: chunks.filter(({ version_id }) => version_id === id).length,
      })),
      positions: new Set(chunks.map(({ n }) => n)).size,
    };
  } finally {
    await database.close();
  }
}
