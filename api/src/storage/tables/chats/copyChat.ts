import { sql } from 'kysely';
import type { Db, Owner, Tx } from '#api/storage/schema.ts';
import { toStorable } from '#api/storage/json.ts';
import { insertChat, type ChatRow } from './chatRow.ts';
import { checkChats, type Quota } from './chatQuota.ts';
import { canAddCopy, type ShareRefusal } from './copyQuota.ts';
import { copySearches } from '#api/storage/tables/search/searches.ts';

export interface ChatShare {
  fromChatId: string;
  /** The person who shares the chat. A copy counts toward their quota until its receiver opens it. */
  sharer: Owner;
  /** The chats to create, one for each recipient. */
  copies: readonly ChatRow[];
}

/**
 * Copies the active path of a chat without its files, its runs, its thoughts, the excerpts of its citations and the results of
 * function calls, one copy per transaction. Returns why the copies exceed the sharer's quota, or null. No copy is made then,
 * unless a parallel share used up the quota between two copies.
 */
export async function copyChat(
  db: Db,
  { fromChatId, sharer, copies }: ChatShare,
  quota: Quota,
): Promise<ShareRefusal | null> {
  if (!(await canShare(db, fromChatId, sharer, copies.length, quota))) return 'full';
  for (const { owner } of copies) if (!(await canAddCopy(db, sharer, owner, quota))) return 'too_many_copies';
  for (const copy of copies) {
    const refusal = await db.transaction().execute(async (tx): Promise<ShareRefusal | null> => {
      // Another share of the same person can have used up the quota since the first check.
      if (!(await canShare(tx, fromChatId, sharer, 1, quota))) return 'full';
      if (!(await canAddCopy(tx, sharer, copy.owner, quota))) return 'too_many_copies';
      await insertChat(tx, { ...copy, sharerId: sharer.id });
      await copyMessages(tx, fromChatId, copy);
      await copySearches(tx, fromChatId, copy.id);
      await sql`update chat set bytes = size.bytes, copied_bytes = size.bytes
        from (select coalesce(sum(bytes), 0)::bigint as bytes from message where chat_id = ${copy.id}) as size
        where id = ${copy.id}`.execute(tx);
      return null;
    });
    if (refusal !== null) return refusal;
  }
  return null;
}

/**
 * Opens a shared copy of a chat: from now on it counts toward the quota of its owner, no longer toward the sharer's. Returns
 * false, and changes nothing, if it exceeds the owner's quota. Only the copied bytes are checked: messages that the owner has
 * added already count toward the owner.
 */
export async function openChatCopy(db: Db, { id, owner, sharerId }: ChatRow, quota: Quota): Promise<boolean> {
  if (sharerId === null) return true;
  const { rows } = await sql<{ opened: boolean }>`
    with copy as materialized (select id, copied_bytes from chat
        where id = ${id} and sharer_id is not null and deleted_at is null for no key update),
      allowed as materialized (select id, check_chat_quota(${owner.tenantId}, ${owner.id}, 1::float8,
        copied_bytes::float8, ${quota.chats}::float8, ${quota.bytes}::float8) as yes from copy),
      opened as (update chat set sharer_id = null, copied_bytes = 0 from allowed
        where chat.id = allowed.id and allowed.yes)
    select yes as opened from allowed`.execute(db);
  // Without a row, another call has just opened or deleted the copy.
  return rows[0]?.opened ?? true;
}

async function canShare(db: Db | Tx, chatId: string, sharer: Owner, copies: number, quota: Quota): Promise<boolean> {
  const size = await sql<{ bytes: number }>`select coalesce(sum(bytes - thought_bytes), 0)::bigint as bytes
    from message where chat_id = ${chatId} and active`.execute(db);
  const added = { chats: copies, bytes: copies * (size.rows[0]?.bytes ?? 0) };
  const { rows } = await sql<{ allowed: boolean }>`select ${checkChats(sharer, added, quota)} as allowed`.execute(db);
  return rows[0]?.allowed ?? false;
}

/** Replaces fields of each copied citation, because a recipient might not be able to read the cited file. */
const DENIED = JSON.stringify({ fileid: '', link: null, quote: '', standing: 'denied' });
/** The state of a finished call in a copy, because a recipient might not be able to read what it found. */
const HIDDEN = JSON.stringify({ state: { name: 'hidden' } });

/** The sharer is the author of the copied questions, except those that they received in a copy. */
async function copyMessages(tx: Tx, fromChatId: string, { id, sharedBy }: ChatRow): Promise<void> {
  await sql`insert into message (chat_id, id, source, content, state, run_id, seq, links, calls, follow_ups, files, reply_to,
      fingerprint, author, created_at, parent_id)
    select ${id}::uuid, id, source, content, state, null, seq,
      (select coalesce(jsonb_agg(link || ${DENIED}::jsonb order by n), '[]')
        from jsonb_array_elements(links) with ordinality as each (link, n)),
      (select coalesce(jsonb_agg(case when call->'state'->>'name' = 'done' then call || ${HIDDEN}::jsonb else call end
          order by n), '[]')
        from jsonb_array_elements(calls) with ordinality as each (call, n)),
      follow_ups, '[]', reply_to, null,
      case when source = 'User' then coalesce(author, ${sharedBy && toStorable(sharedBy)}::text) end, created_at,
      lag(id) over (order by position)
    from message where chat_id = ${fromChatId} and active and state->>'name' <> 'streaming' order by position`.execute(
    tx,
  );
}
