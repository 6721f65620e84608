import type { Client } from '../../api/contract/client.ts';
import { getEmbeddedFiles, getSites, type Site } from '../../api/contract/sites.ts';
import { addFiles, crawled, makeCorpus } from '../harness/corpora.ts';
import { startApp, type TestApp } from '../harness/startApp.ts';

let app: TestApp;
let ada: Client;
let finance: Site;

beforeAll(async () => {
  app = await startApp({ features: { knowledgeSearch: true } });
  ada = app.as('ada');
});
afterAll(() => app.close());

describe('Ada makes a corpus of Finance', () => {
  it('from a site and a library of her own, and sees it', async () => {
    finance = await makeCorpus(ada, 'Finance', { description: 'Money', prompt: 'Answer in crowns.' });
    expect(finance).toMatchObject({ SiteName: 'Finance', CorpusDescription: 'Money', can: { edit: true, removeAnyFile: true } });
    expect(finance.SiteId).toMatch(/^[0-9a-f]{32}$/);
    expect((await ada.call(getSites, {})).accessibleSites).toEqual([finance]);
  });

  it('lists the thirty files that could take part, and adds them; what fails says why', async () => {
    const files = await crawled(ada, finance.SiteId);
    expect(files).toHaveLength(30);
    const ended = await addFiles(ada, finance, files);
    const failed = [...ended].filter(([, { status }]) => status === 'FAILURE').map(([name, { error }]) => [name, error]);
    expect(failed.toSorted()).toEqual([
      ['Bank Vault Codes.pdf', 'The file is protected with a password.'],
      ['Old Ledger Export.pdf', 'The file is damaged.'],
      ['Signed Audit Certificate.pdf', 'No text was found in the file.'],
    ]);
    const { files: embedded } = await ada.call(getEmbeddedFiles, { site_id: finance.SiteId });
    expect(embedded.filter(({ state }) => state === 'ready')).toHaveLength(27);
  });
});
