import { act, screen, waitFor } from '@testing-library/react';
import { getSiteFiles, getEmbeddedFiles, startEmbedding, uploadSiteFile } from '#contract/sites/corpusFiles.ts';
import { AvaError, errors } from '#contract/errors.ts';
import { getMeetingTranscript, getMeetingTranscripts } from '#contract/files/meetings.ts';
import { getStatus } from '#contract/runs/jobs.ts';
import { api } from '#tab/api.ts';
import { session } from '#tab/state/session.state.ts';
import type { FakeApi } from '#tab/testing/fakeApi.ts';
import { beginKnowledgeStory, press, sampleSite, show, siteIds } from '#tab/testing/knowledgeStory.tsx';
import { sampleId, sampleOrganization, signedInAsAda } from '#tab/testing/samples.ts';
import { AddFiles } from '#tab/features/knowledge/corpus/AddFiles.tsx';
import { fileProgress } from '#tab/features/knowledge/corpus/fileProgress.state.ts';

jest.mock('#tab/api.ts', () => ({
  ...jest.requireActual<object>('#tab/api.ts'),
  api: jest.requireActual<typeof import('#tab/testing/fakeApi.ts')>('#tab/testing/fakeApi.ts').createFakeApi(),
}));
jest.mock('#tab/state/log.ts', () => ({ logFailure: jest.fn() }));

const server = api as FakeApi;
const crawl = { state: 'complete' as const, folders: 1, files: 0, error: null };

beforeEach(async () => {
  server.reset();
  beginKnowledgeStory();
  server.answer(getSiteFiles, () => ({ files: [], total: 0, crawl }));
  server.answer(getEmbeddedFiles, () => ({ files: [] }));
  server.answer(startEmbedding, () => ({ job_id: sampleId() }));
  server.answer(getStatus, () => ({
    status: 'COMPLETED' as const,
    pctProgress: 100,
    stage: '',
    result: null,
    error: null,
  }));
  show(<AddFiles corpus={sampleSite({ can: { edit: true, removeAnyFile: true } })} />);
  await screen.findByText('No supported files available for embedding');
});

describe('when Ada adds transcripts of meetings', () => {
  const facts = {
    webUrl: '',
    start: '2026-10-01T09:00:00Z',
    end: '2026-10-01T10:00:00Z',
    bodyPreview: '',
    attendees: [],
  };
  const fileName = 'Budget review 2026-10-01.txt';

  /** @shows Meetings */
  /** @shows No Transcript Available */
  it('each is uploaded to the library, and a meeting without one cannot be chosen', async () => {
    server.answer(getMeetingTranscripts, () => ({
      meetings: [
        {
          ...facts,
          eventId: 'event-1',
          meetingId: 'meeting-1',
          subject: 'Budget review',
          organizer: 'Ben Okafor',
          state: 'available' as const,
          transcripts: [{ transcriptId: 'transcript-1', createdOn: facts.end, fileName }],
        },
        {
          ...facts,
          eventId: 'event-2',
          meetingId: null,
          subject: 'Stand-up',
          organizer: 'Cleo Marsh',
          state: 'none' as const,
          transcripts: [],
        },
      ],
    }));
    server.answer(getMeetingTranscript, ({ meeting_id, transcript_id }) => ({
      meeting_id,
      transcript_id,
      fileName,
      size: 14,
      createdDateTime: facts.end,
      speakersHidden: false,
      transcript: 'Ada: We agree.',
    }));
    server.answer(uploadSiteFile, () => ({ datasource_id: '01NEW', name: fileName, link: '' }));
    await press('Meetings');
    expect(await screen.findByText('No Transcript Available')).toBeInTheDocument();
    expect(screen.getByRole('checkbox', { name: 'Select Stand-up' })).toBeDisabled();
    await press('Select all files shown', 'checkbox');
    expect(screen.getByText('1 file selected')).toBeInTheDocument();
    await press('Add Files to Corpus');
    await waitFor(() =>
      expect(fileProgress[siteIds.finance]?.items[0]).toMatchObject({ status: 'complete', fileName }),
    );
    expect(server.requestsTo(getMeetingTranscript)).toEqual([
      { meeting_id: 'meeting-1', transcript_id: 'transcript-1' },
    ]);
    expect(server.requestsTo(uploadSiteFile)).toMatchObject([{ site_id: siteIds.finance, file_name: fileName }]);
    expect(server.requestsTo(startEmbedding)).toMatchObject([{ datasourceId: '01NEW', datasourceName: fileName }]);
  });

  /** @shows There are no available meeting transcripts from the last two weeks. */
  it('she is told when there are none, and why they could not be listed', async () => {
    server.answer(getMeetingTranscripts, () => ({ meetings: [] }));
    await press('Meetings');
    const empty = 'There are no available meeting transcripts from the last two weeks.';
    expect(await screen.findByText(empty)).toBeInTheDocument();
    server.answer(getMeetingTranscripts, () => {
      throw new AvaError('consent_required');
    });
    await press('Reload files');
    expect(await screen.findByText(errors.consent_required.detail)).toBeInTheDocument();
  });

  it('the source is offered only if the organization uses transcripts', async () => {
    expect(screen.getByRole('button', { name: 'Meetings' })).toBeEnabled();
    const organization = sampleOrganization();
    const features = { ...organization.features, showMeetingTranscripts: false };
    await act(async () => {
      session.status = { name: 'signedIn', ...signedInAsAda(), organization: { ...organization, features } };
    });
    expect(screen.queryByRole('button', { name: 'Meetings' })).toBeNull();
  });
});
