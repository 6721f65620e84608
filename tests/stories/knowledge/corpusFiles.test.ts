import type { Client } from '#contract/client.ts';
import { getStatus } from '#contract/runs/jobs.ts';
import {
  deleteEmbeddedFile,
  getEmbeddedFiles,
  getSiteFiles,
  uploadSiteFile,
  type CandidateFile,
  type EmbeddedFile,
} from '#contract/sites/corpusFiles.ts';
import { getSiteInsights, getSites, type Site } from '#contract/sites/sites.ts'; // prettier-ignore
import { addFiles, listCrawledFiles, makeCorpus, startAdding } from '#tests/harness/client/corpora.ts';
import { eventually } from '#tests/harness/eventually.ts';
import { startApp, type TestApp } from '#tests/harness/app/startApp.ts';

let app: TestApp;
let ada: Client;
let ben: Client;
let finance: Site;
let candidates: CandidateFile[];

beforeAll(async () => {
  app = await startApp({ features: { knowledgeSearch: true } });
  [ada, ben] = [app.as('ada'), app.as('ben')];
  finance = await makeCorpus(ada, 'Finance');
});
afterAll(() => app.close());

/** The first three cannot be read. The test of the sandbox's prompts adds all files of Finance. */
const ADDED = [
  'Bank Vault Codes.pdf',
  'Old Ledger Export.pdf',
  'Signed Audit Certificate.pdf',
  'Budget 2027.pdf',
  'Audit Letter 2025.pdf',
  'Investment Plan.pdf',
  'Payroll Calendar 2027.txt',
  'Salary Bands 2027.docx',
];

const findCandidate = (name: string) => candidates.find((file) => file.name === name)!;
const listFiles = async (person: Client): Promise<EmbeddedFile[]> =>
  (await person.call(getEmbeddedFiles, { site_id: finance.SiteId })).files;
const findFile = async (person: Client, name: string) =>
  (await listFiles(person)).find(({ DataSourceName }) => DataSourceName === name);
const remove = (person: Client, name: string) =>
  person.call(deleteEmbeddedFile, { site_id: finance.SiteId, datasource_id: findCandidate(name).id });
const toPath = ({ folder, name }: CandidateFile) => ['finance/Documents', folder, name].filter(Boolean).join('/');

