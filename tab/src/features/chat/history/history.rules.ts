import type { ChatMetadata, ChatType } from '#contract/chats/chat.ts';
import type { ChatSearchResult, Folder } from '#contract/chats/history.ts';
import { DATE_LOCALE, MAX_TITLE_CHARACTERS } from '#contract/limits.ts';
import { chatTexts } from '#tab/features/chat/chat.texts.ts';
import { historyTexts } from './history.texts.ts';

export interface HistoryGroup {
  label: string;
  chats: ChatMetadata[];
}

/** One row of the history. `key` is unique in the list; the key of a chat is its id. */
export type HistoryItem =
  | { name: 'heading'; key: string; label: string }
  | { name: 'folder'; key: string; folder: Folder; count: number; isOpen: boolean }
  | { name: 'chat'; key: string; chat: ChatMetadata; isFiled: boolean }
  | { name: 'result'; key: string; result: ChatSearchResult };

/** Most recently updated first; stable for equal times. */
export function sortByLastUpdated(chats: readonly ChatMetadata[]): ChatMetadata[] {
  const timed = chats.map((chat) => ({ chat, time: getUpdateTime(chat) }));
  return timed.sort((a, b) => b.time - a.time).map(({ chat }) => chat);
}

/** Returns only the chats of one type: conversations or searches. Temporary chats are in no list. */
export function filterByType(chats: readonly ChatMetadata[], type: ChatType): ChatMetadata[] {
  return chats.filter(
    (chat) => !chat.Temporary && (chat.ConversationType === 'knowledge_search') === (type === 'search'),
  );
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
  return groups.flatMap(({ label, chats }) => [toHeading(label), ...chats.map((chat) => toChatItem(chat))]);
}

/** The list without a search: pinned chats, folders with the chats of the open ones, then all others by day. */
export function toSectionItems(
  chats: readonly ChatMetadata[],
  folders: readonly Folder[],
  openFolders: ReadonlySet<string>,
  now = new Date(),
): HistoryItem[] {
  const known = new Set(folders.map(({ FolderId }) => FolderId));
  const pinned: ChatMetadata[] = [];
  const others: ChatMetadata[] = [];
  const filed = new Map<string, ChatMetadata[]>();
  for (const chat of chats) {
    const folderId = chat.FolderId;
    if (chat.Pinned) pinned.push(chat);
    else if (folderId === null || !known.has(folderId)) others.push(chat);
    else if (filed.has(folderId)) filed.get(folderId)?.push(chat);
    else filed.set(folderId, [chat]);
  }
  return [
    ...(pinned.length > 0 ? [toHeading(historyTexts.pinned)] : []),
    ...pinned.map((chat) => toChatItem(chat)),
    ...sortFolders(folders).flatMap((folder) =>
      toFolderItems(folder, filed.get(folder.FolderId) ?? [], openFolders.has(folder.FolderId)),
    ),
    ...toHistoryItems(groupChats(others, now)),
  ];
}

function toFolderItems(folder: Folder, chats: readonly ChatMetadata[], isOpen: boolean): HistoryItem[] {
  const row = { name: 'folder' as const, key: `folder/${folder.FolderId}`, folder, count: chats.length, isOpen };
  return [row, ...(isOpen ? chats.map((chat) => toChatItem(chat, true)) : [])];
}

export function sortFolders(folders: readonly Folder[]): Folder[] {
  return folders.toSorted((a, b) => a.Name.localeCompare(b.Name, DATE_LOCALE));
}

/** The chats with a matching title by day, then the messages that contain the words. */
export function toFoundItems(
  chats: readonly ChatMetadata[],
  results: readonly ChatSearchResult[],
  now = new Date(),
): HistoryItem[] {
  return [
    ...toHistoryItems(groupChats(chats, now)),
    ...(results.length > 0 ? [toHeading(historyTexts.inMessages)] : []),
    ...results.map((result) => ({ name: 'result' as const, key: `result/${result.message_id}`, result })),
  ];
}

function toHeading(label: string): HistoryItem {
  return { name: 'heading', key: `heading/${label}`, label };
}

function toChatItem(chat: ChatMetadata, isFiled = false): HistoryItem {
  return { name: 'chat', key: chat.ConversationId, chat, isFiled };
}

/** Trims and shortens a typed title; `null` if it is empty or unchanged. */
export function normalizeTitle(typed: string, current: string): string | null {
  const title = typed.trim().slice(0, MAX_TITLE_CHARACTERS);
  return title === '' || title === current ? null : title;
}

const fullDate = new Intl.DateTimeFormat(DATE_LOCALE, { dateStyle: 'full', timeStyle: 'short' });
const shortDate = new Intl.DateTimeFormat(DATE_LOCALE, { dateStyle: 'medium' });
const month = new Intl.DateTimeFormat(DATE_LOCALE, { month: 'long', year: 'numeric' });

/** Day, date and time of an ISO time; empty if it is invalid. */
export function formatFullDate(time: string): string {
  return formatWith(fullDate, time);
}

export function formatShortDate(time: string): string {
  return formatWith(shortDate, time);
}

function formatWith(format: Intl.DateTimeFormat, time: string): string {
  const date = new Date(time);
  return Number.isNaN(date.getTime()) ? '' : format.format(date);
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
  return month.format(day);
}

/** Calendar days between two dates; computed in UTC because of daylight saving time. */
function daysBetween(day: Date, now: Date): number {
  const midnight = (date: Date) => Date.UTC(date.getFullYear(), date.getMonth(), date.getDate());
  return Math.round((midnight(now) - midnight(day)) / 86_400_000);
}
