import type { CallTranscript, OnlineMeeting } from '@microsoft/microsoft-graph-types';
import { getPerson } from '#sandbox/people.ts';
import { sampleEvents, type SampleEvent, type SpokenLine } from '#sandbox/office/sampleEvents.ts';
import { graphErrors } from '#sandbox/graph/graphErrors.ts';
import { getCallingPerson, ok, type Caller, type GraphRequest, type GraphRoute } from '#sandbox/graph/graphRoute.ts';
import { createPage, selectProperties, type Entity, type EntityType } from '#sandbox/graph/odata.ts';
import { getTimes, toJoinUrl } from './calendarRoutes.ts';
import type { OfficeState } from './officeState.ts';

const TOP = 100;
const SECONDS_PER_LINE = 6;
const WITH_SPEAKERS = 'text/vtt';
const WITHOUT_SPEAKERS = 'application/vnd.microsoft.graph.transcript+text';

const meetingType: EntityType = {
  name: 'microsoft.graph.onlineMeeting',
  default: ['id', 'subject', 'joinWebUrl', 'startDateTime', 'endDateTime', 'creationDateTime', 'participants'],
  optional: [],
};

/** Online meetings of the caller, and their transcripts. */
export function meetingRoutes(state: OfficeState): GraphRoute[] {
  const readingMeetings = { method: 'GET' as const, scopes: ['OnlineMeetings.Read', 'OnlineMeetings.ReadWrite'] };
  const readingTranscripts = { method: 'GET' as const, scopes: ['OnlineMeetingTranscript.Read.All'] };
  const getMeeting = ({ params }: GraphRequest, caller: Caller) => {
    const meeting = sampleEvents.find((event) => event.isOnline && toMeetingId(event) === params['meetingId']);
    if (!meeting) throw graphErrors.meetingNotFound();
    if (!isParticipant(meeting, caller)) throw graphErrors.meetingForbidden();
    return meeting;
  };
  const listTranscripts = (request: GraphRequest, caller: Caller) => {
    if (!state.transcriptAccess) throw graphErrors.transcriptsDisabled();
    const meeting = getMeeting(request, caller);
    if (state.removedTranscripts.has(meeting.key)) return [];
    return meeting.transcripts.map((lines, index) => ({ lines, entity: toTranscript(meeting, index) }));
  };
  const getTranscript = (request: GraphRequest, caller: Caller) => {
    const id = request.params['transcriptId'];
    const transcript = listTranscripts(request, caller).find(({ entity }) => entity.id === id);
    if (!transcript) throw graphErrors.meetingNotFound();
    return transcript;
  };
  return [
    {
      ...readingMeetings,
      pattern: '/me/onlineMeetings',
      handle: (request, caller) => {
        const found = sampleEvents.filter(
          (event) =>
            event.isOnline &&
            isParticipant(event, caller) &&
            toJoinUrl(event) === readJoinUrl(request.query.get('$filter')),
        );
        return ok(createPage(found, request, { context: 'onlineMeetings', top: TOP, toEntity: toMeetingEntity }));
      },
    },
    {
      ...readingMeetings,
      pattern: '/me/onlineMeetings/{meetingId}',
      handle: (request, caller) =>
        ok(selectProperties(meetingType, toMeetingEntity(getMeeting(request, caller)), request.query)),
    },
    {
      ...readingTranscripts,
      pattern: '/me/onlineMeetings/{meetingId}/transcripts',
      handle: (request, caller) => {
        const toEntity = ({ entity }: { entity: CallTranscript }) => entity as Entity;
        return ok(
          createPage(listTranscripts(request, caller), request, { context: 'transcripts', top: TOP, toEntity }),
        );
      },
    },
    {
      ...readingTranscripts,
      pattern: '/me/onlineMeetings/{meetingId}/transcripts/{transcriptId}',
      handle: (request, caller) => ok(getTranscript(request, caller).entity),
    },
    {
      ...readingTranscripts,
      pattern: '/me/onlineMeetings/{meetingId}/transcripts/{transcriptId}/content',
      handle: (request, caller) => {
        const { lines } = getTranscript(request, caller);
        const format = request.query.get('$format') ?? request.headers['accept'];
        if (format === WITHOUT_SPEAKERS) return ok(Buffer.from(writePlain(lines)), { 'content-type': format });
        if (format !== WITH_SPEAKERS) throw graphErrors.badRequest(`Invalid format '${format}' specified.`);
        if (!state.speakerNames) throw graphErrors.speakersNotAllowed();
        return ok(Buffer.from(writeVtt(lines)), { 'content-type': format });
      },
    },
  ];
}

/** Parses `JoinWebUrl eq '…'`, in which an apostrophe is doubled. Throws Graph's 400 without it. */
function readJoinUrl(filter: string | null): string {
  const text = /^JoinWebUrl eq '(.*)'$/i.exec(filter ?? '')?.[1];
  if (text === undefined || text.replaceAll("''", '').includes("'"))
    throw graphErrors.badRequest('Filter expression expected - /me/onlineMeetings?$filter=JoinWebUrl.');
  return text.replaceAll("''", "'");
}

function isParticipant({ organizer, attendees }: SampleEvent, caller: Caller): boolean {
  return [organizer, ...attendees].includes(getCallingPerson(caller).key);
}

function toMeetingId({ key }: SampleEvent): string {
  return `MSp${Buffer.from(`meeting ${key}`).toString('base64url')}`;
}

function toMeetingEntity(event: SampleEvent): Entity {
  const { start, end } = getTimes(event);
  const toParticipant = (key: string) => ({ upn: getPerson(key).userPrincipalName });
  const meeting: OnlineMeeting = {
    id: toMeetingId(event),
    subject: event.subject,
    joinWebUrl: toJoinUrl(event),
    startDateTime: start.toISOString(),
    endDateTime: end.toISOString(),
    creationDateTime: start.toISOString(),
    participants: { organizer: toParticipant(event.organizer), attendees: event.attendees.map(toParticipant) },
  };
  return meeting as Entity;
}

function toTranscript(event: SampleEvent, index: number): CallTranscript {
  const { start, end } = getTimes(event);
  // Each recording begins half an hour after the one before.
  const createdAt = new Date(start.getTime() + index * 1_800_000);
  return {
    id: `MSMj${Buffer.from(`${event.key} ${index}`).toString('base64url')}`,
    meetingId: toMeetingId(event),
    createdDateTime: createdAt.toISOString(),
    endDateTime: end.toISOString(),
    contentCorrelationId: `${event.key}-${index}`,
  };
}

function writeVtt(lines: SpokenLine[]): string {
  const cues = lines.map(
    ([speaker, words], index) => `${writeTiming(index)}\n<v ${getPerson(speaker).displayName}>${words}</v>`,
  );
  return `WEBVTT\n\n${cues.join('\n\n')}\n`;
}

/** The format without speakers has no header, and an empty line after each time. */
function writePlain(lines: SpokenLine[]): string {
  return lines.map(([, words], index) => `${writeTiming(index)}\n\n${words}`).join('\n\n');
}

function writeTiming(index: number): string {
  const write = (seconds: number) => `00:00:${String(seconds).padStart(2, '0')}.000`;
  return `${write(index * SECONDS_PER_LINE)} --> ${write((index + 1) * SECONDS_PER_LINE)}`;
}
