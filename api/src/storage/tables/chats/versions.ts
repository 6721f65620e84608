import { sql } from 'kysely';
import { MAX_VERSIONS } from '#contract/limits.ts';
import type { Db, Tx } from '#api/storage/schema.ts';

/** Ids of all versions of these messages, oldest first, by message id. Messages with one version are left out. */
export async function listVersions(
  db: Db,
  chatId: string,
  messageIds: readonly string[],
): Promise<Map<string, string[]>> {
  if (messageIds.length === 0) return new Map();
  const { rows } = await sql<{ id: string; versions: string[] }>`
    select shown.id, array_agg(version.id order by version.position) as versions
    from message shown join message version on version.chat_id = shown.chat_id and version.source = shown.source
      and (version.parent_id = shown.parent_id or (version.parent_id is null and shown.parent_id is null))
    where shown.chat_id = ${chatId}::uuid and shown.id = any(${[...messageIds]}::uuid[])
    group by shown.id having count(*) > 1`.execute(db);
  return new Map(rows.map(({ id, versions }) => [id, versions]));
}

/** Makes a message, the ones before it and the versions chosen below it the active path. The chat must be locked. */
export async function choosePath(tx: Tx, chatId: string, messageId: string): Promise<void> {
  await sql`
    with recursive path as (
      select id, parent_id from message where chat_id = ${chatId}::uuid and id = ${messageId}::uuid
      union all
      select m.id, m.parent_id from message m join path on m.id = path.parent_id where m.chat_id = ${chatId}::uuid)
    update message set chosen = not chosen where chat_id = ${chatId}::uuid
      and (parent_id is null or parent_id in (select parent_id from path where parent_id is not null))
      and chosen <> (id in (select id from path))`.execute(tx);
  await sql`
    with recursive path as (
      select id from message where chat_id = ${chatId}::uuid and parent_id is null and chosen
      union all
      select m.id from message m join path on m.parent_id = path.id where m.chat_id = ${chatId}::uuid and m.chosen)
    update message set active = not active where chat_id = ${chatId}::uuid
      and active <> (id in (select id from path))`.execute(tx);
}

/** `missing`: no such message in the chat; `answering`: an answer on its path is being written; `full`: too many versions. */
export type VersionRefusal = 'missing' | 'answering' | 'full';

/** Finds the parent of a new version of a message, or the reason why it cannot have one. The chat must be locked. */
export async function findVersionParent(
  tx: Tx,
  chatId: string,
  messageId: string,
  source: 'User' | 'AVA',
): Promise<VersionRefusal | { parentId: string | null }> {
  const { rows } = await sql<{ parent_id: string | null; versions: number; answering: boolean }>`
    select target.parent_id,
      (select count(*)::int from message version where version.chat_id = target.chat_id
        and version.source = target.source and version.parent_id is not distinct from target.parent_id) as versions,
      target.active and exists (select from message m where m.chat_id = target.chat_id
        and m.active and m.position >= target.position and m.state->>'name' = 'streaming') as answering
    from message target
    where target.chat_id = ${chatId}::uuid and target.id = ${messageId}::uuid and target.source = ${source}`.execute(
    tx,
  );
  const [target] = rows;
  if (!target) return 'missing';
  if (target.answering) return 'answering';
  return target.versions >= MAX_VERSIONS ? 'full' : { parentId: target.parent_id };
}

/** The last message of the active path; null in an empty chat. */
export async function findLastMessage(tx: Tx, chatId: string): Promise<string | null> {
  const { rows } = await sql<{ id: string | null }>`select last_message(${chatId}::uuid) as id`.execute(tx);
  return rows[0]?.id ?? null;
}
