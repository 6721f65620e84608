import { z } from 'zod';
import { DATE_LOCALE } from '#contract/limits.ts';
import type { OnlineEvent } from '#api/graph/mail/meetings.ts';
import { defineFunction } from '#api/functions/avaFunction.ts';
import { createDataPassage } from '#api/functions/dataPassage.ts';
import { functionTexts } from '#api/functions/functions.texts.ts';

const DAY_MS = 86_400_000;
const MAX_ATTENDEES = 20;

const days = z.number().int().min(0).max(31);

/** Online meetings in the person's own calendar. */
export const listMeetings = defineFunction({
  group: 'Meetings',
  name: 'list_meetings',
  title: functionTexts.listMeetings,
  description:
    "Lists online meetings in the person's own calendar: subject, time, organizer, attendees and a handle of each.",
  args: z.object({
    past_days: days.default(0).describe('how many days back'),
    coming_days: days.default(7).describe('how many days ahead'),
  }),
  describe: ({ past_days: past, coming_days: coming }) =>
    [past > 0 && `the last ${past} days`, coming > 0 && `the next ${coming} days`].filter(Boolean).join(' and ') ||
    'now',
  async run({ ctx, person, found, signal }, { past_days: past, coming_days: coming }) {
    const now = ctx.clock.now().getTime();
    const [from, to] = [new Date(now - past * DAY_MS), new Date(now + coming * DAY_MS)];
    const events = (await ctx.graph.listOnlineEvents(person, from, to, signal)).toSorted((a, b) =>
      a.start < b.start ? -1 : 1,
    );
    return {
      summary: `It is ${formatTime(new Date(now).toISOString())}. Found ${events.length} meetings.`,
      origins: [{ personId: person.id }],
      passages: events.map((event) =>
        createDataPassage({
          id: event.id,
          name: event.subject || 'Meeting',
          type: 'MEETING',
          text: describeMeeting(event),
          place: formatTime(event.start),
          link: event.webUrl,
          handle: found.meetings.add(event),
        }),
      ),
    };
  },
});

function describeMeeting({ subject, start, end, organizer, attendees, bodyPreview }: OnlineEvent): string {
  return [
    `${subject || 'A meeting'}, ${formatTime(start)} to ${formatTime(end)}.`,
    `Organizer: ${organizer.name}.`,
    attendees.length > 0 && `Attendees: ${attendees.slice(0, MAX_ATTENDEES).join(', ')}.`,
    bodyPreview.trim(),
  ]
    .filter(Boolean)
    .join('\n');
}

/** A time such as `Nov 20, 2026, 09:00 UTC`; the person's time zone is not known. */
function formatTime(time: string): string {
  const date = new Date(time);
  if (Number.isNaN(date.getTime())) return time;
  const options = { dateStyle: 'medium', timeStyle: 'short', hourCycle: 'h23', timeZone: 'UTC' } as const;
  return `${new Intl.DateTimeFormat(DATE_LOCALE, options).format(date)} UTC`;
}
