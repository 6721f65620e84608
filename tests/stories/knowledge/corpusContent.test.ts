import type { Client } from '#contract/client.ts';
import { getCorpusFileBytes, getCorpusFileLink, getCorpusFileText } from '#contract/sites/corpusFiles.ts';
import { locationLabel } from '#contract/files/locations.ts';
import type { CandidateFile } from '#contract/sites/corpusFiles.ts';
import type { Site } from '#contract/sites/sites.ts';
import { addFiles, listCrawledFiles, makeCorpus } from '#tests/harness/client/corpora.ts';
import { startApp, type TestApp } from '#tests/harness/app/startApp.ts';

let app: TestApp;
let ada: Client;
let ben: Client;
let finance: Site;
let files: CandidateFile[];

const names = [
  'Audit Letter 2025.pdf',
  'Audit Findings 2025.docx',
  'Q1 2026 Review.pptx',
  'Old Ledger Export.pdf',
  'Salary Bands 2027.docx',
];
const toFileIds = (name: string, SiteId = finance.SiteId) => ({
  site_id: SiteId,
  datasource_id: files.find((file) => file.name === name)?.id ?? '',
});

beforeAll(async () => {
  app = await startApp({ features: { knowledgeSearch: true } });
  [ada, ben] = [app.as('ada'), app.as('ben')];
  finance = await makeCorpus(ada, 'Finance');
  files = (await listCrawledFiles(ada, finance.SiteId)).filter(({ name }) => names.includes(name));
  await addFiles(ada, finance, files);
});
afterAll(() => app.close());

describe('Ben, who can read Finance, opens its files', () => {
  it('a PDF with the same bytes as in the library', async () => {
    const bytes = await ben.bytes(getCorpusFileBytes, toFileIds('Audit Letter 2025.pdf'));
    expect(bytes.size).toBe(files.find(({ name }) => name === 'Audit Letter 2025.pdf')?.size);
    expect(
      Buffer.from(await bytes.arrayBuffer())
        .subarray(0, 5)
        .toString(),
    ).toBe('%PDF-');
  });

  it('a DOCX with its headings, a PPTX with its slides, a PDF with its pages', async () => {
    const placesOf = async (name: string) => {
      const { extraction } = await ben.call(getCorpusFileText, toFileIds(name));
      return extraction.parts.map(({ location, text }) => [locationLabel(location), text]);
    };
    expect(await placesOf('Audit Findings 2025.docx')).toContainEqual([
      'section Findings › Inventory',
      expect.stringContaining('The inventory of lenses was counted only once in 2025.'),
    ]);
    expect(await placesOf('Q1 2026 Review.pptx')).toContainEqual([
      'slide 2',
      expect.stringContaining('Revenue in Q1 was 4.1 million crowns.'),
    ]);
    expect(await placesOf('Audit Letter 2025.pdf')).toContainEqual([
      'page 2',
      expect.stringContaining('Two invoices of 2025 were booked in the wrong month.'),
    ]);
  });

  /** @proves threat:opened-citation */
  it('cannot open a file that only Ada can read', async () => {
    const { extraction } = await ada.call(getCorpusFileText, toFileIds('Salary Bands 2027.docx'));
    expect(JSON.stringify(extraction)).toContain('52,400');
    const notFound = { code: 'not_found' };
    await expect(ben.call(getCorpusFileText, toFileIds('Salary Bands 2027.docx'))).rejects.toMatchObject(notFound);
    await expect(ben.bytes(getCorpusFileBytes, toFileIds('Salary Bands 2027.docx'))).rejects.toMatchObject(notFound);
  });

  it('gets the address of a file in SharePoint, unless only Ada can read the file', async () => {
    const { webUrl } = await ben.call(getCorpusFileLink, toFileIds('Audit Letter 2025.pdf'));
    expect(webUrl).toMatch(/^https:\/\/.*Audit/);
    await expect(ben.call(getCorpusFileLink, toFileIds('Salary Bands 2027.docx'))).rejects.toMatchObject({
      code: 'not_found',
    });
  });

  it('is told that a file has no text', async () => {
    await expect(ben.call(getCorpusFileText, toFileIds('Old Ledger Export.pdf'))).rejects.toMatchObject({
      code: 'unreadable_file',
    });
  });
});

it('Cleo, who cannot read Finance, gets none of its files and learns nothing from the error', async () => {
  const cleo = app.as('cleo');
  const notFound = { code: 'not_found' };
  for (const input of [
    toFileIds('Audit Letter 2025.pdf'),
    { ...toFileIds('Audit Letter 2025.pdf'), datasource_id: '01NOTHING' },
  ]) {
    await expect(cleo.call(getCorpusFileText, input)).rejects.toMatchObject(notFound);
    await expect(cleo.bytes(getCorpusFileBytes, input)).rejects.toMatchObject(notFound);
    await expect(cleo.call(getCorpusFileLink, input)).rejects.toMatchObject(notFound);
  }
  await expect(
    ben.call(getCorpusFileText, { site_id: finance.SiteId, datasource_id: '01NOTHING' }),
  ).rejects.toMatchObject(notFound);
});
