import { act, screen, waitFor } from '@testing-library/react';
import { getCorpusFileBytes, getCorpusFileText } from '../../../../../api/contract/corpusFiles.ts';
import { AvaError } from '../../../../../api/contract/errors.ts';
import { getFileBytes, getFileText } from '../../../../../api/contract/files.ts';
import type { Extraction } from '../../../../../api/contract/locations.ts';
import { getSites } from '../../../../../api/contract/sites.ts';
import { api } from '../../../api.ts';
import type { FakeApi } from '../../../testing/fakeApi.ts';
import { beginKnowledgeStory, haveSites, press, sampleSite, show, siteIds } from '../../../testing/knowledgeStory.tsx';
import { sampleCitation, sampleId } from '../../../testing/samples.ts';
import { openCitation } from '../../chat/citations/openCitation.ts';
import { FileViewerTab } from '../FileViewerTab.tsx';
import { closeViewer, openInViewer } from './viewer.actions.ts';

jest.mock('../../../api.ts', () => ({
  ...jest.requireActual<object>('../../../api.ts'),
  api: jest.requireActual<typeof import('../../../testing/fakeApi.ts')>('../../../testing/fakeApi.ts').createFakeApi(),
}));
jest.mock('../../../state/log.ts', () => ({ logFailure: jest.fn() }));

/** A page is drawn in a real browser (tests/journeys/knowledge.test.ts); here it is enough that it would be. */
const mockOpenPdf = jest.fn();
jest.mock('./pdf/PdfPage.tsx', () => ({ PdfPage: () => null }));
jest.mock('./pdf/openPdf.ts', () => ({ openPdf: (bytes: Blob) => mockOpenPdf(bytes) as unknown }));

const server = api as FakeApi;

const sections: Extraction = {
  type: 'DOCX',
  parts: [
    { place: { kind: 'section', path: ['Hotels'] }, text: 'Hotels are paid.' },
    { place: { kind: 'section', path: ['Trains'] }, text: 'Journeys under four hours are made by train.' },
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
  place: 'section Trains',
  quote: 'Journeys under four hours are made by train.',
  site: siteIds.finance,
});

beforeEach(() => {
  server.reset();
  beginKnowledgeStory();
  haveSites(sampleSite());
  closeViewer();
  mockOpenPdf.mockReset();
  Element.prototype.scrollIntoView = jest.fn();
  server.answer(getCorpusFileText, () => ofText);
});

async function view(): Promise<void> {
  show(<FileViewerTab />);
  await act(async () => undefined);
}

it('a DOCX of a corpus opens by its headings, with the passage marked', async () => {
  openCitation(minutes);
  await view();
  await waitFor(() => expect(document.querySelector('mark')).toHaveTextContent(minutes.quote));
  expect(server.asked(getCorpusFileText)).toEqual([{ site_id: siteIds.finance, datasource_id: '01MINUTES' }]);
  expect(screen.getByText('Section Trains')).toBeInTheDocument();
  expect(server.asked(getFileText)).toEqual([]);
});

it('is found by its place where its words have changed, and says so', async () => {
  openCitation({ ...minutes, quote: 'Something else entirely stood here.', standing: 'changed' });
  await view();
  expect(
    await screen.findByText('The file has changed since it was searched. The passage may have moved.'),
  ).toBeInTheDocument();
  expect(screen.getByText(/could not be found in the text of this file/)).toBeInTheDocument();
  expect(document.querySelector('[data-looked-at]')).toHaveTextContent('Section Trains');
});

it('a site is found by its name as well, after the sites have been fetched', async () => {
  Object.assign((await import('../../knowledge/sites/sites.state.ts')).sites, {
    list: { name: 'idle' },
    accessible: [],
  });
  server.answer(getSites, () => ({ accessibleSites: [sampleSite()], inaccessibleSites: [] }));
  openCitation({ ...minutes, site: 'Finance' });
  await view();
  await waitFor(() => expect(server.asked(getCorpusFileText)[0]?.site_id).toBe(siteIds.finance));
});

it('a PDF is shown by its pages; one that cannot be drawn, by its text', async () => {
  server.answerBytes(getCorpusFileBytes, () => new Blob(['%PDF-']));
  mockOpenPdf.mockRejectedValue(new Error('no PDF'));
  openCitation({ ...minutes, datatype: 'PDF', pagenumber: 2 });
  await view();
  await waitFor(() => expect(mockOpenPdf).toHaveBeenCalledTimes(1));
  await waitFor(() => expect(document.querySelector('mark')).toHaveTextContent(minutes.quote));
});

it('a file of her own comes from her own files', async () => {
  const fileId = sampleId();
  server.answerBytes(getFileBytes, () => Promise.reject(new AvaError('unexpected')));
  server.answer(getFileText, () => ({
    file_id: fileId,
    fileName: 'Notes.pdf',
    fileType: 'PDF',
    fileSize: 1,
    content: 'Hotels are paid.',
    extraction: sections,
    tokens: 4,
  }));
  void openInViewer({ fileId, fileName: 'Notes.pdf', fileType: 'PDF' });
  await view();
  expect(await screen.findByText('Hotels are paid.')).toBeInTheDocument();
  expect(server.asked(getCorpusFileBytes)).toEqual([]);
});

it('what may not be read any more says so, and can be tried again', async () => {
  server.answer(getCorpusFileText, () => Promise.reject(new AvaError('not_found')));
  openCitation(minutes);
  await view();
  expect(await screen.findByText('Unable to load file.')).toBeInTheDocument();
  server.answer(getCorpusFileText, () => ofText);
  await press('Retry');
  await waitFor(() => expect(document.querySelector('mark')).toHaveTextContent(minutes.quote));
});
