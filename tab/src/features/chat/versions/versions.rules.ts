import { isWrittenByRun } from '#contract/chats/messages.ts';
import { MAX_MESSAGE_BYTES } from '#contract/limits.ts';
import { canContinue } from '#contract/chats/versions.ts';
import { isAnswering } from '#tab/features/chat/chat.rules.ts';
import type { Entry } from '#tab/features/chat/chat.state.ts';
import { chatTexts } from '#tab/features/chat/chat.texts.ts';
import { versionTexts } from './versions.texts.ts';

/** Where a message is among its versions. */
export interface VersionPosition {
  /** Position of the shown version, counted from 1. */
  number: number;
  count: number;
  previous: string | null;
  next: string | null;
}

/** The position of a message among its versions; `null` if it has only one. */
export function getVersionPosition({
  message_id: id,
  versions = [],
}: Readonly<Pick<Entry, 'message_id' | 'versions'>>): VersionPosition | null {
  const index = versions.indexOf(id);
  if (index < 0 || versions.length < 2) return null;
  return {
    number: index + 1,
    count: versions.length,
    previous: versions[index - 1] ?? null,
    next: versions[index + 1] ?? null,
  };
}

/** The versions of a message after a new one is added. */
export function addVersion({ message_id: id, versions = [id] }: Pick<Entry, 'message_id' | 'versions'>, newId: string) {
  return [...versions, newId];
}

/** Whether the person can get another answer next to this one. Sentences of AVA that no run wrote stay as they are. */
export function canRegenerate(entry: Entry): boolean {
  return isWrittenByRun(entry) && entry.delivery === 'stored' && entry.state.name !== 'streaming';
}

/** Whether the text of the last answer of a chat can be continued. */
export function canContinueEntry(entries: readonly Entry[], answer: Entry): boolean {
  return entries.at(-1)?.message_id === answer.message_id && isWrittenByRun(answer) && canContinue(answer);
}

/** Why an edited question cannot be sent; `null` if it can. */
export function findEditBlocker(text: string, entries: readonly Entry[]): string | null {
  if (isAnswering(entries)) return chatTexts.sendBlocked.responding;
  if (text.trim() === '') return chatTexts.sendBlocked.empty;
  return new TextEncoder().encode(text).length > MAX_MESSAGE_BYTES ? versionTexts.tooLong : null;
}
