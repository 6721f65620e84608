import { AvaError, isAvaError, type ErrorCode } from '#contract/errors.ts';
import { CALENDAR_EVENTS } from '#contract/limits.ts';
import type { Person } from '#api/identity/person.ts';
import { getLists } from '#api/graph/client/batch.ts';
import type { GraphClient } from '#api/graph/client/graphClient.ts';
import { getGraphCodes, getGraphStatus, MISSING_PERMISSION } from '#api/graph/client/graphErrors.ts';
import { listItems } from '#api/graph/client/pages.ts';
import { withMailboxError } from './messages.ts';
import { toPathSegment } from '#api/graph/client/pathSegment.ts';
import { toUtc, type GraphTime } from './graphTime.ts';

const EVENT_FIELDS = 'id,subject,bodyPreview,start,end,webLink,isOnlineMeeting,onlineMeeting,organizer,attendees';
/** The inner codes of Graph's 403 for two settings of an organization. */
const ACCESS_DISABLED = 'GraphAccessToTranscriptsDisabled';
const SPEAKERS_HIDDEN = 'SpeakerAttributionNotAllowed';
const WITH_SPEAKERS = 'text/vtt';
const WITHOUT_SPEAKERS = 'application/vnd.microsoft.graph.transcript+text';

/** An event of a calendar that is an online meeting. */
export interface OnlineEvent {
  id: string;
  subject: string;
  bodyPreview: string;
  webUrl: string;
  joinUrl: string;
  organizer: { name: string; address: string };
  attendees: string[];
  /** ISO times in UTC. */
  start: string;
  end: string;
}

export interface TranscriptRef {
  id: string;
  createdOn: string;
}

/** The transcripts of a meeting, or why there are none. */
export type FoundTranscripts =
  { state: 'found'; meetingId: string; transcripts: TranscriptRef[] } | { state: 'notParticipant' | 'unavailable' };

export interface MeetingGraph {
  /** The first 100 events of the calendar between two times that are online meetings. Throws `no_mailbox`. */
  listOnlineEvents(person: Person, from: Date, to: Date, signal?: AbortSignal): Promise<OnlineEvent[]>;
  /** Transcripts of meetings by their join address, in the same order. Throws `transcripts_off`, `consent_required`. */
  findTranscripts(person: Person, joinUrls: readonly string[], signal?: AbortSignal): Promise<FoundTranscripts[]>;
  /** Throws `no_transcript`, `not_participant`, `transcripts_off` or `consent_required`. */
  getTranscript(
    person: Person,
    meetingId: string,
    transcriptId: string,
    maxBytes: number,
    signal?: AbortSignal,
  ): Promise<{ subject: string; createdOn: string; text: string; speakersHidden: boolean }>;
}

interface GraphEvent {
  id: string;
  subject?: string | null;
  bodyPreview?: string | null;
  webLink?: string | null;
  start?: GraphTime | null;
  end?: GraphTime | null;
  isOnlineMeeting?: boolean | null;
  onlineMeeting?: { joinUrl?: string | null } | null;
  organizer?: { emailAddress?: { name?: string | null; address?: string | null } | null } | null;
  attendees?: { emailAddress?: { name?: string | null; address?: string | null } | null }[] | null;
}

interface GraphTranscript {
  id: string;
  createdDateTime?: string | null;
}

interface Reply {
  status: number;
  body: unknown;
}

