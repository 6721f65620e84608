import { sql, type RawBuilder } from 'kysely';
import {
  BYTES_PER_PERSON,
  MAX_CHAT_BYTES,
  MAX_CHAT_MESSAGES,
  MAX_MESSAGE_BYTES,
  UPLOAD_BYTES_PER_PERSON,
} from '#contract/limits.ts';
import type { Owner, Tx } from '#api/storage/schema.ts';
import type { toMessageColumns } from './messageRow.ts';

/** Chats that one person can have; ten a working day for four years. */
const CHATS_PER_PERSON = 10_000;
/** Copies of chats and tasks that one person can have waiting for one colleague, and for all, to be opened. */
const UNOPENED_COPIES_PER_RECEIVER = 50;
const UNOPENED_COPIES_PER_PERSON = 1_000;
/** Tasks that one person can have, and items that one person can have in the library. */
const TASKS_PER_PERSON = 2_000;
const LIBRARY_TASKS_PER_PERSON = 500;
/** Files that one person can store, templates of presentations included. */
const FILES_PER_PERSON = 20_000;
/** Workspaces of one person: one for each chat and task that they can have. */
const WORKSPACES_PER_PERSON = 12_000;
/** Maximum size of the notes and kept results in all workspaces of one person. */
const WORKSPACE_BYTES_PER_PERSON = 67_108_864;
/** Open documents that are stored for one person. Beyond this number, those used longest ago are deleted. */
const FILE_VIEWERS_PER_PERSON = 200;
/** E-mail drafts that one person can create in a day. */
const EMAIL_DRAFTS_PER_PERSON = 1_000;

/** Limits for what a person, a chat and a message can store. */
export interface Quota {
  messageBytes: number;
  chatBytes: number;
  chatMessages: number;
  chats: number;
  /** Bytes of messages. The tasks of a person can have as many bytes in addition. */
  bytes: number;
  tasks: number;
  libraryTasks: number;
  /** Copies that a person shared and nobody opened yet: for one receiver, and for all. */
  copiesPerReceiver: number;
  copies: number;
  files: number;
  /** Bytes of files that are stored, and that arrive on one day. */
  uploadBytes: number;
  workspaceBytes: number;
  workspaces: number;
  emailDrafts: number;
  fileViewers: number;
}

export const defaultQuota: Quota = {
  messageBytes: MAX_MESSAGE_BYTES,
  chatBytes: MAX_CHAT_BYTES,
  chatMessages: MAX_CHAT_MESSAGES,
  chats: CHATS_PER_PERSON,
  bytes: BYTES_PER_PERSON,
  tasks: TASKS_PER_PERSON,
  libraryTasks: LIBRARY_TASKS_PER_PERSON,
  copiesPerReceiver: UNOPENED_COPIES_PER_RECEIVER,
  copies: UNOPENED_COPIES_PER_PERSON,
  files: FILES_PER_PERSON,
  uploadBytes: UPLOAD_BYTES_PER_PERSON,
  workspaceBytes: WORKSPACE_BYTES_PER_PERSON,
  workspaces: WORKSPACES_PER_PERSON,
  emailDrafts: EMAIL_DRAFTS_PER_PERSON,
  fileViewers: FILE_VIEWERS_PER_PERSON,
};

/** The error code for an exceeded quota. */
export type Refusal = 'too_large' | 'chat_full' | 'storage_full';

/** Messages about to be stored. */
export interface Addition {
  messages: number;
  bytes: number;
}

export const noAddition: Addition = { messages: 0, bytes: 0 };

/** Estimates the column `bytes` of rows to insert. JSON is a little shorter here than as stored jsonb text. */
export function measureRows(...rows: readonly ReturnType<typeof toMessageColumns>[]): Addition {
  const texts = rows.flatMap((row) => [
    row.content,
    row.links,
    row.thoughts ?? '',
    row.calls,
    row.follow_ups,
    row.files,
  ]);
  return { messages: rows.length, bytes: texts.reduce((total, text) => total + Buffer.byteLength(text), 0) };
}

/**
 * SQL that checks the quota of a chat and its owner (`check_message_quota`). It locks the owner until the transaction
 * ends, so that parallel additions are counted one after the other.
 */
export const checkStorage = (chatId: string, owner: Owner, added: Addition, quota: Quota) =>
  sql<'yes' | 'chat_full' | 'storage_full'>`check_message_quota(${chatId}::uuid, ${owner.tenantId}, ${owner.id},
    ${added.messages}::float8, ${added.bytes}::float8,
    ${quota.chatMessages}::float8, ${quota.chatBytes}::float8, ${quota.bytes}::float8)`;

/** SQL that tells whether a person can store these additional chats and bytes (`check_chat_quota`). */
export const checkChats = (owner: Owner, added: { chats: number; bytes: number }, quota: Quota) =>
  sql<boolean>`check_chat_quota(${owner.tenantId}, ${owner.id}, ${added.chats}::float8, ${added.bytes}::float8,
    ${quota.chats}::float8, ${quota.bytes}::float8)`;

/** SQL for the size of a chat after an addition. */
export const chatSizeWith = (chatId: string, { bytes }: Addition): RawBuilder<number> =>
  sql<number>`(select coalesce(sum(m.bytes), 0) + ${bytes}::bigint from message m where m.chat_id = ${chatId}::uuid)`;

/** Adds to the size of a locked chat and returns null, or returns the error for an exceeded quota. */
export async function addToChatSize(
  tx: Tx,
  chatId: string,
  owner: Owner,
  added: Addition,
  quota: Quota,
): Promise<Refusal | null> {
  if (added.bytes > quota.messageBytes) return 'too_large';
  const { rows } = await sql<{
    result: 'yes' | 'chat_full' | 'storage_full';
  }>`select ${checkStorage(chatId, owner, added, quota)} as result`.execute(tx);
  const result = rows[0]?.result ?? 'storage_full';
  if (result !== 'yes') return result;
  await tx
    .updateTable('chat')
    .set({ bytes: chatSizeWith(chatId, added) })
    .where('id', '=', chatId)
    .execute();
  return null;
}
