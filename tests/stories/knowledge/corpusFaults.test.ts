import { randomUUID } from 'node:crypto';
import { newChat } from '#contract/chats/chat.ts';
import type { Client } from '#contract/client.ts';
import { errors } from '#contract/errors.ts';
import { getStatus } from '#contract/runs/jobs.ts';
import { searchResponse } from '#contract/sites/search.ts';
import { getEmbeddedFiles, getSiteFiles, uploadSiteFile } from '#contract/sites/corpusFiles.ts';
import * as contract from '#contract/sites/sites.ts';
import type { LoggedRequest } from '#sandbox/models/requestLog.ts';
import { addFiles, listCrawledFiles, makeCorpus, startAdding } from '#tests/harness/client/corpora.ts';
import { eventually } from '#tests/harness/eventually.ts';
import { startApp, type TestApp } from '#tests/harness/app/startApp.ts';
import { collect, foldAnswer, MODEL } from '#tests/harness/client/answers.ts';
import { waitForJob } from '#tests/harness/client/uploads.ts';

let app: TestApp;
let ada: Client;
let finance: contract.Site;
/** A corpus whose site has been deleted. */
let records: contract.Site;

beforeAll(async () => {
  app = await startApp({ features: { knowledgeSearch: true } });
  ada = app.as('ada');
  finance = await makeCorpus(ada, 'Finance');
  records = await makeCorpus(app.as('greta'), 'Field Records', { library: 'Records' });
  await app.control('graph', 'sites/remove', { site: 'records' });
});
afterAll(() => app.close());
afterEach(() => app.control('models', 'reset'));

async function askSite(person: Client, { SiteId }: contract.Site, text: string, site_id = SiteId) {
  const convo_id = (await person.call(newChat, { chat_type: 'search' })).ConversationId;
  const input = { convo_id, event_session_id: randomUUID(), model: MODEL, site_id, text };
  return foldAnswer(await collect(await person.stream(searchResponse, input)));
}

/** Uploads a text to the library of Finance as Ada and returns the file, which can be added to the corpus. */
async function uploadText(name: string, text: string) {
  const { datasource_id: id, ...rest } = await ada.upload(
    uploadSiteFile,
    { site_id: finance.SiteId },
    new File([text], name, { type: 'text/plain' }),
  );
  return { id, name: rest.name, webUrl: rest.link };
}

const findFile = async (id: string) =>
  (await ada.call(getEmbeddedFiles, { site_id: finance.SiteId })).files.find(({ DataSourceId }) => DataSourceId === id);

describe('a crawl of a library', () => {
  const listFiles = (SiteId: string, reload = false) => app.as('saoirse').call(getSiteFiles, { site_id: SiteId, limit: 1_000, reload }); // prettier-ignore
  let handbook: contract.Site;

  /** @proves threat:graph-throttling */
  it('succeeds after many 429 and 503 responses', async () => {
    await app.control('graph', 'throttle', { count: 2, retryAfter: 1, containing: '/children' });
    await app.control('graph', 'throttle', { count: 2, retryAfter: 1, status: 503, containing: '/children' });
    const files = await listCrawledFiles(ada, finance.SiteId);
    expect(new Set(files.map(({ id }) => id)).size).toBe(30);
    expect(files).toHaveLength(30);
  });

  /** @proves threat:failed-crawl-page */
  it('reports a failed page once and continues with that page', async () => {
    handbook = await makeCorpus(app.as('saoirse'), 'Engineering Handbook', { library: 'Handbook' });
    await app.control('graph', 'throttle', { count: 1, retryAfter: 0, status: 500, containing: '/children', after: 3 });
    const failed = await eventually(
      async () => {
        const reply = await listFiles(handbook.SiteId);
        expect(reply.crawl.state).toBe('failed');
        return reply;
      },
      { everyMs: 200 },
    );
    expect(failed.crawl.error).toBe(errors.graph_unavailable.detail);
    // Reloading an incomplete crawl continues it and does not start again.
    expect((await listFiles(handbook.SiteId, true)).crawl.folders).toBeGreaterThanOrEqual(failed.crawl.folders);
    const files = await listCrawledFiles(app.as('saoirse'), handbook.SiteId);
    expect(files).toHaveLength(new Set(files.map(({ id }) => id)).size);
    expect(files.length).toBeGreaterThan(230);
  });

  it('of 200,000 files shows its progress and blocks no other request', async () => {
    await app.control('graph', 'libraries/fill', { library: 'operations/Archive', count: 200_000 });
    const archive = await makeCorpus(app.as('ines'), 'Operations', { library: 'Archive' });
    const page = () => app.as('ines').call(getSiteFiles, { site_id: archive.SiteId, limit: 20 });
    const first = await eventually(async () => {
      const reply = await page();
      expect(reply.files).toHaveLength(20);
      return reply;
    });
    expect(first.crawl).toMatchObject({ state: 'running', error: null });
    await ada.call(contract.getSites, {});
    await eventually(async () => expect((await page()).total).toBeGreaterThan(first.total));
  });

  it('of a deleted library says that the library is gone, and its files cannot be added', async () => {
    await app.control('graph', 'libraries/remove', { library: 'handbook/Handbook' });
    const message = 'This library is no longer there, or you have no access to it.';
    await eventually(
      async () =>
        expect((await listFiles(handbook.SiteId, true)).crawl).toMatchObject({ state: 'failed', error: message }),
      { everyMs: 200 },
    );
    const job = await startAdding(app.as('saoirse'), handbook, { id: '01GONE', name: 'Gone.docx', webUrl: '' });
    expect(await waitForJob(app.as('saoirse'), job)).toMatchObject({
      status: 'FAILURE',
      error: 'Failed to upload file',
    });
  });
});

