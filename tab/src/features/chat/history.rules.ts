import type { ChatMetadata, ChatType } from '../../../../api/contract/chat.ts';
import { DATE_LOCALE, MAX_TITLE_CHARACTERS } from '../../../../api/contract/limits.ts';
import { chatTexts } from './chat.texts.ts';

export interface HistoryGroup {
  label: string;
  chats: ChatMetadata[];
}

/** One line of the history as it is drawn: a heading or a chat. */
export type HistoryRow = { name: 'heading'; label: string } | { name: 'chat'; chat: ChatMetadata };

/** The last changed first; chats changed at the same moment stay in their order. */
export function byLastUpdated(chats: readonly ChatMetadata[]): ChatMetadata[] {
  return chats.toSorted((a, b) => timeOf(b) - timeOf(a));
}

/** The conversations alone, or the searches alone. */
export function ofType(chats: readonly ChatMetadata[], type: ChatType): ChatMetadata[] {
  return chats.filter((chat) => (chat.ConversationType === 'knowledge_search') === (type === 'search'));
}

/** Chats whose title holds all words of a search, in any case of letters. */
export function filterChats(chats: readonly ChatMetadata[], search: string): ChatMetadata[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  return chats.filter((chat) => words.every((word) => chat.Title.toLowerCase().includes(word)));
}

/** Groups sorted chats by day as the person's clock sees it: Today, Yesterday, Previous 7 days, then by month. */
export function groupChats(chats: readonly ChatMetadata[], now: Date): HistoryGroup[] {
  const groups: HistoryGroup[] = [];
  for (const chat of chats) {
    const label = labelOf(new Date(timeOf(chat)), now);
    const last = groups.at(-1);
    if (last?.label === label) last.chats.push(chat);
    else groups.push({ label, chats: [chat] });
  }
  return groups;
}

export function historyRows(groups: readonly HistoryGroup[]): HistoryRow[] {
  return groups.flatMap((group) => [
    { name: 'heading' as const, label: group.label },
    ...group.chats.map((chat) => ({ name: 'chat' as const, chat })),
  ]);
}

/** A title as it may be saved, or `null` where there is nothing to save. */
export function titleToSave(typed: string, current: string): string | null {
  const title = typed.trim().slice(0, MAX_TITLE_CHARACTERS);
  return title === '' || title === current ? null : title;
}

function timeOf(chat: ChatMetadata): number {
  const time = Date.parse(chat.LastUpdated);
  return Number.isNaN(time) ? 0 : time;
}

function labelOf(day: Date, now: Date): string {
  const days = daysBetween(day, now);
  if (days <= 0) return chatTexts.today;
  if (days === 1) return chatTexts.yesterday;
  if (days <= 7) return chatTexts.previousWeek;
  return new Intl.DateTimeFormat(DATE_LOCALE, { month: 'long', year: 'numeric' }).format(day);
}

/** Whole days by the calendar, not by 24 hours; counted in UTC so that a change to summer time costs none. */
function daysBetween(day: Date, now: Date): number {
  const midnight = (date: Date) => Date.UTC(date.getFullYear(), date.getMonth(), date.getDate());
  return Math.round((midnight(now) - midnight(day)) / 86_400_000);
}
