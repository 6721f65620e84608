import type { TaskNotice } from '#contract/bot.ts';
import { toStorable } from '#api/storage/json.ts';
import type { Db, Owner } from '#api/storage/schema.ts';
import { takeNotice, type Notice } from './notices.ts';
import { takeFinishedTasks } from './taskNotices.ts';
import { databaseNow } from '#api/storage/tables/databaseTime.ts';

/** Teams redelivers an activity for some minutes; a day also covers a queue that was stuck. */
const CLAIMS_KEPT_MS = 86_400_000;

/** A message that the bot sent in Teams. */
export interface TeamsMessageRef {
  conversationId: string;
  activityId: string;
}

/** The bot's data. It contains no tokens, and each row belongs to one person. */
export function botTable(db: Db) {
  const owned = ({ tenantId, id }: Owner) => ({ tenant_id: tenantId, owner_id: id });

  return {
    /** True for the first delivery of an activity, false for a redelivery to any process. */
    async claimActivity(owner: Owner, activityId: string, now: Date): Promise<boolean> {
      const before = new Date(now.getTime() - CLAIMS_KEPT_MS);
      await db.deleteFrom('bot_activity').where('claimed_at', '<', before).execute();
      const row = await db
        .insertInto('bot_activity')
        .values({ ...owned(owner), activity_id: toStorable(activityId), claimed_at: now })
        .onConflict((conflict) => conflict.doNothing())
        .returning('activity_id')
        .executeTakeFirst();
      return row !== undefined;
    },

    /** The chat of a conversation; undefined if the next question starts a new one. */
    async findChat(owner: Owner, conversationId: string): Promise<string | undefined> {
      const row = await db
        .selectFrom('bot_conversation')
        .select('chat_id')
        .where('tenant_id', '=', owner.tenantId)
        .where('owner_id', '=', owner.id)
        .where('conversation_id', '=', toStorable(conversationId))
        .executeTakeFirst();
      return row?.chat_id;
    },

    async setChat(owner: Owner, conversationId: string, chatId: string, now: Date): Promise<void> {
      await db
        .insertInto('bot_conversation')
        .values({
          ...owned(owner),
          conversation_id: toStorable(conversationId),
          chat_id: chatId,
          updated_at: now,
        })
        .onConflict((conflict) =>
          conflict
            .columns(['tenant_id', 'owner_id', 'conversation_id'])
            .doUpdateSet({ chat_id: chatId, updated_at: now }),
        )
        .execute();
    },

    /** Sets the chat of a conversation if it is still `from` (undefined: no chat); otherwise returns false. */
    async replaceChat(
      owner: Owner,
      conversationId: string,
      { from, to }: { from: string | undefined; to: string },
      now: Date,
    ): Promise<boolean> {
      const conversation = { ...owned(owner), conversation_id: toStorable(conversationId) };
      const { numInsertedOrUpdatedRows = 0n } = await db
        .insertInto('bot_conversation')
        .values({ ...conversation, chat_id: to, updated_at: now })
        .onConflict((conflict) =>
          conflict
            .columns(['tenant_id', 'owner_id', 'conversation_id'])
            .doUpdateSet({ chat_id: to, updated_at: now })
            // If `from` is undefined, an existing row is never updated: in SQL nothing equals null.
            .where('bot_conversation.chat_id', '=', from ?? null),
        )
        .executeTakeFirst();
      return numInsertedOrUpdatedRows > 0n;
    },

    async clearChat(owner: Owner, conversationId: string): Promise<void> {
      await db
        .deleteFrom('bot_conversation')
        .where('tenant_id', '=', owner.tenantId)
        .where('owner_id', '=', owner.id)
        .where('conversation_id', '=', toStorable(conversationId))
        .execute();
    },

    /** Saves which answer a message in Teams shows, unless that is already saved. */
    async linkMessage(
      owner: Owner,
      { conversationId, activityId }: TeamsMessageRef,
      { chatId, messageId }: { chatId: string; messageId: string },
      now: Date,
    ): Promise<void> {
      await db
        .insertInto('bot_message')
        .values({
          ...owned(owner),
          conversation_id: toStorable(conversationId),
          activity_id: toStorable(activityId),
          chat_id: chatId,
          message_id: messageId,
          created_at: now,
        })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    },

    /** The answer that a message in Teams shows to this person. */
    async findAnswer(
      owner: Owner,
      { conversationId, activityId }: TeamsMessageRef,
    ): Promise<{ chatId: string; messageId: string } | undefined> {
      return db
        .selectFrom('bot_message')
        .select(['chat_id as chatId', 'message_id as messageId'])
        .where('tenant_id', '=', owner.tenantId)
        .where('owner_id', '=', owner.id)
        .where('conversation_id', '=', toStorable(conversationId))
        .where('activity_id', '=', toStorable(activityId))
        .executeTakeFirst();
    },

    /** Notifies a person from now on, in the conversation of `reference`. Replaces an earlier reference. */
    async enableNotices(owner: Owner, reference: string): Promise<void> {
      await db
        .insertInto('bot_notice')
        .values({ ...owned(owner), reference: toStorable(reference), notified_at: databaseNow })
        .onConflict((conflict) =>
          conflict.columns(['tenant_id', 'owner_id']).doUpdateSet({ reference: toStorable(reference) }),
        )
        .execute();
    },

    async disableNotices(owner: Owner): Promise<void> {
      await db
        .deleteFrom('bot_notice')
        .where('tenant_id', '=', owner.tenantId)
        .where('owner_id', '=', owner.id)
        .execute();
    },

    takeFinishedTasks: (owner: Owner): Promise<TaskNotice[]> =>
      db.transaction().execute((tx) => takeFinishedTasks(tx, owner)),

    takeNotice: (owner: Owner): Promise<Notice> => db.transaction().execute((tx) => takeNotice(tx, owner)),
  };
}
