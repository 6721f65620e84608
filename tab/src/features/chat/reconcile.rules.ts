import type { Message } from '../../../../api/contract/chat.ts';
import type { Entry } from './chat.state.ts';
import { entriesAbove } from './earlier.rules.ts';

/** Makes an entry of a message that the server has. */
export function entryOf(message: Message): Entry {
  const own = { key: message.message_id, delivery: 'stored', failure: null, loadingMessage: '', connection: 'live' };
  return { ...structuredClone(message), ...own } as Entry;
}

/**
 * Brings the entries of a window to the newest page that the server has; the pages above it that the window has loaded
 * stay where the two touch. The server decides which messages there are and in what order; of an answer that both know,
 * the one that is further on stays. Entries that never reached the server are kept at the end, in their order. Entries
 * that stay are the same objects, so that only what changed draws again.
 * @param isWhole whether the page begins with the first message of the chat
 */
export function reconcile(local: readonly Entry[], server: readonly Message[], isWhole = true): Entry[] {
  const known = new Map(local.map((entry) => [entry.message_id, entry]));
  const merged = isWhole ? [] : entriesAbove(local, server);
  const seen = new Set(merged.map((entry) => entry.message_id));
  for (const message of server) {
    if (seen.has(message.message_id)) continue;
    seen.add(message.message_id);
    const entry = known.get(message.message_id);
    if (entry) update(entry, message);
    merged.push(entry ?? entryOf(message));
  }
  const waiting = local.filter(
    (entry, at) =>
      entry.delivery !== 'stored' && !seen.has(entry.message_id) && !isAnswered(local[at - 1], entry, merged),
  );
  return [...merged, ...waiting];
}

/** Whether an apology of this window speaks of a message that did reach the server and has its answer there. */
function isAnswered(question: Entry | undefined, apology: Entry, merged: readonly Entry[]): boolean {
  if (apology.source !== 'AVA' || !question) return false;
  const at = merged.findIndex((entry) => entry.message_id === question.message_id);
  return at >= 0 && merged[at + 1]?.source === 'AVA';
}

/** Takes over the server's message where it is as far on; an answer that streams here may be ahead of what is saved. */
function update(entry: Entry, message: Message): void {
  const stored = entry.delivery === 'stored';
  entry.delivery = 'stored';
  if (stored && entry.run_id === message.run_id && isAhead(entry, message)) return;
  const changed = JSON.stringify(messageOf(entry)) !== JSON.stringify(message);
  if (changed) Object.assign(entry, structuredClone(message));
  if (stored && changed) entry.failure = null;
}

function isAhead(entry: Entry, message: Message): boolean {
  const settledThere = message.state.name !== 'streaming';
  return entry.seq > message.seq || (entry.seq === message.seq && !settledThere && entry.state.name !== 'streaming');
}

/** The part of an entry that the server knows. */
export function messageOf(entry: Entry): Message {
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

/** Adds an entry unless one with its id is already there. */
export function appendOnce(entries: Entry[], entry: Entry): void {
  if (entries.some((other) => other.message_id === entry.message_id)) return;
  entries.push(entry);
}
