import { sql, type RawBuilder } from 'kysely';
import {
  BYTES_PER_PERSON,
  CHATS_PER_PERSON,
  FILE_VIEWERS_PER_PERSON,
  MAX_CHAT_BYTES,
  MAX_CHAT_MESSAGES,
  MAX_MESSAGE_BYTES,
  WORKSPACE_BYTES_PER_PERSON,
} from '../../../../contract/limits.ts';
import type { Owner, Tx } from '../../schema.ts';
import type { toMessageColumns } from './messageRow.ts';

/** How much a person, a chat and a message may store. */
export interface Quota {
  messageBytes: number;
  chatBytes: number;
  chatMessages: number;
  chats: number;
  bytes: number;
  workspaceBytes: number;
  fileViewers: number;
}

export const defaultQuota: Quota = {
  messageBytes: MAX_MESSAGE_BYTES,
  chatBytes: MAX_CHAT_BYTES,
  chatMessages: MAX_CHAT_MESSAGES,
  chats: CHATS_PER_PERSON,
  bytes: BYTES_PER_PERSON,
  workspaceBytes: WORKSPACE_BYTES_PER_PERSON,
  fileViewers: FILE_VIEWERS_PER_PERSON,
};

/** Why something is not stored, by the code of its error. */
export type Refusal = 'too_large' | 'chat_full' | 'storage_full';

/** Messages about to be stored. */
export interface Addition {
  messages: number;
  bytes: number;
}

export const noAddition: Addition = { messages: 0, bytes: 0 };

/** Sums up rows as the column `bytes` of the table does. JSON counts as it is sent, which is a little shorter. */
export function measureRows(...rows: readonly ReturnType<typeof toMessageColumns>[]): Addition {
  const texts = rows.flatMap((row) => [row.content, row.links, row.follow_ups, row.files]);
  return { messages: rows.length, bytes: texts.reduce((total, text) => total + Buffer.byteLength(text), 0) };
}

/** Whether a chat and its owner may store so much more (`check_message_quota`). Until the transaction ends, nobody else adds to it. */
export const checkStorage = (chatId: string, owner: Owner, added: Addition, quota: Quota) =>
  sql<'yes' | 'chat_full' | 'storage_full'>`check_message_quota(${chatId}::uuid, ${owner.tenantId}, ${owner.id},
    ${added.messages}::float8, ${added.bytes}::float8,
    ${quota.chatMessages}::float8, ${quota.chatBytes}::float8, ${quota.bytes}::float8)`;

/** Whether a person may have so many chats more, with so many bytes in them (`check_chat_quota`). */
export const checkChats = (owner: Owner, added: { chats: number; bytes: number }, quota: Quota) =>
  sql<boolean>`check_chat_quota(${owner.tenantId}, ${owner.id}, ${added.chats}::float8, ${added.bytes}::float8,
    ${quota.chats}::float8, ${quota.bytes}::float8)`;

/** The size of a chat once so much more is in it. */
export const chatSizeWith = (chatId: string, { bytes }: Addition): RawBuilder<number> =>
  sql<number>`(select coalesce(sum(m.bytes), 0) + ${bytes}::bigint from message m where m.chat_id = ${chatId}::uuid)`;

/** Counts an addition to a chat whose row the transaction holds; tells why it must not be made. */
export async function addToChatSize(
  tx: Tx,
  chatId: string,
  owner: Owner,
  added: Addition,
  quota: Quota,
): Promise<Refusal | null> {
  if (added.bytes > quota.messageBytes) return 'too_large';
  const { rows } = await sql<{
    may: 'yes' | 'chat_full' | 'storage_full';
  }>`select ${checkStorage(chatId, owner, added, quota)} as may`.execute(tx);
  const may = rows[0]?.may ?? 'storage_full';
  if (may !== 'yes') return may;
  await tx
    .updateTable('chat')
    .set({ bytes: chatSizeWith(chatId, added) })
    .where('id', '=', chatId)
    .execute();
  return null;
}
