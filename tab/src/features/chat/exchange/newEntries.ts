import type { ChatType } from '#contract/chats/chat.ts';
import { emptyAnswer } from '#contract/runs/answerEvents.ts';
import type { FileContextItem, MessageFile } from '#contract/files/files.ts';
import { chats, type Entry, type OpenChat } from '#tab/features/chat/chat.state.ts';

/** The state of an open chat; creates an empty one if needed. */
export function ensureOpenChat(chatId: string, type: ChatType = 'chat'): OpenChat {
  const earlier = { name: 'none' } as const;
  chats.open[chatId] ??= {
    type,
    loading: { name: 'loading' },
    entries: [],
    earlier,
    isAutoscrolling: true,
    sendCount: 0,
  };
  return chats.open[chatId];
}

export function createPersonEntry(messageId: string, text: string, files: readonly FileContextItem[]): Entry {
  const answer = emptyAnswer(messageId, null);
  return {
    ...answer,
    key: messageId,
    source: 'User',
    content: text,
    timestamp: new Date().toISOString(),
    state: { name: 'complete', finish: 'stop' },
    files: files.map(toMessageFile),
    delivery: 'sending',
    failure: null,
    loadingMessage: '',
    connection: 'live',
  };
}

/** An empty answer with a client id, until the run provides the server's id. */
export function createAnswerEntry(loadingMessage: string): Entry {
  const id = crypto.randomUUID();
  return {
    ...emptyAnswer(id, null),
    key: id,
    source: 'AVA',
    timestamp: new Date().toISOString(),
    files: [],
    delivery: 'sending',
    failure: null,
    loadingMessage,
    connection: 'live',
  };
}

/** Empties an answer in place before a retry. */
export function resetAnswer(entry: Entry, loadingMessage: string): void {
  const empty = emptyAnswer(entry.message_id, null);
  const timestamp = new Date().toISOString();
  Object.assign(entry, empty, { timestamp, delivery: 'sending', failure: null, loadingMessage, connection: 'live' });
}

/** Replaces the entries from an index on. Returns a function that puts them back. */
export function replaceFrom(chat: OpenChat, index: number, entries: readonly Entry[]): () => void {
  const replaced = chat.entries.slice(index);
  chat.entries = [...chat.entries.slice(0, index), ...entries];
  chat.isAutoscrolling = true;
  return () => {
    chat.entries = [...chat.entries.slice(0, index), ...replaced];
  };
}

function toMessageFile({ fileContent: _content, ...file }: FileContextItem): MessageFile {
  return { ...file, tokens: file.imageTokenCount ?? 0 };
}
