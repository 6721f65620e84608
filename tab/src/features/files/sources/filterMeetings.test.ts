import type { Meeting } from '#contract/files/meetings.ts';
import { filterMeetings, pinFirst } from './filterMeetings.ts';

const meeting = (subject: string, more: Partial<Meeting> = {}): Meeting => ({
  eventId: subject,
  meetingId: null,
  subject,
  bodyPreview: '',
  webUrl: '',
  organizer: 'Ada Moreau',
  attendees: [],
  start: '',
  end: '',
  state: 'none',
  transcripts: [],
  ...more,
});
const meetings = [
  meeting('Budget'),
  meeting('Design', { bodyPreview: 'New chairs' }),
  meeting('Sales', { attendees: ['Hugo'] }),
];

it.each([
  ['bud', ['Budget']],
  ['CHAIRS', ['Design']],
  ['hugo', ['Sales']],
  ['moreau', ['Budget', 'Design', 'Sales']],
  ['tea', []],
])('a search for "%s" finds meetings by subject, preview, organizer and attendees', (text, subjects) => {
  expect(filterMeetings(meetings, text).map(({ subject }) => subject)).toEqual(subjects);
});

it('pinned meetings are first, and newest first among themselves', () => {
  const items = ['d', 'c', 'b', 'a'].map((id) => ({ id }));
  expect(pinFirst(items, new Set(['a', 'c'])).map(({ id }) => id)).toEqual(['c', 'a', 'd', 'b']);
});