export function createMeetings(client: GraphClient): MeetingGraph {
  return {
    async listOnlineEvents(person, from, to, signal) {
      const range = `startDateTime=${from.toISOString()}&endDateTime=${to.toISOString()}`;
      const path = `/me/calendarView?${range}&$top=${CALENDAR_EVENTS}&$orderby=start/dateTime desc&$select=${EVENT_FIELDS}`;
      const events = await withMailboxError(() =>
        listItems<GraphEvent>(client, person, path, { count: CALENDAR_EVENTS, signal }),
      );
      return events.flatMap((event) => toOnlineEvent(event) ?? []);
    },

    async findTranscripts(person, joinUrls, signal) {
      const meetings = await getLists(client, person, joinUrls.map(toMeetingQuery), signal);
      const ids = meetings.map(readMeetingId);
      const found = ids.filter((id) => typeof id === 'string');
      const replies = await getLists(
        client,
        person,
        found.map((id) => `/me/onlineMeetings/${toPathSegment(id)}/transcripts`),
        signal,
      );
      const transcripts = new Map(found.map((id, index) => [id, replies[index]]));
      return ids.map((id): FoundTranscripts => {
        if (typeof id !== 'string') return id;
        return readTranscripts(id, transcripts.get(id));
      });
    },

    async getTranscript(person, meetingId, transcriptId, maxBytes, signal) {
      const meeting = `/me/onlineMeetings/${toPathSegment(meetingId)}`;
      const transcript = `${meeting}/transcripts/${toPathSegment(transcriptId)}`;
      const getContent = (accept: string) =>
        client.getText(person, `${transcript}/content`, { accept, maxBytes, signal });
      try {
        const { subject } = await client.get<{ subject?: string | null }>(
          person,
          `${meeting}?$select=id,subject`,
          signal,
        );
        const { createdDateTime } = await client.get<GraphTranscript>(person, transcript, signal);
        const facts = { subject: subject ?? '', createdOn: createdDateTime ?? '' };
        try {
          return { ...facts, text: await getContent(WITH_SPEAKERS), speakersHidden: false };
        } catch (error) {
          if (!getGraphCodes(error).includes(SPEAKERS_HIDDEN)) throw error;
          return { ...facts, text: await getContent(WITHOUT_SPEAKERS), speakersHidden: true };
        }
      } catch (cause) {
        throw toTranscriptError(cause);
      }
    },
  };
}

function toOnlineEvent(event: GraphEvent): OnlineEvent | null {
  const joinUrl = event.onlineMeeting?.joinUrl;
  if (!event.isOnlineMeeting || !joinUrl) return null;
  const { name, address } = event.organizer?.emailAddress ?? {};
  return {
    id: event.id,
    subject: event.subject ?? '',
    bodyPreview: event.bodyPreview ?? '',
    webUrl: event.webLink ?? '',
    joinUrl,
    organizer: { name: name || address || '', address: address ?? '' },
    attendees: (event.attendees ?? []).flatMap(({ emailAddress }) => emailAddress?.name || emailAddress?.address || []),
    start: toUtc(event.start),
    end: toUtc(event.end),
  };
}

function toMeetingQuery(joinUrl: string): string {
  const filter = `JoinWebUrl eq '${joinUrl.replaceAll("'", "''")}'`;
  return `/me/onlineMeetings?$filter=${encodeURIComponent(filter)}`;
}

/** Graph finds only meetings that the person organizes or was invited to; others are 403, 404 or an empty list. */
function readMeetingId({ status, body }: Reply): string | Exclude<FoundTranscripts, { state: 'found' }> {
  const code = readErrorCode(status, body);
  if (code === 'transcripts_off' || code === 'consent_required') throw new AvaError(code);
  if (status === 200) return (body as { value?: { id: string }[] }).value?.[0]?.id ?? { state: 'notParticipant' };
  return { state: status === 403 || status === 404 ? 'notParticipant' : 'unavailable' };
}

function readTranscripts(meetingId: string, reply: Reply = { status: 503, body: null }): FoundTranscripts {
  const { status, body } = reply;
  if (status === 200) {
    const { value = [] } = body as { value?: GraphTranscript[] };
    const transcripts = value.map(({ id, createdDateTime }) => ({ id, createdOn: createdDateTime ?? '' }));
    return {
      state: 'found',
      meetingId,
      transcripts: transcripts.toSorted((a, b) => (a.createdOn < b.createdOn ? 1 : -1)),
    };
  }
  const code = readErrorCode(status, body);
  if (code === 'transcripts_off' || code === 'consent_required') throw new AvaError(code);
  return { state: status === 403 || status === 404 ? 'notParticipant' : 'unavailable' };
}

/** The error of a reply in a batch. */
function readErrorCode(status: number, body: unknown): ErrorCode | null {
  if (status !== 403) return null;
  const { error } = (body ?? {}) as {
    error?: { code?: string; innerError?: { code?: string }; innererror?: { code?: string } };
  };
  return toForbiddenCode([error?.code, error?.innerError?.code, error?.innererror?.code]);
}

function toForbiddenCode(codes: readonly (string | undefined)[]): ErrorCode {
  if (codes.includes(ACCESS_DISABLED)) return 'transcripts_off';
  return codes.includes(MISSING_PERMISSION) ? 'consent_required' : 'not_participant';
}

function toTranscriptError(cause: unknown): unknown {
  if (!isAvaError(cause)) return cause;
  const status = getGraphStatus(cause);
  if (status === 403) return new AvaError(toForbiddenCode(getGraphCodes(cause)), { cause });
  return status === 404 || status === 400 ? new AvaError('no_transcript', { cause }) : cause;
}
