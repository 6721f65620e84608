import { sql } from 'kysely';
import type { Db } from '#api/storage/schema.ts';
import { insertChat, type ChatRow } from './chatRow.ts';
import { checkChats, type Quota } from './chatQuota.ts';

export interface ChatBranch {
  fromChatId: string;
  /** The last message of the branch. */
  messageId: string;
  /** The chat to create, of the same owner. */
  branch: ChatRow;
}

/** `missing`: the message is not on the active path; `taken`: there is a chat with this id. */
export type BranchResult = 'branched' | 'taken' | 'full' | 'missing';

/**
 * Copies the active path of a chat up to a message, with everything that its owner has: files by reference, sources, calls
 * and thoughts. The copied messages get new ids, because their owner can rate and export each of them.
 */
export async function branchChat(
  db: Db,
  { fromChatId, messageId, branch }: ChatBranch,
  quota: Quota,
): Promise<BranchResult> {
  const path = sql`message where chat_id = ${fromChatId}::uuid and active and state->>'name' <> 'streaming'
    and position <= (select position from message
      where chat_id = ${fromChatId}::uuid and id = ${messageId}::uuid and active)`;
  return db.transaction().execute(async (tx): Promise<BranchResult> => {
    const size = await sql<{ messages: number; bytes: number }>`
      select count(*)::int as messages, coalesce(sum(bytes), 0)::bigint as bytes from ${path}`.execute(tx);
    const [{ messages, bytes } = { messages: 0, bytes: 0 }] = size.rows;
    if (messages === 0) return 'missing';
    // A call that is repeated while the first one runs waits here for it, and copies nothing.
    if (!(await insertChat(tx, branch, checkChats(branch.owner, { chats: 1, bytes }, quota)))) {
      const existing = await tx.selectFrom('chat').select('id').where('id', '=', branch.id).executeTakeFirst();
      return existing ? 'taken' : 'full';
    }
    // One statement, so that no copied message is without what it is based on.
    await sql`
      with source as materialized (select *, gen_random_uuid() as new_id from ${path}),
        copied as (
          insert into message (chat_id, id, source, content, state, run_id, seq, links, thoughts, calls, follow_ups, files,
            reply_to, metadata, fingerprint, author, created_at, parent_id)
          select ${branch.id}::uuid, new_id, source, content, state, null, seq, links, thoughts, calls, follow_ups, files,
            (select question.new_id from source question where question.id = source.reply_to), metadata, null, author,
            created_at, lag(new_id) over (order by position)
          from source order by position)
      insert into search (message_id, chat_id, tenant_id, site_id, hits, inherited_files, created_at)
        select new_id, ${branch.id}::uuid, s.tenant_id, s.site_id, s.hits, s.inherited_files, s.created_at
        from search s join source on source.id = s.message_id where s.chat_id = ${fromChatId}::uuid`.execute(tx);
    await sql`update chat set bytes = ${bytes}::bigint where id = ${branch.id}::uuid`.execute(tx);
    return 'branched';
  });
}
