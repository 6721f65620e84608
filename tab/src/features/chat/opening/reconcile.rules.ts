import type { Message } from '#contract/chats/chat.ts';
import type { Entry } from '#tab/features/chat/chat.state.ts';
import { getEntriesAbove } from './earlier.rules.ts';

/** Converts a server message to an entry. */
export function toEntry(message: Message): Entry {
  const localState = {
    key: message.message_id,
    delivery: 'stored',
    failure: null,
    loadingMessage: '',
    connection: 'live',
  };
  // A message that an earlier version cached has no calls and no thoughts.
  return { ...Object.assign({ thoughts: null, calls: [] }, structuredClone(message)), ...localState } as Entry;
}

/**
 * Merges the newest server page into the entries of a window. Earlier pages stay if they overlap it. The server decides
 * which messages exist and their order; if both have an answer, the more complete version stays. Unsent entries stay
 * at the end. Kept entries are the same objects, so only changed ones render again.
 * @param isWhole whether the page starts with the first message of the chat
 */
export function reconcile(local: readonly Entry[], server: readonly Message[], isWhole = true): Entry[] {
  const localById = new Map(local.map((entry) => [entry.message_id, entry]));
  const merged = isWhole ? [] : getEntriesAbove(local, server);
  const mergedIds = new Set(merged.map((entry) => entry.message_id));
  for (const message of server) {
    if (mergedIds.has(message.message_id)) continue;
    mergedIds.add(message.message_id);
    const entry = localById.get(message.message_id);
    if (entry) updateEntry(entry, message);
    merged.push(entry ?? toEntry(message));
  }
  const unsent = local.filter(
    (entry, index) =>
      entry.delivery !== 'stored' && !mergedIds.has(entry.message_id) && !isAnswered(local[index - 1], entry, merged),
  );
  return [...merged, ...unsent];
}

/** Whether the question before an apology did reach the server and has an answer there. */
function isAnswered(question: Entry | undefined, apology: Entry, merged: readonly Entry[]): boolean {
  if (apology.source !== 'AVA' || !question) return false;
  const index = merged.findIndex((entry) => entry.message_id === question.message_id);
  return index >= 0 && merged[index + 1]?.source === 'AVA';
}

/** Updates an entry from the server's message unless the entry is ahead, as a streaming answer can be. */
function updateEntry(entry: Entry, message: Message): void {
  const stored = entry.delivery === 'stored';
  entry.delivery = 'stored';
  if (stored && entry.run_id === message.run_id && isAhead(entry, message)) return;
  const changed = JSON.stringify(toMessage(entry)) !== JSON.stringify(message);
  if (changed) Object.assign(entry, structuredClone(message));
  if (stored && changed) entry.failure = null;
}

function isAhead(entry: Entry, message: Message): boolean {
  const settledThere = message.state.name !== 'streaming';
  return entry.seq > message.seq || (entry.seq === message.seq && !settledThere && entry.state.name !== 'streaming');
}

/** The inverse of `toEntry`. */
export function toMessage(entry: Entry): Message {
  const {
    key: _key,
    delivery: _delivery,
    failure: _failure,
    loadingMessage: _words,
    connection: _line,
    ...rest
  } = entry;
  return rest;
}

/** Adds an entry unless the list has one with its id. */
export function appendOnce(entries: Entry[], entry: Entry): void {
  if (entries.some((other) => other.message_id === entry.message_id)) return;
  entries.push(entry);
}
