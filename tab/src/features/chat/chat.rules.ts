import { errors } from '#contract/errors.ts';
import type { EarlierMessages, Entry } from './chat.state.ts';

type ChatWithFiles = { entries: readonly Pick<Entry, 'files'>[]; earlier?: EarlierMessages };
type EntryStatus = Pick<Entry, 'source' | 'state' | 'failure' | 'delivery'>;

/** Whether the last entry is a streaming answer. */
export function isAnswering(entries: readonly EntryStatus[]): boolean {
  const last = entries.at(-1);
  return last !== undefined && isStreaming(last);
}

export function isStreaming(entry: EntryStatus): boolean {
  return entry.source === 'AVA' && entry.state.name === 'streaming' && entry.failure === null;
}

/** Whether an answer can be requested again: it failed or was interrupted, or its question never reached the server. */
export function canRetry(entry: EntryStatus): boolean {
  return entry.source === 'AVA' && (entry.failure !== null || ['failed', 'interrupted'].includes(entry.state.name));
}

/** Whether an answer is the fixed sentence about an invalid mention, which no model wrote. */
export function isInvalidMention({ run_id, content }: Pick<Entry, 'run_id' | 'content'>): boolean {
  return run_id === null && content === errors.invalid_mention.detail;
}

/** Whether any message of a chat has an image. The chat then needs a model with image input. */
export function hasImages({ entries, earlier }: ChatWithFiles): boolean {
  if (earlier && earlier.name !== 'none' && earlier.images) return true;
  return entries.some((entry) => entry.files.some((file) => ['JPG', 'PNG', 'GIF'].includes(file.fileType)));
}

/** The person's prompts, oldest first, for the arrow keys. */
export function getPrompts(entries: readonly Pick<Entry, 'source' | 'content'>[]): string[] {
  return entries.filter((entry) => entry.source === 'User').map((entry) => entry.content);
}
