import { sql } from 'kysely';
import type { Feedback, Rating, ReportReason } from '#contract/chats/feedback.ts';
import { toStorable } from '#api/storage/json.ts';
import type { Db, Owner } from '#api/storage/schema.ts';

/** Feedback shows at most this many comments and reports. */
const MAX_COMMENTS = 200;
const MAX_REPORTS = 50;

/** An answer that a person reported to the administrators. */
export interface ReportedAnswer {
  chatId: string;
  messageId: string;
  reason: ReportReason;
  comment: string;
  withAnswer: boolean;
  reportedAt: Date;
}

/** Which answers: those from one site, or all of an organization. */
interface FeedbackScope {
  tenantId: string;
  siteId?: string;
}

export function ratingsTable(db: Db) {
  const inScope = ({ tenantId, siteId }: FeedbackScope) => {
    const ratings = db.selectFrom('answer_rating').where('tenant_id', '=', tenantId);
    if (siteId === undefined) return ratings;
    // An answer from several sites, which `*` stands for, counts for those that it cites.
    const cites = sql<boolean>`site_id = '*' and exists (select from message m, jsonb_array_elements(m.links) as link
      where m.chat_id = answer_rating.chat_id and m.id = answer_rating.message_id and link->>'site' = ${siteId})`;
    return ratings.where((where) => where.or([where('site_id', '=', siteId), cites]));
  };

  return {
    /** Saves a person's rating of their answer and replaces an earlier one. */
    async save(
      owner: Owner,
      { chatId, messageId }: { chatId: string; messageId: string },
      { reaction, comment }: Rating,
      now: Date,
    ): Promise<void> {
      const changes = { reaction, comment: toStorable(comment), updated_at: now };
      // A report of an answer that is good after all is withdrawn.
      const withdrawn = reaction === 'like' ? { report_reason: null, report_comment: '', report_answer: false } : {};
      await db
        .insertInto('answer_rating')
        .values({
          chat_id: chatId,
          message_id: messageId,
          tenant_id: owner.tenantId,
          owner_id: owner.id,
          site_id: findSite(chatId, messageId),
          ...changes,
        })
        .onConflict((conflict) => conflict.columns(['chat_id', 'message_id']).doUpdateSet({ ...changes, ...withdrawn }))
        .execute();
    },

    /** Adds a report to the rating of an answer, which becomes a thumb down. The comment of the rating stays. */
    async report(
      owner: Owner,
      { chatId, messageId, reason, comment, withAnswer, reportedAt }: ReportedAnswer,
    ): Promise<void> {
      const changes = {
        reaction: 'dislike',
        report_reason: reason,
        report_comment: toStorable(comment),
        report_answer: withAnswer,
        updated_at: reportedAt,
      };
      await db
        .insertInto('answer_rating')
        .values({
          chat_id: chatId,
          message_id: messageId,
          tenant_id: owner.tenantId,
          owner_id: owner.id,
          site_id: findSite(chatId, messageId),
          comment: '',
          ...changes,
        })
        .onConflict((conflict) => conflict.columns(['chat_id', 'message_id']).doUpdateSet(changes))
        .execute();
    },

    /** The newest reports of an organization, without those of deleted chats. */
    async listReports(tenantId: string): Promise<ReportedAnswer[]> {
      const rows = await db
        .selectFrom('answer_rating')
        .innerJoin('chat', 'chat.id', 'answer_rating.chat_id')
        .select(['chat_id', 'message_id', 'report_reason', 'report_comment', 'report_answer'])
        .select('answer_rating.updated_at as reported_at')
        .where('answer_rating.tenant_id', '=', tenantId)
        .where('report_reason', 'is not', null)
        .where('chat.deleted_at', 'is', null)
        .orderBy('answer_rating.updated_at', 'desc')
        .limit(MAX_REPORTS)
        .execute();
      return rows.map((row) => ({
        chatId: row.chat_id,
        messageId: row.message_id,
        reason: row.report_reason as ReportReason,
        comment: row.report_comment,
        withAnswer: row.report_answer,
        reportedAt: row.reported_at,
      }));
    },

    async delete(owner: Owner, messageId: string): Promise<void> {
      await db
        .deleteFrom('answer_rating')
        .where('tenant_id', '=', owner.tenantId)
        .where('owner_id', '=', owner.id)
        .where('message_id', '=', messageId)
        .execute();
    },

    async list(chatId: string): Promise<(Rating & { messageId: string })[]> {
      const rows = await db
        .selectFrom('answer_rating')
        .select(['message_id', 'reaction', 'comment'])
        .where('chat_id', '=', chatId)
        .execute();
      return rows.map(({ message_id: messageId, reaction, comment }) => ({
        messageId,
        reaction: reaction as Rating['reaction'],
        comment,
      }));
    },

    /** Counts the ratings and returns the newest comments, without people, questions and answers. */
    async getFeedback(scope: FeedbackScope): Promise<Feedback> {
      const { likes, dislikes } = await inScope(scope)
        .select([
          sql<number>`count(*) filter (where reaction = 'like')::int`.as('likes'),
          sql<number>`count(*) filter (where reaction = 'dislike')::int`.as('dislikes'),
        ])
        .executeTakeFirstOrThrow();
      const rows = await inScope(scope)
        .select(['reaction', 'comment', 'updated_at'])
        .where('comment', '<>', '')
        .orderBy('updated_at', 'desc')
        .limit(MAX_COMMENTS)
        .execute();
      const comments = rows.map(({ reaction, comment, updated_at: updatedAt }) => ({
        reaction: reaction as Rating['reaction'],
        comment,
        date: updatedAt.toISOString(),
      }));
      return { likes, dislikes, comments };
    },
  };
}

/** The site that an answer was searched in; empty if none was. */
const findSite = (chatId: string, messageId: string) =>
  sql<string>`coalesce((select site_id from search where chat_id = ${chatId} and message_id = ${messageId}), '')`;
