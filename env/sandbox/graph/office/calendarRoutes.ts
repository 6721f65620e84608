import type { Event } from '@microsoft/microsoft-graph-types';
import { getPerson } from '#sandbox/people.ts';
import { sampleEvents, type SampleEvent } from '#sandbox/office/sampleEvents.ts';
import { graphErrors } from '#sandbox/graph/graphErrors.ts';
import { ok, type GraphRoute } from '#sandbox/graph/graphRoute.ts';
import { createPage, readCount, selectProperties, type Entity, type EntityType } from '#sandbox/graph/odata.ts';
import { getMailboxOwner, minutesAgo, toRecipient, type OfficeState } from './officeState.ts';

const DEFAULT_TOP = 10;
const MAX_TOP = 1_000;
const ORDER = 'start/dateTime desc';

const eventType: EntityType = {
  name: 'microsoft.graph.event',
  default: [
    'id',
    'subject',
    'bodyPreview',
    'start',
    'end',
    'webLink',
    'isOnlineMeeting',
    'onlineMeeting',
    'onlineMeetingProvider',
    'organizer',
    'attendees',
  ],
  optional: [],
};

/** The calendar of the caller between two times. */
export function calendarRoutes(state: OfficeState): GraphRoute[] {
  return [
    {
      method: 'GET',
      pattern: '/me/calendarView',
      scopes: ['Calendars.Read', 'Calendars.ReadWrite'],
      handle: (request, caller) => {
        const { query } = request;
        const from = Date.parse(query.get('startDateTime') ?? '');
        const to = Date.parse(query.get('endDateTime') ?? '');
        if (Number.isNaN(from) || Number.isNaN(to))
          throw graphErrors.badRequest(
            'This request requires a time window specified by startDateTime and endDateTime.',
          );
        const { key } = getMailboxOwner(state, caller);
        const events = sampleEvents.filter((event) => {
          const isListed = [event.organizer, ...event.attendees, ...(event.forwardedTo ?? [])].includes(key);
          const { start, end } = getTimes(event);
          return isListed && start.getTime() < to && end.getTime() > from;
        });
        const newestFirst = events.toSorted((a, b) => getTimes(b).start.getTime() - getTimes(a).start.getTime());
        return ok(
          createPage(query.get('$orderby') === ORDER ? newestFirst : newestFirst.toReversed(), request, {
            context: 'calendarView',
            top: readCount(query, '$top', DEFAULT_TOP, MAX_TOP),
            toEntity: (event) => selectProperties(eventType, toEvent(event) as Entity, query),
          }),
        );
      },
    },
  ];
}

export function getTimes({ endedMinutesAgo, minutes }: SampleEvent): { start: Date; end: Date } {
  return { start: minutesAgo(endedMinutesAgo + minutes), end: minutesAgo(endedMinutesAgo) };
}

/** Contains escaped characters, as Teams' own addresses do, and an apostrophe, which OData has to double. */
export function toJoinUrl({ key }: SampleEvent): string {
  return `https://teams.microsoft.com/l/meetup-join/19%3ameeting_${key}%40thread.v2/0?context=%7b'Tid'%3a'n'%7d`;
}

function toEvent(event: SampleEvent): Event {
  const { start, end } = getTimes(event);
  return {
    id: `AAMkEV${Buffer.from(event.key).toString('base64url')}=`,
    subject: event.subject,
    bodyPreview: event.preview,
    start: toEventTime(start),
    end: toEventTime(end),
    webLink: `https://outlook.office365.example/owa/?itemid=${event.key}`,
    isOnlineMeeting: event.isOnline,
    onlineMeetingProvider: event.isOnline ? 'teamsForBusiness' : 'unknown',
    onlineMeeting: event.isOnline ? { joinUrl: toJoinUrl(event) } : null,
    organizer: toRecipient(event.organizer),
    attendees: event.attendees.map((key) => ({ type: 'required', ...toRecipient(getPerson(key).key) })),
  };
}

/** Graph writes these times without a letter for the zone, with seven digits after the point. */
function toEventTime(time: Date) {
  return { dateTime: `${time.toISOString().slice(0, 19)}.0000000`, timeZone: 'UTC' };
}
