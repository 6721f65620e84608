import { sql, type RawBuilder } from 'kysely';
import type { TextSize } from '#contract/files/lookedUp.ts';
import { CHAT_PAGE_BYTES, MAX_CHAT_MESSAGES } from '#contract/limits.ts';
import type { Db, Schema } from '#api/storage/schema.ts';
import type { Selectable } from 'kysely';
import { toStoredMessage, type StoredMessage } from './messageRow.ts';

/** Maximum number of messages that `GET /chat` returns: fewer if they exceed CHAT_PAGE_BYTES, but at least one. */
export const CHAT_PAGE_MESSAGES = 100;

/** Limits of a page of messages. A message that is larger than a page is returned alone. */
export interface PageRange {
  /** Id of a message: the page contains only earlier ones. Ignored if the chat has no such message. */
  before: string;
  messages: number;
  bytes: number;
  /** Positions of messages whose text does not count, because it is not shown. */
  hidden: readonly number[];
}

/** Totals of the messages before a page. */
export interface EarlierMessages {
  /** Bytes that a model reads again: without thoughts. */
  bytes: number;
  /** Tokens of the attached images. */
  imageTokens: number;
  /** The other attached files, each once. */
  texts: TextSize[];
  /** Whether images are attached. */
  images: boolean;
}

/**
 * Lists messages of the active path, or of the path to `before` if that message is not on it. Finds the messages that fit
 * on the page with an index-only scan, then reads only these.
 */
export async function listMessagesBefore(
  db: Db,
  chatId: string,
  { before, messages = CHAT_PAGE_MESSAGES, bytes = CHAT_PAGE_BYTES, hidden = [] }: Partial<PageRange> = {},
): Promise<StoredMessage[]> {
  const path =
    before === undefined
      ? sql`newest as (${activeBefore(chatId, MAX_BIGINT, messages)})`
      : pathTo(chatId, before, messages);
  const { rows } = await sql<Selectable<Schema['message']>>`
    with recursive ${path},
      sized as (select position, sum(${countOf(sql`bytes`, hidden)}) over newer as total, row_number() over newer as n from newest
        window newer as (order by position desc)),
      page as (select position from sized where n = 1 or total <= ${bytes})
    select message.* from message join page using (position) where chat_id = ${chatId}::uuid order by position`.execute(
    db,
  );
  return rows.map(toStoredMessage);
}

export async function getEarlierMessages(
  db: Db,
  chatId: string,
  id: string,
  hidden: readonly number[],
): Promise<EarlierMessages | null> {
  const { rows } = await sql<EarlierMessages & { messages: number }>`
    with recursive ${pathTo(chatId, id, MAX_CHAT_MESSAGES)},
      sized as (select count(*)::int as messages, coalesce(sum(${countOf(sql`bytes - thought_bytes`, hidden)}), 0)::bigint as bytes from newest),
      attached as (select file->>'scrapedFileId' as id, (file->>'tokens')::int as tokens,
          file->>'fileType' in ('JPG', 'PNG', 'GIF') as is_image
        from message join newest using (position), jsonb_array_elements(files) as file
        where chat_id = ${chatId}::uuid and files <> '[]')
    select messages, bytes,
      (select coalesce(sum(tokens), 0)::bigint from attached where is_image) as "imageTokens",
      (select coalesce(jsonb_agg(distinct jsonb_build_object('id', id, 'tokens', tokens)), '[]')
        from attached where not is_image) as texts,
      exists (select from attached where is_image) as images
    from sized`.execute(db);
  const [row] = rows;
  if (!row || row.messages === 0) return null;
  const { messages: _, ...earlier } = row;
  return earlier;
}

/** The size of a hidden message must not show how long its text is. */
const countOf = (bytes: RawBuilder<unknown>, hidden: readonly number[]) =>
  hidden.length === 0 ? bytes : sql`case when position = any(${[...hidden]}::bigint[]) then 0 else ${bytes} end`;

const MAX_BIGINT = sql`9223372036854775807`;

const activeBefore = (chatId: string, position: RawBuilder<unknown>, limit: number) =>
  sql`select position, bytes, thought_bytes from message where chat_id = ${chatId}::uuid and active and position < ${position}
    order by position desc limit ${limit}`;

/**
 * The newest messages before one as `newest`: of the active path if the message is on it or does not exist, otherwise the
 * message's ancestors. The second case is rare, for a device that shows a version which is no longer chosen.
 */
const pathTo = (chatId: string, id: string, limit: number) => sql`
    target as (select position, active, parent_id from message where chat_id = ${chatId}::uuid and id = ${id}::uuid),
    ancestor as (
      select m.position, m.bytes, m.thought_bytes, m.parent_id, 1 as n from message m join target on m.id = target.parent_id
        where m.chat_id = ${chatId}::uuid and not target.active
      union all
      select m.position, m.bytes, m.thought_bytes, m.parent_id, n + 1 from message m join ancestor on m.id = ancestor.parent_id
        where m.chat_id = ${chatId}::uuid and n < ${limit}),
    active_before as (${activeBefore(chatId, sql`coalesce((select position from target), ${MAX_BIGINT})`, limit)}),
    newest as (select position, bytes, thought_bytes from active_before where coalesce((select active from target), true)
      union all select position, bytes, thought_bytes from ancestor)`;
