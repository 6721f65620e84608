import { cleanText } from '../../json.ts';
import type { Db, Owner } from '../../schema.ts';
import { takeNotice, type Notice } from './notices.ts';
import { now as present } from '../runs/processes.ts';

/** Teams gives up on an activity within minutes; a day forgives a queue that stood still. */
const CLAIMS_KEPT_MS = 86_400_000;

/** A message in Teams, as the person who asked for it sees it. */
export interface TeamsMessageRef {
  conversationId: string;
  activityId: string;
}

export interface Rating {
  reaction: 'like' | 'dislike';
  comment: string;
}

/** What the bot keeps: nothing of it is a token, and each row is the person's own. */
export function botTable(db: Db) {
  const owned = ({ tenantId, id }: Owner) => ({ tenant_id: tenantId, owner_id: id });

  return {
    /** True for the first of all deliveries of an activity, in whichever process. */
    async claimActivity(owner: Owner, activityId: string, now: Date): Promise<boolean> {
      const before = new Date(now.getTime() - CLAIMS_KEPT_MS);
      await db.deleteFrom('bot_activity').where('claimed_at', '<', before).execute();
      const row = await db
        .insertInto('bot_activity')
        .values({ ...owned(owner), activity_id: cleanText(activityId), claimed_at: now })
        .onConflict((conflict) => conflict.doNothing())
        .returning('activity_id')
        .executeTakeFirst();
      return row !== undefined;
    },

    /** The chat that a conversation goes on in; undefined where the next question begins one. */
    async findChat(owner: Owner, conversationId: string): Promise<string | undefined> {
      const row = await db
        .selectFrom('bot_conversation')
        .select('chat_id')
        .where('tenant_id', '=', owner.tenantId)
        .where('owner_id', '=', owner.id)
        .where('conversation_id', '=', cleanText(conversationId))
        .executeTakeFirst();
      return row?.chat_id;
    },

    async setChat(owner: Owner, conversationId: string, chatId: string, now: Date): Promise<void> {
      await db
        .insertInto('bot_conversation')
        .values({
          ...owned(owner),
          conversation_id: cleanText(conversationId),
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

    /** As `goOnIn`, if the conversation still goes on in the chat `from` (undefined: in none); false otherwise. */
    async replaceChat(
      owner: Owner,
      conversationId: string,
      { from, to }: { from: string | undefined; to: string },
      now: Date,
    ): Promise<boolean> {
      const conversation = { ...owned(owner), conversation_id: cleanText(conversationId) };
      const { numInsertedOrUpdatedRows = 0n } = await db
        .insertInto('bot_conversation')
        .values({ ...conversation, chat_id: to, updated_at: now })
        .onConflict((conflict) =>
          conflict
            .columns(['tenant_id', 'owner_id', 'conversation_id'])
            .doUpdateSet({ chat_id: to, updated_at: now })
            // Where there was none, the chat of whoever was first stays: nothing equals null.
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
        .where('conversation_id', '=', cleanText(conversationId))
        .execute();
    },

    /** Keeps which answer a message in Teams shows; what is already kept of it stays. */
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
          conversation_id: cleanText(conversationId),
          activity_id: cleanText(activityId),
          chat_id: chatId,
          message_id: messageId,
          reaction: null,
          comment: null,
          created_at: now,
        })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    },

    /** False where the person was shown no answer there. */
    async rate(owner: Owner, { conversationId, activityId }: TeamsMessageRef, rating: Rating): Promise<boolean> {
      const { numUpdatedRows } = await db
        .updateTable('bot_message')
        .set({ reaction: rating.reaction, comment: cleanText(rating.comment) })
        .where('tenant_id', '=', owner.tenantId)
        .where('owner_id', '=', owner.id)
        .where('conversation_id', '=', cleanText(conversationId))
        .where('activity_id', '=', cleanText(activityId))
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },

    /** Tells a person from now on what is done, in the conversation of the reference; said again, in another one. */
    async enableNotices(owner: Owner, reference: string): Promise<void> {
      await db
        .insertInto('bot_notice')
        .values({ ...owned(owner), reference: cleanText(reference), notified_at: present })
        .onConflict((conflict) =>
          conflict.columns(['tenant_id', 'owner_id']).doUpdateSet({ reference: cleanText(reference) }),
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

    /** Takes what a person is to be told of (`takeFinishedWork`). */
    takeNotice: (owner: Owner): Promise<Notice> => db.transaction().execute((tx) => takeNotice(tx, owner)),
  };
}