describe('Ada fills the corpus of Finance', () => {
  it('from the thirty supported files of its library', async () => {
    candidates = await listCrawledFiles(ada, finance.SiteId);
    expect(candidates).toHaveLength(30);
    expect(candidates.map(({ name }) => name)).not.toContain('Ledger 2026.csv');
    expect(findCandidate('Budget 2027.pdf')).toMatchObject({
      folder: 'Planning',
      owner: 'Ada Moreau',
      embedded: false,
      etag: expect.any(String),
    });
    const { files, total } = await ada.call(getSiteFiles, {
      site_id: finance.SiteId,
      search: 'BUDGET',
      start: 0,
      limit: 1,
    });
    expect([files.map(({ name }) => name), total]).toEqual([['Budget 2027.pdf'], 1]);
  });

  /** @proves threat:locked-file */
  it('gets the reason of every failure, and no failure stops another file', async () => {
    const adding = addFiles(ada, finance, ADDED.map(findCandidate));
    const listPreparing = async () => (await ada.call(getSites, {})).preparing;
    await eventually(async () => expect(await listPreparing()).toEqual([finance.SiteId]));
    const statuses = await adding;
    expect(await listPreparing()).toEqual([]);
    const failed = [...statuses]
      .filter(([, { status }]) => status !== 'COMPLETED')
      .map(([name, { error }]) => [name, error]);
    expect(failed.toSorted()).toEqual([
      ['Bank Vault Codes.pdf', 'The file is protected with a password.'],
      ['Old Ledger Export.pdf', 'The file is damaged.'],
      ['Signed Audit Certificate.pdf', 'No text was found in the file.'],
    ]);
    const files = await listFiles(ada);
    expect(files.filter(({ state }) => state === 'ready')).toHaveLength(5);
    const vault = files.find(({ DataSourceName }) => DataSourceName === 'Bank Vault Codes.pdf');
    expect(vault).toMatchObject({ state: 'failed', DataSourceDescription: 'The file is protected with a password.' });
    const insights = await ada.call(getSiteInsights, { site_id: finance.SiteId });
    expect(insights.failed.map(({ name, reason }) => [name, reason]).toSorted()).toEqual(failed.toSorted());
    expect(insights.neverCited).toHaveLength(5);
    // Failed files can be added again; the others are already in the corpus.
    const addable = (await listCrawledFiles(ada, finance.SiteId)).map(({ name }) => name);
    expect(addable).toHaveLength(25);
    expect(addable.filter((name) => ADDED.includes(name)).toSorted()).toEqual(failed.map(([name]) => name).toSorted());
    expect(await listCrawledFiles(ada, finance.SiteId, { include_embedded: true })).toHaveLength(30);
  });

  /** @proves call:getStatus */
  it('with a file again: the same version is the same job for everyone', async () => {
    const jobs = await Promise.all(
      [ada, ada, ben].map((person) => startAdding(person, finance, findCandidate('Budget 2027.pdf'))),
    );
    expect(new Set(jobs).size).toBe(1);
    for (const person of [ada, ben])
      expect(await person.call(getStatus, { jobId: jobs[0]! })).toMatchObject({
        status: 'COMPLETED',
        pctProgress: 100,
      });
    await expect(app.as('cleo').call(getStatus, { jobId: jobs[0]! })).rejects.toMatchObject({ code: 'not_found' });
    expect(await listFiles(ada)).toHaveLength(ADDED.length);
  });

  it('gets a separate sentence for a file without an etag, a locked file and a missing file', async () => {
    const [letter, plan] = [findCandidate('Audit Letter 2025.pdf'), findCandidate('Investment Plan.pdf')];
    for (const { name } of [letter, plan]) await remove(ada, name);
    await app.control('graph', 'files/withhold', { file: toPath(letter), properties: ['eTag'] });
    await app.control('graph', 'files/lock', { file: toPath(plan), locked: true });
    const nowhere = { id: '01NOWHEREATALL', name: 'Nowhere.pdf', webUrl: '' };
    const statuses = await addFiles(ada, finance, [letter, plan, nowhere]);
    expect([...statuses].map(([name, { status, error }]) => [name, status, error])).toEqual([
      ['Audit Letter 2025.pdf', 'FAILURE', 'Failed to upload file'],
      ['Investment Plan.pdf', 'FAILURE', 'The file is locked in its library.'],
      ['Nowhere.pdf', 'FAILURE', 'Failed to upload file'],
    ]);
    await app.control('graph', 'files/withhold', { file: toPath(letter), properties: [] });
    await app.control('graph', 'files/lock', { file: toPath(plan), locked: false });
    const secondStatuses = await addFiles(ada, finance, [letter, plan]);
    expect([...secondStatuses.values()].map(({ status }) => status)).toEqual(['COMPLETED', 'COMPLETED']);
  });

  it('with a file from her computer, which is first uploaded to the library', async () => {
    const note = new File(['Invoices are paid on Thursdays.'], 'Paying: when?.txt', { type: 'text/plain' });
    const uploaded = await ada.upload(uploadSiteFile, { site_id: finance.SiteId }, note);
    expect(uploaded).toMatchObject({ name: 'Paying_ when_.txt', link: expect.stringContaining('https://') });
    const file = { id: uploaded.datasource_id, name: uploaded.name, webUrl: uploaded.link };
    expect((await addFiles(ada, finance, [file])).get(uploaded.name)).toMatchObject({ status: 'COMPLETED' });
    const reserved = new File(['tea'], 'CON.my_vti_note.txt');
    expect(await ada.upload(uploadSiteFile, { site_id: finance.SiteId }, reserved)).toMatchObject({
      name: '_CON.my-vti-note.txt',
    });
    await expect(
      ada.upload(uploadSiteFile, { site_id: finance.SiteId }, new File(['x'], 'x.exe')),
    ).rejects.toMatchObject({
      detail: 'Only PDF, DOCX, PPTX and TXT files can be added.',
    });
    // Ben can read Finance but not write to it.
    await expect(ben.upload(uploadSiteFile, { site_id: finance.SiteId }, note)).rejects.toMatchObject({
      code: 'not_found',
    });
  });
});

describe('Ben sees', () => {
  it('only files that he can read: no other names and no other reasons', async () => {
    const text = JSON.stringify(await ben.call(getEmbeddedFiles, {}));
    expect(text).toContain('Budget 2027.pdf');
    expect(text).not.toContain('Salary Bands');
    expect(await findFile(ben, 'Bank Vault Codes.pdf')).toMatchObject({
      state: 'failed',
      DataSourceDescription: '',
      citations: null,
      can: { remove: false },
    });
    await expect(ben.call(getSiteInsights, { site_id: finance.SiteId })).rejects.toMatchObject({ code: 'not_allowed' });
    expect(
      (await listCrawledFiles(ben, finance.SiteId, { include_embedded: true })).map(({ name }) => name),
    ).not.toContain('Salary Bands 2027.docx');
  });

  it('a removed permission and a changed name within a minute', async () => {
    const [budget, calendar] = [findCandidate('Budget 2027.pdf'), findCandidate('Payroll Calendar 2027.txt')];
    await app.control('graph', 'access', { person: 'ben', file: toPath(budget), role: 'none' });
    await app.control('graph', 'files/rename', { file: toPath(calendar), name: 'Paydays 2027.txt', by: 'ada' });
    await eventually(async () => expect(await findFile(ben, 'Budget 2027.pdf')).toBeUndefined(), {
      everyMs: 500,
    });
    expect(await findFile(ben, 'Paydays 2027.txt')).toMatchObject({ DataSourceId: calendar.id });
    expect((await addFiles(ben, finance, [budget])).get(budget.name)).toMatchObject({ error: 'Failed to upload file' });
    expect(await findFile(ada, 'Budget 2027.pdf')).toMatchObject({ state: 'ready' });
  });
});
