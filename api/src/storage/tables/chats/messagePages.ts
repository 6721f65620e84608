import { sql } from 'kysely';
import { CHAT_PAGE_BYTES, CHAT_PAGE_MESSAGES } from '../../../../contract/limits.ts';
import type { Db, Schema } from '../../schema.ts';
import type { Selectable } from 'kysely';
import { toMessage, type MessageRow } from './messageRow.ts';

/** Limits of a page of messages. A message that is larger than a page is returned alone. */
export interface PageRange {
  /** Id of a message: the page contains only earlier ones. Ignored if the chat has no such message. */
  before: string;
  messages: number;
  bytes: number;
}

/** Totals of the messages before a page. */
export interface EarlierMessages {
  bytes: number;
  /** Tokens of the attached files. */
  fileTokens: number;
  /** Whether images are attached. */
  images: boolean;
}

/** Uses an index-only scan to find the messages that fit on the page, then reads only these. */
export async function listMessagesBefore(
  db: Db,
  chatId: string,
  { before, messages = CHAT_PAGE_MESSAGES, bytes = CHAT_PAGE_BYTES }: Partial<PageRange> = {},
): Promise<MessageRow[]> {
  const isBefore =
    before === undefined ? sql`true` : sql`position < coalesce(${positionOf(chatId, before)}, ${MAX_BIGINT})`;
  const { rows } = await sql<Selectable<Schema['message']>>`
    with newest as (select position, bytes from message where chat_id = ${chatId}::uuid and ${isBefore}
        order by position desc limit ${messages}),
      sized as (select position, sum(bytes) over newer as total, row_number() over newer as n from newest
        window newer as (order by position desc)),
      page as (select min(position) as first, max(position) as last from sized where n = 1 or total <= ${bytes})
    select message.* from message, page
    where chat_id = ${chatId}::uuid and position between page.first and page.last
    order by position`.execute(db);
  return rows.map(toMessage);
}

export async function getEarlierMessages(db: Db, chatId: string, id: string): Promise<EarlierMessages | null> {
  const { rows } = await sql<{ messages: number; bytes: number; file_tokens: number; images: boolean }>`
    with page as (select ${positionOf(chatId, id)} as position),
      sized as (select count(*)::int as messages, coalesce(sum(bytes), 0)::bigint as bytes from message, page
        where chat_id = ${chatId}::uuid and message.position < page.position),
      attached as (select file from message, page, jsonb_array_elements(files) as file
        where chat_id = ${chatId}::uuid and message.position < page.position and files <> '[]')
    select messages, bytes,
      (select coalesce(sum((file->>'tokens')::int), 0)::bigint from attached) as file_tokens,
      (select coalesce(bool_or(file->>'fileType' in ('JPG', 'PNG', 'GIF')), false) from attached) as images
    from sized`.execute(db);
  const [row] = rows;
  if (!row || row.messages === 0) return null;
  return { bytes: row.bytes, fileTokens: row.file_tokens, images: row.images };
}

const MAX_BIGINT = sql`9223372036854775807`;

const positionOf = (chatId: string, id: string) =>
  sql<number>`(select position from message where chat_id = ${chatId}::uuid and id = ${id}::uuid)`;
