import { z } from 'zod';
import { endpoint, Id } from '#contract/endpoint.ts';
import { GraphId } from './sources.ts';

/** Largest transcript that is read: a day of speech has about 2 MB. */
export const MAX_TRANSCRIPT_BYTES = 8_388_608;

/** `producing`: the meeting ended a short time ago, and Teams takes a while to make a transcript. */
export const transcriptStates = ['available', 'none', 'producing', 'notParticipant', 'unavailable'] as const;

export const MeetingTranscript = z.object({
  transcriptId: z.string(),
  createdOn: z.string(),
  fileName: z.string().describe('subject and date of the transcript, with .txt'),
});
export type MeetingTranscript = z.infer<typeof MeetingTranscript>;

/** An online meeting in the calendar of the caller. */
export const Meeting = z.object({
  eventId: z.string(),
  meetingId: z.string().nullable(),
  subject: z.string(),
  bodyPreview: z.string(),
  webUrl: z.string(),
  organizer: z.string(),
  attendees: z.array(z.string()),
  start: z.string(),
  end: z.string(),
  state: z.enum(transcriptStates),
  transcripts: z.array(MeetingTranscript).describe('newest first; empty unless the state is `available`'),
});
export type Meeting = z.infer<typeof Meeting>;

const aTranscript = {
  toggle: 'showMeetingTranscripts',
  ids: { meeting_id: 'graph', transcript_id: 'graph' },
} as const;

export const getMeetingTranscripts = endpoint({
  method: 'GET',
  path: '/get_meeting_transcripts',
  summary: "Online meetings of the caller's organization in the last two weeks with their transcripts, newest first",
  toggle: 'showMeetingTranscripts',
  reply: z.object({ meetings: z.array(Meeting) }),
});

export const getMeetingTranscript = endpoint({
  method: 'POST',
  path: '/get_meeting_transcript',
  summary: 'The text of a transcript, one line per turn of a speaker',
  ...aTranscript,
  body: z.object({ meeting_id: GraphId, transcript_id: GraphId }),
  reply: z.object({
    transcript: z.string(),
    size: z.number().int().describe('bytes of the text'),
    createdDateTime: z.string(),
    meeting_id: z.string(),
    transcript_id: z.string(),
    fileName: z.string(),
    speakersHidden: z.boolean().describe('whether the organization hides who said what'),
  }),
});

export const saveMeetingTranscript = endpoint({
  method: 'POST',
  path: '/save_meeting_transcript',
  summary: 'Stores a transcript as a file of the caller and extracts its text; the status call returns it',
  ...aTranscript,
  body: z.object({
    meeting_id: GraphId,
    transcript_id: GraphId,
    transcript: z.string().max(MAX_TRANSCRIPT_BYTES).optional().describe('ignored: the text comes from Microsoft 365'),
    size: z.number().int().min(0).optional().describe('ignored'),
  }),
  reply: z.object({ job_id: Id, file_id: Id, fileName: z.string(), speakersHidden: z.boolean() }),
});
