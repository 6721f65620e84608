import type { ModeSettings } from '../../../../contract/settings.ts';
import { AvaError } from '../../../../contract/errors.ts';
import type { Db, Owner } from '../../schema.ts';
import { cleanText, toJson } from '../../json.ts';
import { toChat, insertChat, type ChatRow } from './chatRow.ts';
import { copyChat, type ChatShare } from './copyChat.ts';
import { checkChats, type Quota } from './quota.ts';

export type { ChatRow };

const TOO_MANY_CHATS = 'You have as many chats as AVA can keep for you. Delete chats you no longer need.';

export interface ChatChange {
  title?: string;
  workspaceId?: string | null;
  settings?: ModeSettings | null;
  /** The site that was searched last. */
  corpus?: string | null;
}

export function chatsTable(db: Db, quota: Quota) {
  return {
    async find(id: string): Promise<ChatRow | undefined> {
      const row = await db.selectFrom('chat').selectAll().where('id', '=', id).executeTakeFirst();
      return row && toChat(row);
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
      return rows.map(toChat);
    },

    /**
     * Inserts a chat unless its id is taken; answers the row that now has the id, whosever it is. Throws `storage_full` where
     * its owner has as many chats as they may.
     */
    async create(chat: ChatRow): Promise<ChatRow> {
      await insertChat(db, chat, checkChats(chat.owner, { chats: 1, bytes: 0 }, quota));
      const row = await db.selectFrom('chat').selectAll().where('id', '=', chat.id).executeTakeFirst();
      if (!row) throw new AvaError('storage_full', { detail: TOO_MANY_CHATS });
      return toChat(row);
    },

    /** Gives people copies of a chat (`copyChat`). */
    share: (sharing: ChatShare): Promise<boolean> => copyChat(db, sharing, quota),

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
      return row && toChat(row);
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
