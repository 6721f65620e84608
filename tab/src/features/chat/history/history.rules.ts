import type { ChatMetadata, ChatType } from '../../../../../api/contract/chat.ts';
import { DATE_LOCALE, MAX_TITLE_CHARACTERS } from '../../../../../api/contract/limits.ts';
import { chatTexts } from '../chat.texts.ts';

export interface HistoryGroup {
  label: string;
  chats: ChatMetadata[];
}

/** One row of the history: a heading or a chat. */
export type HistoryItem = { name: 'heading'; label: string } | { name: 'chat'; chat: ChatMetadata };

/** Most recently updated first; stable for equal times. */
export function sortByLastUpdated(chats: readonly ChatMetadata[]): ChatMetadata[] {
  return chats.toSorted((a, b) => getUpdateTime(b) - getUpdateTime(a));
}

/** Returns only the chats of one type: conversations or searches. */
export function filterByType(chats: readonly ChatMetadata[], type: ChatType): ChatMetadata[] {
  return chats.filter((chat) => (chat.ConversationType === 'knowledge_search') === (type === 'search'));
}

/** Chats whose title contains all words of a search, ignoring case. */
export function filterChats(chats: readonly ChatMetadata[], search: string): ChatMetadata[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  return chats.filter((chat) => words.every((word) => chat.Title.toLowerCase().includes(word)));
}

/** Groups sorted chats in the person's time zone: Today, Yesterday, Previous 7 days, then by month. */
export function groupChats(chats: readonly ChatMetadata[], now: Date): HistoryGroup[] {
  const groups: HistoryGroup[] = [];
  for (const chat of chats) {
    const label = getDayLabel(new Date(getUpdateTime(chat)), now);
    const last = groups.at(-1);
    if (last?.label === label) last.chats.push(chat);
    else groups.push({ label, chats: [chat] });
  }
  return groups;
}

export function toHistoryItems(groups: readonly HistoryGroup[]): HistoryItem[] {
  return groups.flatMap((group) => [
    { name: 'heading' as const, label: group.label },
    ...group.chats.map((chat) => ({ name: 'chat' as const, chat })),
  ]);
}

/** Trims and shortens a typed title; `null` if it is empty or unchanged. */
export function normalizeTitle(typed: string, current: string): string | null {
  const title = typed.trim().slice(0, MAX_TITLE_CHARACTERS);
  return title === '' || title === current ? null : title;
}

function getUpdateTime(chat: ChatMetadata): number {
  const time = Date.parse(chat.LastUpdated);
  return Number.isNaN(time) ? 0 : time;
}

function getDayLabel(day: Date, now: Date): string {
  const days = daysBetween(day, now);
  if (days <= 0) return chatTexts.today;
  if (days === 1) return chatTexts.yesterday;
  if (days <= 7) return chatTexts.previousWeek;
  return new Intl.DateTimeFormat(DATE_LOCALE, { month: 'long', year: 'numeric' }).format(day);
}

/** Calendar days between two dates; computed in UTC because of daylight saving time. */
function daysBetween(day: Date, now: Date): number {
  const midnight = (date: Date) => Date.UTC(date.getFullYear(), date.getMonth(), date.getDate());
  return Math.round((midnight(now) - midnight(day)) / 86_400_000);
}
