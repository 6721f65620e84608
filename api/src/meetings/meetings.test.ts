import type { OnlineEvent } from '#api/graph/mail/meetings.ts';
import { toMeeting, toTranscriptName } from './meetings.ts';

const now = new Date('2026-11-20T12:00:00Z');
const event: OnlineEvent = {
  id: 'e',
  subject: 'Budget',
  bodyPreview: '',
  webUrl: '',
  joinUrl: 'https://teams.microsoft.com/x',
  organizer: { name: 'Ada', address: 'ada@northwind.example' },
  attendees: [],
  start: '2026-11-20T09:00:00Z',
  end: '2026-11-20T10:00:00Z',
};

it.each([
  ['2026-11-20T11:30:00Z', 'producing'],
  ['2026-11-20T10:30:00Z', 'none'],
])('a meeting that ended at %s and has no transcript: %s', (end, state) => {
  expect(toMeeting({ ...event, end }, { state: 'found', meetingId: 'm', transcripts: [] }, now).state).toBe(state);
});

it.each([
  ['Budget', '2026-11-20T09:00:00Z', 'Budget Nov 20, 2026.txt'],
  ['Plan A/B: "final"?', '2026-01-02T23:59:00Z', 'Plan A B final Jan 2, 2026.txt'],
  ['', 'never', 'Meeting.txt'],
])('a transcript of "%s" on %s is saved as %s', (subject, createdOn, name) => {
  expect(toTranscriptName(subject, createdOn)).toBe(name);
});
