import type { Selectable } from 'kysely';
import { isSaidByAva } from '#contract/chats/chat.ts';
import type { MessageFile } from '#contract/files/files.ts';
import type { FunctionCall } from '#contract/runs/functionCalls.ts';
import type { AnswerState, Citation, Thoughts } from '#contract/runs/answerEvents.ts';
import type { Owner, Schema, Tx } from '#api/storage/schema.ts';
import { toStorable, toJson } from '#api/storage/json.ts';

export interface MessageRow {
  id: string;
  chatId: string;
  source: 'User' | 'AVA';
  content: string;
  state: AnswerState;
  runId: string | null;
  seq: number;
  links: Citation[];
  thoughts: Thoughts | null;
  calls: FunctionCall[];
  followUps: string[];
  files: MessageFile[];
  replyTo: string | null;
  fingerprint: string | null;
  /** In a copied chat: name of the person who asked, if it was not the owner. */
  author?: string | null;
  createdAt: Date;
}

declare const closed: unique symbol;

/** The fields of a message that can contain what files say. */
type Text = 'content' | 'links' | 'thoughts' | 'calls' | 'followUps';

/**
 * A message as the store returns it. Its text is there at run time, but the type has no name for it: a person could have lost
 * access to what it is based on. Only `answers/readableHistory.ts` opens it, for the person who reads it now.
 */
export type StoredMessage = Omit<MessageRow, Text> & { readonly [closed]: Text };

/** Replaces the text of an old answer that a client could have written: neither people nor models must see it. */
export const NOT_BY_AVA = 'AVA did not write this message, so it is not shown.';

export function toMessage(row: Selectable<Schema['message']>): MessageRow {
  const message: MessageRow = {
    id: row.id,
    chatId: row.chat_id,
    source: row.source as 'User' | 'AVA',
    content: row.content,
    state: row.state as unknown as AnswerState,
    runId: row.run_id,
    seq: row.seq,
    links: row.links as Citation[],
    thoughts: row.thoughts as Thoughts | null,
    calls: row.calls as FunctionCall[],
    followUps: row.follow_ups,
    files: row.files as MessageFile[],
    replyTo: row.reply_to,
    fingerprint: row.fingerprint,
    author: row.author,
    createdAt: row.created_at,
  };
  if (message.source === 'User' || isSaidByAva(message)) return message;
  return { ...message, content: NOT_BY_AVA, links: [], thoughts: null, calls: [], followUps: [] };
}

export const toStoredMessage = (row: Selectable<Schema['message']>) => toMessage(row) as unknown as StoredMessage;

export function toMessageColumns(message: MessageRow) {
  return {
    chat_id: message.chatId,
    id: message.id,
    source: message.source,
    content: toStorable(message.content),
    state: toJson(message.state),
    run_id: message.runId,
    seq: message.seq,
    links: toJson(message.links),
    thoughts: message.thoughts && toJson(message.thoughts),
    calls: toJson(message.calls),
    follow_ups: toJson(message.followUps),
    files: toJson(message.files),
    reply_to: message.replyTo,
    fingerprint: message.fingerprint,
    created_at: message.createdAt,
  };
}

/**
 * Locks a chat until the transaction ends, so that its messages are written one after the other. Returns its owner;
 * undefined if the chat was deleted.
 */
export async function lockChat(tx: Tx, chatId: string, now: Date): Promise<Owner | undefined> {
  return tx
    .updateTable('chat')
    .set({ updated_at: now })
    .where('id', '=', chatId)
    .where('deleted_at', 'is', null)
    .returning(['tenant_id as tenantId', 'owner_id as id'])
    .executeTakeFirst();
}