describe('a file', () => {
  it('without text fails with the reason', async () => {
    const blank = await uploadText('Blank.txt', ' \n\t\n ');
    expect((await addFiles(ada, finance, [blank])).get(blank.name)).toMatchObject({
      status: 'FAILURE',
      error: 'No text was found in the file.',
    });
  });

  it('that is renamed and moved during the embedding is listed once under its new name', async () => {
    const draft = await uploadText('Lantern Draft.txt', 'The lantern of the pavilion hangs at 412 centimetres.');
    await app.control('models', 'scenario', { name: 'late', on: 'embeddings', ms: 1_500, count: 1 });
    const job = await startAdding(ada, finance, draft);
    const library = 'finance/Documents';
    await app.control('graph', 'files/rename', {
      file: `${library}/Lantern Draft.txt`,
      name: 'Lantern.txt',
      by: 'ada',
    });
    await app.control('graph', 'files/move', { file: `${library}/Lantern.txt`, to: `${library}/Planning`, by: 'ada' });
    expect(await waitForJob(ada, job)).toMatchObject({ status: 'COMPLETED' });
    expect(await findFile(draft.id)).toMatchObject({ DataSourceName: 'Lantern.txt', state: 'ready' });
    const { content, links } = await askSite(ada, finance, 'How high does the lantern of the pavilion hang?');
    expect(content).toContain('412 centimetres');
    expect(links.map(({ filename }) => filename)).toEqual(['Lantern.txt']);
  });

  it('whose embedding fails midway is not found until it is complete', async () => {
    const ledger = Array.from(
      { length: 2_000 },
      (_, index) => `Entry ${index} of the tontine ledger came to ${index * 3} crowns.`,
    );
    const long = await uploadText('Tontine.txt', ledger.join('\n\n'));
    // Four failures: the client itself tries three times, so the job must be retried too.
    await app.control('models', 'scenario', {
      name: '500',
      status: 503,
      on: 'embeddings',
      match: 'Entry 1980 ',
      count: 4,
    });
    const job = await startAdding(ada, finance, long);
    await eventually(
      async () => {
        const { pctProgress } = await ada.call(getStatus, { jobId: job });
        expect(pctProgress).toBeGreaterThan(55);
      },
      { everyMs: 20 },
    );
    expect((await askSite(ada, finance, 'To what came entry 7 of the tontine ledger?')).links).toEqual([]);
    expect((await ada.call(getStatus, { jobId: job })).status).toBe('PROGRESS');
    expect(await waitForJob(ada, job)).toMatchObject({ status: 'COMPLETED' });
    const { content, links } = await askSite(ada, finance, 'To what came entry 1980 of the tontine ledger?');
    expect(content).toContain('5940 crowns');
    expect(links.map(({ filename }) => filename)).toEqual(['Tontine.txt']);
    const refused = (await app.listRequests<LoggedRequest>('models')).filter(({ scenario }) => scenario === '500');
    expect(refused).toHaveLength(4);
  });

  it('is found by its words while the model server returns no vectors', async () => {
    await app.control('models', 'scenario', { name: '500', on: 'embeddings' });
    const { content } = await askSite(ada, finance, 'How high does the lantern of the pavilion hang?');
    expect(content).toContain('412 centimetres');
  });
});

it.each([
  ['with dashes', (id: string) => id.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')],
  ['in capitals', (id: string) => id.toUpperCase()],
])('a site id in the form %s is accepted', async (_, written) => {
  const { links } = await askSite(ada, finance, 'How high does the lantern of the pavilion hang?', written(finance.SiteId)); // prettier-ignore
  expect(links.map(({ site, standing }) => [site, standing])).toEqual([[finance.SiteId, 'holds']]);
});

it('a description of a megabyte is rejected', async () => {
  const was = { CorpusDescription: finance.CorpusDescription, CorpusPrompt: finance.CorpusPrompt };
  const to_corpus = { ...was, CorpusDescription: 'x'.repeat(1_048_576) };
  const change = ada.call(contract.updateCorpus, { site_id: finance.SiteId, from_corpus: was, to_corpus });
  await expect(change).rejects.toMatchObject({ code: 'bad_request', detail: expect.stringContaining('at most 4000') });
  expect((await ada.call(contract.getCorpus, { site_id: finance.SiteId })).sites).toEqual([finance]);
});

it('a deleted site is not listed, not searched and accepts no files', async () => {
  const greta = app.as('greta');
  await eventually(
    async () => {
      const { accessibleSites } = await greta.call(contract.getSites, {});
      expect(accessibleSites.map(({ SiteId }) => SiteId)).not.toContain(records.SiteId);
    },
    { everyMs: 500 },
  );
  const notFound = { code: 'not_found', detail: 'This does not exist, or you have no access to it.' };
  await expect(askSite(greta, records, 'Who designed Tanner Bridge?')).rejects.toMatchObject(notFound);
  await expect(greta.call(getSiteFiles, { site_id: records.SiteId })).rejects.toMatchObject(notFound);
  const file = { id: '01GONE', name: 'Gone.txt', webUrl: '' };
  await expect(startAdding(greta, records, file)).rejects.toMatchObject(notFound);
});
