import { proxy } from 'valtio';
import type { ChatMetadata, ChatType, EarlierSummary, Message } from '#contract/chats/chat.ts';
import type { Folder } from '#contract/chats/history.ts';

export type LoadingState = { name: 'loading' } | { name: 'ready' } | { name: 'failed'; detail: string };

/** Delivery state of an entry; `unsent` entries exist in this window only. */
export type Delivery = 'sending' | 'stored' | 'unsent';

/** A message with the state that only this window has. */
export interface Entry extends Message {
  /** React key; stays the same when the server's id replaces the client's, so the entry does not remount. */
  key: string;
  delivery: Delivery;
  /** The apology shown instead of the answer, or below its partial text. */
  failure: string | null;
  /** Shown until the first text arrives. */
  loadingMessage: string;
  /**
   * `lost`: repeated connection failures; the tab is reconnecting. `offline`: the browser has no network, and the question
   * waits to be sent.
   */
  connection: 'live' | 'lost' | 'offline';
}

export type EarlierMessages = { name: 'none' } | (EarlierSummary & { name: 'available' | 'loading' | 'failed' });

export interface OpenChat {
  /** Type of a new chat; after the first message its metadata has the type. */
  type?: ChatType;
  /** The chat is not kept: leaving it deletes it. */
  isTemporary?: boolean;
  loading: LoadingState;
  entries: Entry[];
  /** Messages before the first entry that are still on the server. */
  earlier: EarlierMessages;
  /** Whether the view scrolls along with new text. */
  isAutoscrolling: boolean;
  /** Counts sends of this window; a response requested before the last send is stale. */
  sendCount: number;
}

/** One mention group of the organization; `[group_name]` mentions it. */
export interface MentionGroup {
  group_name: string;
  group_description: string;
  section: string;
  site_link: string | null;
}

interface Chats {
  list: LoadingState;
  /** The person's chats, most recently updated first. */
  metadata: ChatMetadata[];
  folders: Folder[];
  openId: string | null;
  /** Id of the message that an opened link points to, until the message is scrolled into view. */
  linkedMessageId: string | null;
  /** Id of the answer whose Export menu a link opens, until the menu is open. */
  linkedExportId: string | null;
  open: Record<string, OpenChat>;
  /** A chat that failed to render last time, and the new chat that offers to open it. */
  offeredChat: { chatId: string; newChatId: string } | null;
  groups: MentionGroup[];
}

export function emptyChats(): Chats {
  return {
    list: { name: 'loading' },
    metadata: [],
    folders: [],
    openId: null,
    linkedMessageId: null,
    linkedExportId: null,
    open: {},
    offeredChat: null,
    groups: [],
  };
}

export const chats = proxy<Chats>(emptyChats());
