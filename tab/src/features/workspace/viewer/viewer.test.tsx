import { act, screen, waitFor } from '@testing-library/react';
import { getCorpusFileBytes, getCorpusFileLink, getCorpusFileText } from '#contract/sites/corpusFiles.ts';
import { AvaError } from '#contract/errors.ts';
import { getFileBytes, getFileText } from '#contract/files/files.ts';
import type { Extraction } from '#contract/files/locations.ts';
import { getSites } from '#contract/sites/sites.ts';
import { api } from '#tab/api.ts';
import type { FakeApi } from '#tab/testing/fakeApi.ts';
import { beginKnowledgeStory, setSites, press, sampleSite, show, siteIds } from '#tab/testing/knowledgeStory.tsx';
import { sampleCitation, sampleId } from '#tab/testing/samples.ts';
import { openCitation } from '#tab/features/chat/citations/openCitation.ts';
import { toasts } from '#tab/shell/toasts/toasts.ts';
import { FileViewerTab } from '#tab/features/workspace/FileViewerTab.tsx';
import { closeViewer, openInViewer } from './viewer.actions.ts';

jest.mock('#tab/api.ts', () => ({
  ...jest.requireActual<object>('#tab/api.ts'),
  api: jest.requireActual<typeof import('#tab/testing/fakeApi.ts')>('#tab/testing/fakeApi.ts').createFakeApi(),
}));
jest.mock('#tab/state/log.ts', () => ({ logFailure: jest.fn() }));

/** jsdom cannot render a PDF page; tests/journeys/knowledge.test.ts covers that. */
const mockOpenPdf = jest.fn();
jest.mock('./pdf/PdfPage.tsx', () => ({ PdfPage: () => null }));
jest.mock('./pdf/openPdf.ts', () => ({ openPdf: (file: unknown) => mockOpenPdf(file) as unknown }));

const mockOpenLink = jest.fn();
jest.mock('#tab/shell/openLink.ts', () => ({ openLink: (address: string) => mockOpenLink(address) as unknown }));

const server = api as FakeApi;

const sections: Extraction = {
  type: 'DOCX',
  parts: [
    { location: { kind: 'section', path: ['Hotels'] }, text: 'Hotels are paid.' },
    { location: { kind: 'section', path: ['Trains'] }, text: 'Journeys under four hours are made by train.' },
  ],
  pages: null,
  usedOcr: false,
};
const ofText = { datasource_id: '01MINUTES', fileName: 'Minutes.docx', fileType: 'DOCX', extraction: sections };

const minutes = sampleCitation({
  fileid: '01MINUTES',
  filename: 'Minutes.docx',
  datatype: 'DOCX',
  pagenumber: null,
  location: 'section Trains',
  quote: 'Journeys under four hours are made by train.',
  site: siteIds.finance,
});

beforeEach(() => {
  server.reset();
  beginKnowledgeStory();
  setSites(sampleSite());
  closeViewer();
  mockOpenPdf.mockReset();
  Element.prototype.scrollIntoView = jest.fn();
  server.answer(getCorpusFileText, () => ofText);
});

async function view(): Promise<void> {
  show(<FileViewerTab />);
  await act(async () => undefined);
}

it('shows a DOCX of a corpus under its headings, with the passage highlighted', async () => {
  openCitation(minutes);
  await view();
  await waitFor(() => expect(document.querySelector('mark')).toHaveTextContent(minutes.quote));
  expect(server.requestsTo(getCorpusFileText)).toEqual([{ site_id: siteIds.finance, datasource_id: '01MINUTES' }]);
  expect(screen.getByText('Section Trains')).toBeInTheDocument();
  expect(server.requestsTo(getFileText)).toEqual([]);
});

