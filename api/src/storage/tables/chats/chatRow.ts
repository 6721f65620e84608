import { sql, type Selectable } from 'kysely';
import type { ChatType } from '#contract/chats/chat.ts';
import type { ModeSettings } from '#contract/settings.ts';
import type { SiteChoice } from '#contract/sites/sites.ts';
import type { Db, Owner, Schema, Tx } from '#api/storage/schema.ts';
import { toStorable, toJson } from '#api/storage/json.ts';

export interface ChatRow {
  id: string;
  owner: Owner;
  type: ChatType;
  title: string;
  workspaceId: string | null;
  fileViewerId: string | null;
  /** The sites that were searched last; null if none was. */
  sites: SiteChoice | null;
  settings: ModeSettings | null;
  sharedBy: string | null;
  /** The person who shared this copy, while its owner has not opened it; it counts toward the quota of that person. */
  sharerId: string | null;
  pinned: boolean;
  folderId: string | null;
  /** Whether an answer was written, or a copy was received, since the person last saw the chat. */
  unread: boolean;
  /** Not in lists and searches, never shared, and deleted after a day. */
  temporary: boolean;
  updatedAt: Date;
}

export function toChat(row: Selectable<Schema['chat']>): ChatRow {
  return {
    id: row.id,
    owner: { tenantId: row.tenant_id, id: row.owner_id },
    type: row.type as ChatType,
    title: row.title,
    workspaceId: row.workspace_id,
    fileViewerId: row.file_viewer_id,
    sites: (row.sites as SiteChoice | null) ?? (row.corpus === null ? null : [row.corpus]),
    settings: row.settings as ModeSettings | null,
    sharedBy: row.shared_by,
    sharerId: row.sharer_id,
    pinned: row.pinned,
    folderId: row.folder_id,
    unread: row.unread,
    temporary: row.temporary,
    updatedAt: row.updated_at,
  };
}

/** The columns of a chat's sites. One site is in `corpus` only, as in chats that are older than the other column. */
export function toSiteColumns(sites: SiteChoice | null) {
  const [first = null] = sites === 'all' || sites === null ? [] : sites;
  const isOne = sites !== 'all' && sites?.length === 1;
  return { corpus: first && toStorable(first), sites: isOne || sites === null ? null : toJson(sites) };
}

/** Inserts a chat if `allowed` is true and its id is free. Returns whether it was inserted. */
export async function insertChat(db: Db | Tx, chat: ChatRow, allowed = sql<boolean>`true`): Promise<boolean> {
  const row = {
    id: chat.id,
    tenant_id: chat.owner.tenantId,
    owner_id: chat.owner.id,
    type: chat.type,
    title: toStorable(chat.title),
    workspace_id: chat.workspaceId,
    file_viewer_id: chat.fileViewerId,
    ...toSiteColumns(chat.sites),
    settings: chat.settings && toJson(chat.settings),
    shared_by: chat.sharedBy && toStorable(chat.sharedBy),
    sharer_id: chat.sharerId,
    pinned: chat.pinned,
    folder_id: chat.folderId,
    unread: chat.unread,
    temporary: chat.temporary,
    created_at: chat.updatedAt,
    updated_at: chat.updatedAt,
  };
  const columns = Object.keys(row).map((name) => sql.ref(name));
  const { rows } = await sql`insert into chat (${sql.join(columns)}) select ${sql.join(Object.values(row))}
    where ${allowed} on conflict (id) do nothing returning id`.execute(db);
  return rows.length > 0;
}
