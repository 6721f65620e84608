import type { Meeting } from '#contract/files/meetings.ts';

/** Meetings with the text in their subject, preview, organizer or attendees, in any case. */
export function filterMeetings(meetings: readonly Meeting[], text: string): Meeting[] {
  const words = text.trim().toLowerCase();
  return meetings.filter(({ subject, bodyPreview, organizer, attendees }) =>
    [subject, bodyPreview, organizer, ...attendees].some((value) => value.toLowerCase().includes(words)),
  );
}

/** Puts pinned items first; both parts keep their order, which is newest first. */
export function pinFirst<T extends { id: string }>(items: readonly T[], pinned: ReadonlySet<string>): T[] {
  return [...items.filter(({ id }) => pinned.has(id)), ...items.filter(({ id }) => !pinned.has(id))];
}
