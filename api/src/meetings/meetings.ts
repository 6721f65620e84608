import { Readable } from 'node:stream';
import { AvaError } from '#contract/errors.ts';
import { MEETING_DAYS } from '#contract/limits.ts';
import { MAX_TRANSCRIPT_BYTES, type Meeting } from '#contract/files/meetings.ts';
import type { TextPart } from '#contract/files/locations.ts';
import { hasNoReadableText, readBlobText } from '#api/files/readItemText.ts';
import { startExtraction } from '#api/files/startExtraction.ts';
import type { FoundTranscripts, OnlineEvent, TranscriptRef } from '#api/graph/mail/meetings.ts';
import type { Person } from '#api/identity/person.ts';
import { checkExtractions } from '#api/policies/personLimits.ts';
import { findUploadRoom, putFileBytes } from '#api/policies/uploadRoom.ts';
import { formatDay, toSafeName } from '#api/sources/attachMessage.ts';
import type { AppContext } from '#api/context.ts';
import { toWebVtt } from './toWebVtt.ts';

const DAY_MS = 86_400_000;
/** Teams usually makes a transcript within minutes of the end of a meeting, rarely later than this. */
const PRODUCING_MS = 3_600_000;

/** Online meetings of the person's organization in the last two weeks, newest first, with their transcripts. */
export async function listMeetings({ graph, clock }: AppContext, person: Person): Promise<Meeting[]> {
  const now = clock.now();
  const events = await graph.listOnlineEvents(person, new Date(now.getTime() - MEETING_DAYS * DAY_MS), now);
  const own = events.filter(({ organizer }) => domainOf(organizer.address) === domainOf(person.email));
  const transcripts = await graph.findTranscripts(
    person,
    own.map(({ joinUrl }) => joinUrl),
  );
  const meetings = own.map((event, index) => toMeeting(event, transcripts[index] ?? { state: 'unavailable' }, now));
  return meetings.toSorted((a, b) => (a.start < b.start ? 1 : -1));
}

export function toMeeting(event: OnlineEvent, found: FoundTranscripts, now: Date): Meeting {
  const { joinUrl: _, organizer, id, ...facts } = event;
  const transcripts = found.state === 'found' ? found.transcripts : [];
  const isRecent = now.getTime() - Date.parse(event.end) < PRODUCING_MS;
  const empty = isRecent ? 'producing' : 'none';
  return {
    ...facts,
    eventId: id,
    meetingId: found.state === 'found' ? found.meetingId : null,
    organizer: organizer.name,
    state: found.state !== 'found' ? found.state : transcripts.length > 0 ? 'available' : empty,
    transcripts: transcripts.map(({ id: transcriptId, createdOn }) => ({
      transcriptId,
      createdOn,
      fileName: toTranscriptName(event.subject, createdOn),
    })),
  };
}

/** Reads a transcript from Graph with the person's own permissions. */
export async function readTranscript(
  ctx: AppContext,
  person: Person,
  meetingId: string,
  transcriptId: string,
  signal: AbortSignal,
) {
  const request = { meetingId, transcriptId, keep: keepIn(ctx) };
  const { file: _, parts: __, ...transcript } = await loadTranscript(ctx, person, request, signal);
  return transcript;
}

/**
 * The transcripts of a meeting, oldest first, with the person's own permissions. Throws `not_participant`, `no_transcript`,
 * `transcripts_off`, `consent_required` or `graph_unavailable`.
 */
export async function listRecordings(
  { graph }: AppContext,
  person: Person,
  joinUrl: string,
  signal: AbortSignal,
): Promise<{ meetingId: string; transcripts: TranscriptRef[] }> {
  const [found = { state: 'unavailable' as const }] = await graph.findTranscripts(person, [joinUrl], signal);
  if (found.state !== 'found')
    throw new AvaError(found.state === 'notParticipant' ? 'not_participant' : 'graph_unavailable');
  if (found.transcripts.length === 0)
    throw new AvaError('no_transcript', { detail: 'This meeting has no transcript.' });
  return { meetingId: found.meetingId, transcripts: found.transcripts.toReversed() };
}

/** The turns of a recording, read with the person's own permissions; none if nobody speaks. */
export async function readRecording(
  ctx: AppContext,
  person: Person,
  recording: { meetingId: string; transcriptId: string },
  signal: AbortSignal,
): Promise<TextPart[]> {
  return (await loadTranscript(ctx, person, { ...recording, keep: keepIn(ctx) }, signal)).parts;
}

function keepIn({ blobs }: AppContext): TranscriptRequest['keep'] {
  return (bytes) => blobs.put(Readable.from([bytes]), { maxBytes: bytes.length });
}

interface TranscriptRequest {
  meetingId: string;
  transcriptId: string;
  /** Stores the file of the transcript, because a child process parses it. */
  keep: (bytes: Buffer) => Promise<{ sha256: string; size: number }>;
}

async function loadTranscript(
  { graph, blobs }: AppContext,
  person: Person,
  { meetingId, transcriptId, keep }: TranscriptRequest,
  signal: AbortSignal,
) {
  const { subject, createdOn, text, speakersHidden } = await graph.getTranscript(
    person,
    meetingId,
    transcriptId,
    MAX_TRANSCRIPT_BYTES,
    signal,
  );
  const file = await keep(Buffer.from(toWebVtt(text)));
  const parts = await readTurns(blobs, person, file.sha256, signal);
  const transcript = parts.map((part) => part.text).join('\n\n');
  return {
    file,
    parts,
    transcript,
    size: Buffer.byteLength(transcript),
    createdDateTime: createdOn,
    meeting_id: meetingId,
    transcript_id: transcriptId,
    fileName: toTranscriptName(subject, createdOn),
    speakersHidden: speakersHidden || parts.every(({ location }) => !('speaker' in location)),
  };
}

/** The turns of a transcript; none if nobody speaks. */
async function readTurns(
  blobs: AppContext['blobs'],
  person: Person,
  sha256: string,
  signal: AbortSignal,
): Promise<TextPart[]> {
  try {
    return (await readBlobText(blobs, person, { sha256, name: 'transcript.vtt', claimedType: 'text/vtt' }, signal))
      .parts;
  } catch (error) {
    if (hasNoReadableText(error)) return [];
    throw error;
  }
}

/** Stores a transcript as a file and queues the extraction of its text, as for an upload. */
export async function saveTranscript(
  ctx: AppContext,
  person: Person,
  meetingId: string,
  transcriptId: string,
  signal: AbortSignal,
) {
  if (!ctx.organizations.get(person.tenantId).features.uploadBlob) throw new AvaError('uploads_off');
  await checkExtractions(ctx, person);
  const keep = async (bytes: Buffer) =>
    putFileBytes(ctx, person, Readable.from([bytes]), await findUploadRoom(ctx, person, bytes.length));
  const transcript = await loadTranscript(ctx, person, { meetingId, transcriptId, keep }, signal);
  const { file, size, fileName, speakersHidden } = transcript;
  if (size === 0) throw new AvaError('unreadable_file', { detail: 'This transcript contains no speech.' });
  const job = await startExtraction(ctx, person, { ...file, name: fileName, claimedType: 'text/plain' });
  return { ...job, fileName, speakersHidden };
}

/** Subject and date of a transcript: `Budget review Nov 20, 2026.txt`. */
export function toTranscriptName(subject: string, createdOn: string): string {
  const day = formatDay(new Date(createdOn));
  return `${toSafeName(subject || 'Meeting')}${day && ` ${day}`}.txt`;
}

function domainOf(address: string): string {
  return address.slice(address.lastIndexOf('@') + 1).toLowerCase();
}
