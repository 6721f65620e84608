import type { ChatType } from '../../../contract/chat.ts';
import type { ModeSettings } from '../../../contract/settings.ts';
import type { Db, Owner, Schema } from '../schema.ts';
import { cleanText, toJson } from '../json.ts';
import type { Selectable } from 'kysely';

export interface ChatRow {
  id: string;
  owner: Owner;
  type: ChatType;
  title: string;
  workspaceId: string | null;
  fileViewerId: string | null;
  corpus: string | null;
  settings: ModeSettings | null;
  sharedBy: string | null;
  updatedAt: Date;
}

export interface ChatChange {
  title?: string;
  workspaceId?: string | null;
  settings?: ModeSettings | null;
  /** The site that was searched last. */
  corpus?: string | null;
}

function asChat(row: Selectable<Schema['chat']>): ChatRow {
  return {
    id: row.id,
    owner: { tenantId: row.tenant_id, id: row.owner_id },
    type: row.type as ChatType,
    title: row.title,
    workspaceId: row.workspace_id,
    fileViewerId: row.file_viewer_id,
    corpus: row.corpus,
    settings: row.settings as ModeSettings | null,
    sharedBy: row.shared_by,
    updatedAt: row.updated_at,
  };
}

export function chatsTable(db: Db) {
  return {
    async find(id: string): Promise<ChatRow | undefined> {
      const row = await db.selectFrom('chat').selectAll().where('id', '=', id).executeTakeFirst();
      return row && asChat(row);
    },

    /** A person's chats, the last changed first. */
    async list(owner: Owner, limit: number): Promise<ChatRow[]> {
      const rows = await db
        .selectFrom('chat')
        .selectAll()
        .where('tenant_id', '=', owner.tenantId)
        .where('owner_id', '=', owner.id)
        .orderBy('updated_at', 'desc')
        .orderBy('id')
        .limit(limit)
        .execute();
      return rows.map(asChat);
    },

    /** Inserts a chat unless its id is taken; answers the row that now has the id, whosever it is. */
    async create(chat: ChatRow): Promise<ChatRow> {
      await db
        .insertInto('chat')
        .values({
          id: chat.id,
          tenant_id: chat.owner.tenantId,
          owner_id: chat.owner.id,
          type: chat.type,
          title: cleanText(chat.title),
          workspace_id: chat.workspaceId,
          file_viewer_id: chat.fileViewerId,
          corpus: chat.corpus && cleanText(chat.corpus),
          settings: chat.settings && toJson(chat.settings),
          shared_by: chat.sharedBy && cleanText(chat.sharedBy),
          created_at: chat.updatedAt,
          updated_at: chat.updatedAt,
        })
        .onConflict((conflict) => conflict.column('id').doNothing())
        .execute();
      const row = await db.selectFrom('chat').selectAll().where('id', '=', chat.id).executeTakeFirstOrThrow();
      return asChat(row);
    },

    /** Changes what is given and moves the chat up. */
    async change(id: string, change: ChatChange, now: Date): Promise<ChatRow | undefined> {
      const row = await db
        .updateTable('chat')
        .set({
          updated_at: now,
          ...(change.title === undefined ? {} : { title: cleanText(change.title) }),
          ...(change.workspaceId === undefined ? {} : { workspace_id: change.workspaceId }),
          ...(change.settings === undefined ? {} : { settings: change.settings && toJson(change.settings) }),
          ...(change.corpus === undefined ? {} : { corpus: change.corpus && cleanText(change.corpus) }),
        })
        .where('id', '=', id)
        .returningAll()
        .executeTakeFirst();
      return row && asChat(row);
    },

    /** Sets a generated title where the present one is among `replaceable`; a title that a person gave stays. */
    async titleIf(id: string, title: string, replaceable: readonly string[]): Promise<void> {
      await db
        .updateTable('chat')
        .set({ title: cleanText(title) })
        .where('id', '=', id)
        .where('title', 'in', [...replaceable])
        .execute();
    },

    async delete(id: string): Promise<void> {
      await db.deleteFrom('chat').where('id', '=', id).execute();
    },
  };
}
