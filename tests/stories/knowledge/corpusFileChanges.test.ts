import type { Client } from '#contract/client.ts';
import {
  deleteEmbeddedFile,
  getEmbeddedFiles,
  type CandidateFile,
  type EmbeddedFile,
} from '#contract/sites/corpusFiles.ts';
import type { Site } from '#contract/sites/sites.ts';
import { addFiles, listCrawledFiles, makeCorpus, startAdding } from '#tests/harness/client/corpora.ts';
import { eventually } from '#tests/harness/eventually.ts';
import { startApp, type TestApp } from '#tests/harness/app/startApp.ts';
import { waitForJob } from '#tests/harness/client/uploads.ts';

let app: TestApp;
let ada: Client;
let ben: Client;
let finance: Site;
let candidates: CandidateFile[];

beforeAll(async () => {
  app = await startApp({ features: { knowledgeSearch: true } });
  [ada, ben] = [app.as('ada'), app.as('ben')];
  finance = await makeCorpus(ada, 'Finance');
  candidates = await listCrawledFiles(ada, finance.SiteId);
  const added = await addFiles(ada, finance, ADDED.map(findCandidate));
  expect([...added.values()].map(({ status }) => status)).toEqual(ADDED.map(() => 'COMPLETED'));
});
afterAll(() => app.close());

const ADDED = [
  'Q1 2026 Review.pptx',
  'Q2 2026 Review.pptx',
  'Salary Bands 2027.docx',
  'Welcome to Finance.txt',
  'Forecast Assumptions.pptx',
];
const findCandidate = (name: string) => candidates.find((file) => file.name === name)!;
const listFiles = async (person: Client): Promise<EmbeddedFile[]> =>
  (await person.call(getEmbeddedFiles, { site_id: finance.SiteId })).files;
const findFile = async (person: Client, name: string) =>
  (await listFiles(person)).find(({ DataSourceName }) => DataSourceName === name);
const remove = (person: Client, name: string) =>
  person.call(deleteEmbeddedFile, { site_id: finance.SiteId, datasource_id: findCandidate(name).id });
const toPath = ({ folder, name }: CandidateFile) => ['finance/Documents', folder, name].filter(Boolean).join('/');

describe('removing files', () => {
  it('is allowed for the person who added them and for owners', async () => {
    const [q1, q2] = [findCandidate('Q1 2026 Review.pptx'), findCandidate('Q2 2026 Review.pptx')];
    await expect(remove(ben, q1.name)).rejects.toMatchObject({ code: 'not_allowed' });
    await expect(remove(ben, 'Salary Bands 2027.docx')).rejects.toMatchObject({ code: 'not_found' });
    await expect(remove(app.as('cleo'), q1.name)).rejects.toMatchObject({ code: 'not_found' });
    for (const { name } of [q1, q2]) await remove(ada, name);
    const statuses = await addFiles(ben, finance, [q1, q2]);
    expect([...statuses.values()].map(({ status }) => status)).toEqual(['COMPLETED', 'COMPLETED']);
    expect(await findFile(ben, q1.name)).toMatchObject({
      CreatorEmail: 'ben.okafor@northwind.example',
      CreatorName: 'Ben Okafor',
      can: { remove: true },
    });
    await remove(ben, q1.name);
    await remove(ada, q2.name);
    for (const { name } of [q1, q2]) expect(await findFile(ada, name)).toBeUndefined();
    await expect(remove(ada, q1.name)).rejects.toMatchObject({ code: 'not_found' });
  });
});

describe('a file that changes', () => {
  it('during its embedding is indexed in its final version', async () => {
    const welcome = findCandidate('Welcome to Finance.txt');
    await remove(ada, welcome.name);
    const first = await startAdding(ada, finance, welcome);
    await app.control('graph', 'files/replace', { file: toPath(welcome), sentences: ['Welcome, all.'], by: 'ada' });
    const second = await startAdding(ada, finance, welcome);
    const [before, after] = [await waitForJob(ada, first), await waitForJob(ada, second)];
    expect(after.status).toBe('COMPLETED');
    if (first !== second) expect(['COMPLETED', 'FAILURE']).toContain(before.status);
    expect((await listFiles(ada)).filter(({ DataSourceId }) => DataSourceId === welcome.id)).toEqual([
      expect.objectContaining({ state: 'ready' }),
    ]);
  });

  it('in the library is indexed again when a person who can read it lists the files', async () => {
    const outlook = findCandidate('Forecast Assumptions.pptx');
    await app.control('graph', 'files/replace', { file: toPath(outlook), as: 'broken', by: 'ben' });
    // When Inés lists the files for the first time, AVA compares all that she can read with the library.
    await listFiles(app.as('ines'));
    await eventually(async () =>
      expect(await findFile(ada, outlook.name)).toMatchObject({ state: 'failed', CreatorName: 'Ada Moreau' }),
    );
  });
});
