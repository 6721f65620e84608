import type { Meeting } from '#contract/files/meetings.ts';
import { pickTranscripts, toRows } from './meetings.rules.ts';

const facts = { webUrl: '', start: '2026-05-04T09:00:00Z', end: '2026-05-04T10:00:00Z' };
const budget: Meeting = {
  ...facts,
  eventId: 'event-1',
  meetingId: 'meeting-1',
  subject: 'Budget review',
  bodyPreview: 'Numbers of spring',
  organizer: 'Ada Moreau',
  attendees: ['Ben Okafor'],
  state: 'available',
  transcripts: [
    { transcriptId: 'late', createdOn: '2026-05-04T10:00:00Z', fileName: 'Budget review 2026-05-04.txt' },
    { transcriptId: 'early', createdOn: '2026-05-04T09:30:00Z', fileName: 'Budget review 2026-05-04 (2).txt' },
  ],
};
const standup: Meeting = {
  ...facts,
  eventId: 'event-2',
  meetingId: null,
  subject: 'Stand-up',
  bodyPreview: '',
  organizer: 'Cleo Marsh',
  attendees: [],
  state: 'none',
  transcripts: [],
};
const meetings = [budget, standup];

it('each transcript has a row; a meeting without one cannot be chosen', () => {
  expect(toRows(meetings)).toEqual([
    { id: 'late', name: 'Budget review 2026-05-04.txt', modifiedOn: '2026-05-04T10:00:00Z', owner: 'Ada Moreau' },
    { id: 'early', name: 'Budget review 2026-05-04 (2).txt', modifiedOn: '2026-05-04T09:30:00Z', owner: 'Ada Moreau' },
    {
      id: 'event-2',
      name: 'Stand-up',
      modifiedOn: facts.start,
      owner: 'Cleo Marsh',
      note: 'No Transcript Available',
      locked: true,
    },
  ]);
});

it('chosen transcripts have the id of their meeting', () => {
  expect(pickTranscripts(meetings, ['early', 'event-2'])).toEqual([
    { from: 'meeting', meetingId: 'meeting-1', file: { id: 'early', name: 'Budget review 2026-05-04 (2).txt' } },
  ]);
});
