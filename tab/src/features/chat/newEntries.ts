import type { ChatType } from '../../../../api/contract/chat.ts';
import { emptyAnswer } from '../../../../api/contract/runs.ts';
import type { FileContextItem, MessageFile } from '../../../../api/contract/files.ts';
import { chats, type Entry, type OpenChat } from './chat.state.ts';

/** The state of a chat in this window; begun empty where it was not open. */
export function openStateOf(chatId: string, type: ChatType = 'chat'): OpenChat {
  const earlier = { name: 'none' } as const;
  chats.open[chatId] ??= { type, loading: { name: 'loading' }, entries: [], earlier, follow: true, sends: 0 };
  return chats.open[chatId];
}

export function personEntry(messageId: string, text: string, files: readonly FileContextItem[]): Entry {
  const answer = emptyAnswer(messageId, null);
  return {
    ...answer,
    key: messageId,
    source: 'User',
    content: text,
    timestamp: new Date().toISOString(),
    state: { name: 'complete', finish: 'stop' },
    files: files.map(fileShown),
    delivery: 'sending',
    failure: null,
    loadingMessage: '',
    connection: 'live',
  };
}

/** An answer that nothing has come of yet, under an id of the client's own until the run gives its own. */
export function answerEntry(loadingMessage: string): Entry {
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

/** Makes an answer as if nothing had come of it, in place, for another try. */
export function emptyAgain(entry: Entry, loadingMessage: string): void {
  const fresh = emptyAnswer(entry.message_id, null);
  Object.assign(entry, fresh, { delivery: 'sending', failure: null, loadingMessage, connection: 'live' });
}

function fileShown({ fileContent: _content, ...file }: FileContextItem): MessageFile {
  return { ...file, tokens: file.imageTokenCount ?? 0 };
}
