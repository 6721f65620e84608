import { proxy } from 'valtio';
import type { ChatMetadata, ChatType, Earlier, Message } from '../../../../api/contract/chat.ts';

export type Loading = { name: 'loading' } | { name: 'ready' } | { name: 'failed'; detail: string };

/** Where an entry stands on its way to the server; `unsent` exists in this window only. */
export type Delivery = 'sending' | 'stored' | 'unsent';

/** A message as the tab shows it: the contract's message and what only this window knows. */
export interface Entry extends Message {
  /** Stays the same when the server's ids replace the client's, so that the list does not draw the entry anew. */
  key: string;
  delivery: Delivery;
  /** The apology shown in place of an answer, or under what had arrived of it. */
  failure: string | null;
  /** The sentence shown until the first words come. */
  loadingMessage: string;
  /** `lost`: the connection broke more than once and is being made again. */
  connection: 'live' | 'lost';
}

export type EarlierMessages = { name: 'none' } | (Earlier & { name: 'there' | 'loading' | 'failed' });

export interface OpenChat {
  /** What it was begun as; once the server has it, its metadata says so. */
  type?: ChatType;
  loading: Loading;
  entries: Entry[];
  /** What the server has before the first entry, and whether it is being fetched. */
  earlier: EarlierMessages;
  /** Whether the view keeps to the newest words. */
  follow: boolean;
  /** How often this window has sent; a picture of the server from before the last time is not drawn over it. */
  sends: number;
}

/** One mention group of the organization; its name is what stands in the brackets. */
export interface MentionGroup {
  group_name: string;
  group_description: string;
  section: string;
  site_link: string | null;
}

interface Chats {
  list: Loading;
  /** The person's chats, the last changed first. */
  metadata: ChatMetadata[];
  openId: string | null;
  /** A message that a link leads to, until it has been shown. */
  lookAt: string | null;
  open: Record<string, OpenChat>;
  /** A chat that could not be drawn the last time, and the new chat in which it is offered. */
  offered: { chatId: string; besides: string } | null;
  groups: MentionGroup[];
}

export function emptyChats(): Chats {
  return { list: { name: 'loading' }, metadata: [], openId: null, lookAt: null, open: {}, offered: null, groups: [] };
}

export const chats = proxy<Chats>(emptyChats());
