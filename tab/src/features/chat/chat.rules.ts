import type { EarlierMessages, Entry } from './chat.state.ts';

export { maySend, type FileStatus, type MaySend, type SendSituation } from './sending.rules.ts';
export { bracketMention, isLoneMention, leadingMention } from './mention.rules.ts';
export { apology, reasonOf } from './failure.rules.ts';

type ChatWithFiles = { entries: readonly Pick<Entry, 'files'>[]; earlier?: EarlierMessages };
type Shown = Pick<Entry, 'source' | 'state' | 'failure' | 'delivery'>;

/** Whether an answer of these entries is still being written. */
export function isAnswering(entries: readonly Shown[]): boolean {
  const last = entries.at(-1);
  return last !== undefined && isUnderWay(last);
}

export function isUnderWay(entry: Shown): boolean {
  return entry.source === 'AVA' && entry.state.name === 'streaming' && entry.failure === null;
}

/** Whether an answer may be asked for again: it failed, was cut off or never reached the server. */
export function mayRetry(entry: Shown): boolean {
  return entry.source === 'AVA' && (entry.failure !== null || ['failed', 'interrupted'].includes(entry.state.name));
}

/** Whether any message of a chat carries an image; such a chat needs a model that sees. */
export function hasImages({ entries, earlier }: ChatWithFiles): boolean {
  if (earlier && earlier.name !== 'none' && earlier.images) return true;
  return entries.some((entry) => entry.files.some((file) => ['JPG', 'PNG', 'GIF'].includes(file.fileType)));
}

/** What the person wrote in a chat, oldest first, for the arrow keys. */
export function promptsOf(entries: readonly Pick<Entry, 'source' | 'content'>[]): string[] {
  return entries.filter((entry) => entry.source === 'User').map((entry) => entry.content);
}