it('scrolls to the location when the text has changed, and shows a note', async () => {
  openCitation({ ...minutes, quote: 'Something else entirely stood here.', standing: 'changed' });
  await view();
  expect(
    await screen.findByText('The file has changed since it was searched. The passage may have moved.'),
  ).toBeInTheDocument();
  expect(screen.getByText(/couldn't be found in this file/)).toBeInTheDocument();
  expect(document.querySelector('[data-looked-at]')).toHaveTextContent('Section Trains');
});

it.each(['XLSX', 'ODS', 'CSV'] as const)('shows a workbook as tables (%s)', async (type) => {
  const location = { kind: 'sheet', sheet: 'Costs', range: 'A1:B2' } as const;
  const parts = [{ location, text: '| Month | Euros |\n| May | 5 |' }];
  const extraction = { type, parts, pages: null, usedOcr: false } satisfies Extraction;
  server.answer(getCorpusFileText, () => ({ ...ofText, fileType: type, extraction }));
  openCitation({ ...minutes, datatype: type, location: 'sheet Costs, A1:B2', quote: '| May | 5 |' });
  await view();
  expect(await screen.findByRole('cell', { name: 'May' })).toBeInTheDocument();
});

it('finds a site by its name after loading the sites', async () => {
  Object.assign((await import('#tab/features/knowledge/sites/sites.state.ts')).sites, {
    list: { name: 'idle' },
    accessible: [],
  });
  server.answer(getSites, () => ({ accessibleSites: [sampleSite()], inaccessibleSites: [], preparing: [] }));
  openCitation({ ...minutes, site: 'Finance' });
  await view();
  await waitFor(() => expect(server.requestsTo(getCorpusFileText)[0]?.site_id).toBe(siteIds.finance));
});

it('shows the text of a PDF whose pages cannot be rendered', async () => {
  server.answerBytes(getCorpusFileBytes, () => new Blob(['%PDF-']));
  mockOpenPdf.mockRejectedValue(new Error('no PDF'));
  openCitation({ ...minutes, datatype: 'PDF', pagenumber: 2 });
  await view();
  await waitFor(() => expect(mockOpenPdf).toHaveBeenCalledTimes(1));
  await waitFor(() => expect(document.querySelector('mark')).toHaveTextContent(minutes.quote));
});

it('names the pages of a PDF as they are printed', async () => {
  const page = { getViewport: () => ({ width: 600, height: 800 }), getTextContent: async () => ({ items: [] }) };
  const document = {
    numPages: 6,
    getPage: async () => page,
    getPageLabels: async () => ['i', 'ii', 'iii', '1', '2', '3'],
  };
  server.answerBytes(getCorpusFileBytes, () => new Blob(['%PDF-']));
  mockOpenPdf.mockResolvedValue({ document, close: () => undefined });
  openCitation({ ...minutes, datatype: 'PDF', pagenumber: 2, pagelabel: 'ii', quote: '' });
  await view();
  expect(await screen.findByText('Page ii (2 of 6)')).toBeInTheDocument();
});

it('opens a source in SharePoint at the address that the server gives after its check', async () => {
  server.answer(getCorpusFileLink, () => ({ webUrl: 'https://northwind.example/Minutes.docx' }));
  openCitation({ ...minutes, link: 'https://northwind.example/old' });
  await view();
  await press('Open in SharePoint');
  await waitFor(() => expect(mockOpenLink).toHaveBeenCalledWith('https://northwind.example/Minutes.docx'));
  expect(server.requestsTo(getCorpusFileLink)).toEqual([{ site_id: siteIds.finance, datasource_id: '01MINUTES' }]);
});

it('shows an error when a source cannot be opened in SharePoint any more', async () => {
  server.answer(getCorpusFileLink, () => Promise.reject(new AvaError('not_found')));
  openCitation(minutes);
  await view();
  mockOpenLink.mockClear();
  await press('Open in SharePoint');
  await waitFor(() =>
    expect(toasts.entries.map(({ text }) => text)).toContain("This file couldn't be opened in SharePoint."),
  );
  expect(mockOpenLink).not.toHaveBeenCalled();
});

it("loads Ada's own file from her files, not from a corpus", async () => {
  const fileId = sampleId();
  server.answerBytes(getFileBytes, () => Promise.reject(new AvaError('unexpected')));
  server.answer(getFileText, () => ({
    file_id: fileId,
    fileName: 'Notes.pdf',
    fileType: 'PDF',
    fileSize: 1,
    message: 'Hotels are paid.',
    used_ocr: false,
    extraction: sections,
    tokens: 4,
  }));
  void openInViewer({ fileId, fileName: 'Notes.pdf', fileType: 'PDF' });
  await view();
  expect(await screen.findByText('Hotels are paid.')).toBeInTheDocument();
  expect(server.requestsTo(getCorpusFileBytes)).toEqual([]);
});

it('shows an error for a file that Ada can no longer read, and retries', async () => {
  server.answer(getCorpusFileText, () => Promise.reject(new AvaError('not_found')));
  openCitation(minutes);
  await view();
  expect(await screen.findByText('Unable to load file.')).toBeInTheDocument();
  server.answer(getCorpusFileText, () => ofText);
  await press('Retry');
  await waitFor(() => expect(document.querySelector('mark')).toHaveTextContent(minutes.quote));
});
