import type { ModeSettings } from '../../../../contract/settings.ts';
import { AvaError } from '../../../../contract/errors.ts';
import type { Db, Owner } from '../../schema.ts';
import { cleanText, toJson } from '../../json.ts';
import { toChat, insertChat, type ChatRow } from './chatRow.ts';
import { copyChat, type ChatShare } from './copyChat.ts';
import { checkChats, type Quota } from './chatQuota.ts';

export type { ChatRow };

const TOO_MANY_CHATS = 'You’ve reached the maximum number of chats. Delete the ones you no longer need.';

export interface ChatChange {
  title?: string;
  workspaceId?: string | null;
  settings?: ModeSettings | null;
  /** Id of the site that was searched last. */
  corpus?: string | null;
}

export function chatsTable(db: Db, quota: Quota) {
  return {
    async find(id: string): Promise<ChatRow | undefined> {
      const row = await db.selectFrom('chat').selectAll().where('id', '=', id).executeTakeFirst();
      return row && toChat(row);
    },

    /** A person's chats, the most recently changed first. */
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
     * Inserts a chat unless its id is taken. Returns the chat with this id, which can belong to another person.
     * @throws AvaError storage_full if the owner has the maximum number of chats
     */
    async create(chat: ChatRow): Promise<ChatRow> {
      await insertChat(db, chat, checkChats(chat.owner, { chats: 1, bytes: 0 }, quota));
      const row = await db.selectFrom('chat').selectAll().where('id', '=', chat.id).executeTakeFirst();
      if (!row) throw new AvaError('storage_full', { detail: TOO_MANY_CHATS });
      return toChat(row);
    },

    share: (chatShare: ChatShare): Promise<boolean> => copyChat(db, chatShare, quota),

    /** Changes the fields of `change` and makes the chat the most recent one. */
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

    /** Sets a generated title if the current one is in `replaceable`, so that a person's own title stays. */
    async replaceTitle(id: string, title: string, replaceable: readonly string[]): Promise<void> {
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
