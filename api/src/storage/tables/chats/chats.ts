import { sql } from 'kysely';
import type { ModeSettings } from '#contract/settings.ts';
import type { SiteChoice } from '#contract/sites/sites.ts';
import { AvaError } from '#contract/errors.ts';
import type { Db, Owner } from '#api/storage/schema.ts';
import { toStorable, toJson } from '#api/storage/json.ts';
import { ago } from '#api/storage/tables/databaseTime.ts';
import { toChat, insertChat, toSiteColumns, type ChatRow } from './chatRow.ts';
import { branchChat, type BranchResult, type ChatBranch } from './branchChat.ts';
import { copyChat, openChatCopy, type ChatShare } from './copyChat.ts';
import type { ShareRefusal } from './copyQuota.ts';
import { checkChats, type Quota } from './chatQuota.ts';
import { chatMarksTable, streamingAnswers } from './chatMarks.ts';

export type { ChatRow };

const TOO_MANY_CHATS = 'You’ve reached the maximum number of chats. Delete the ones you no longer need.';

export interface ChatChange {
  title?: string;
  workspaceId?: string | null;
  fileViewerId?: string | null;
  settings?: ModeSettings | null;
  /** The sites that were searched last. */
  sites?: SiteChoice | null;
}

/** A chat in a list, and whether an answer to it is being written. */
export interface ListedChat extends ChatRow {
  isAnswering: boolean;
}

/** The last chat of a page. The next page starts after it. */
export interface ListPosition {
  updatedAt: Date;
  id: string;
}

export function chatsTable(db: Db, quota: Quota) {
  return {
    /** Finds a chat that is not deleted. */
    async find(id: string): Promise<ChatRow | undefined> {
      const row = await db
        .selectFrom('chat')
        .selectAll()
        .where('id', '=', id)
        .where('deleted_at', 'is', null)
        .executeTakeFirst();
      return row && toChat(row);
    },

    /** A page of a person's chats, the most recently changed first, without temporary ones. */
    async list(owner: Owner, limit: number, after: ListPosition | null = null): Promise<ListedChat[]> {
      const rows = await db
        .selectFrom('chat')
        .selectAll()
        .select(
          sql<boolean>`id in (select subject_id from (${streamingAnswers}) streaming
            where tenant_id = ${owner.tenantId} and owner_id = ${owner.id})`.as('answering'),
        )
        .where('tenant_id', '=', owner.tenantId)
        .where('owner_id', '=', owner.id)
        .where('deleted_at', 'is', null)
        .where('temporary', '=', false)
        .where(after === null ? sql<boolean>`true` : isAfter(after))
        .orderBy('updated_at', 'desc')
        .orderBy('id')
        .limit(limit)
        .execute();
      return rows.map((row) => ({ ...toChat(row), isAnswering: row.answering }));
    },

    /**
     * Inserts a chat unless its id is taken. Returns the chat with this id, which can belong to another person.
     * @throws AvaError storage_full if the owner has the maximum number of chats, not_found if the chat was deleted
     */
    async create(chat: ChatRow): Promise<ChatRow> {
      await insertChat(db, chat, checkChats(chat.owner, { chats: 1, bytes: 0 }, quota));
      const row = await db.selectFrom('chat').selectAll().where('id', '=', chat.id).executeTakeFirst();
      if (!row) throw new AvaError('storage_full', { detail: TOO_MANY_CHATS });
      if (row.deleted_at !== null) throw new AvaError('not_found');
      return toChat(row);
    },

    share: (chatShare: ChatShare): Promise<ShareRefusal | null> => copyChat(db, chatShare, quota),

    branch: (branch: ChatBranch): Promise<BranchResult> => branchChat(db, branch, quota),

    openCopy: (chat: ChatRow): Promise<boolean> => openChatCopy(db, chat, quota),

    /** Changes the fields of `change`. Moves the chat to the top of the list unless only its settings or its open document change. */
    async change(id: string, change: ChatChange, now: Date): Promise<ChatRow | undefined> {
      const row = await db
        .updateTable('chat')
        .set({
          ...(isQuiet(change) ? {} : { updated_at: now }),
          ...(change.title === undefined ? {} : { title: toStorable(change.title) }),
          ...(change.workspaceId === undefined ? {} : { workspace_id: change.workspaceId }),
          ...(change.fileViewerId === undefined ? {} : { file_viewer_id: change.fileViewerId }),
          ...(change.settings === undefined ? {} : { settings: change.settings && toJson(change.settings) }),
          ...(change.sites === undefined ? {} : toSiteColumns(change.sites)),
        })
        .where('id', '=', id)
        .where('deleted_at', 'is', null)
        .returningAll()
        .executeTakeFirst();
      return row && toChat(row);
    },

    /** Sets a generated title if the current one is in `replaceable`, so that a person's own title stays. */
    async replaceTitle(id: string, title: string, replaceable: readonly string[]): Promise<void> {
      await db
        .updateTable('chat')
        .set({ title: toStorable(title) })
        .where('id', '=', id)
        .where('title', 'in', [...replaceable])
        .execute();
    },

    /** Ids of chats with one of these titles in which an answer ended between `from` and `to` milliseconds ago. */
    async listUntitled(titles: readonly string[], ended: { from: number; to: number }): Promise<string[]> {
      const rows = await db
        .selectFrom('run')
        .innerJoin('chat', 'chat.id', 'run.subject_id')
        .select('chat.id')
        .distinct()
        .where('run.state', '=', 'ended')
        .where('run.kind', '=', 'answer')
        .where('run.ended_at', '<=', ago(ended.from))
        .where('run.ended_at', '>', ago(ended.to))
        .where('chat.title', 'in', [...titles])
        .where('chat.deleted_at', 'is', null)
        .where('chat.temporary', '=', false)
        .execute();
      return rows.map(({ id }) => id);
    },

    /** Deletes a chat permanently. */
    async delete(id: string): Promise<void> {
      await db.deleteFrom('chat').where('id', '=', id).execute();
    },

    ...chatMarksTable(db, quota),
  };
}

function isAfter({ updatedAt, id }: ListPosition) {
  return sql<boolean>`(updated_at < ${updatedAt} or (updated_at = ${updatedAt} and id > ${id}::uuid))`;
}

/** Whether a change is part of reading a chat rather than of working in it. */
function isQuiet(change: ChatChange): boolean {
  const names = Object.keys(change);
  return names.length > 0 && names.every((name) => name === 'settings' || name === 'fileViewerId');
}
