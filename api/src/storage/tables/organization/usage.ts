import { sql } from 'kysely';
import type { UsageOfDay } from '#contract/admin/usage.ts';
import type { Db } from '#api/storage/schema.ts';

type Sums = Pick<UsageOfDay, 'questions' | 'prompt_tokens' | 'answer_tokens'>;

/** Days as `YYYY-MM-DD` in UTC, both included. */
interface Period {
  from: string;
  to: string;
}

export function usageTable(db: Db) {
  const inPeriod = (tenantId: string, { from, to }: Period) =>
    db.selectFrom('usage_of_day').where('tenant_id', '=', tenantId).where('day', '>=', from).where('day', '<=', to);

  const sums = [
    sql<number>`sum(questions)::int`.as('questions'),
    sql<number>`sum(prompt_tokens)::float8`.as('prompt_tokens'),
    sql<number>`sum(answer_tokens)::float8`.as('answer_tokens'),
  ] as const;

  return {
    /** Sums of each day and model with usage, without people. */
    async listModels(tenantId: string, period: Period): Promise<(Sums & { day: string; model: string })[]> {
      return inPeriod(tenantId, period)
        .select(['day', 'model', ...sums])
        .groupBy(['day', 'model'])
        .orderBy('day')
        .orderBy('model')
        .execute();
    },

    /** How many people asked questions on each day, and in the whole period. */
    async countPeople(tenantId: string, period: Period): Promise<{ days: Map<string, number>; all: number }> {
      const count = sql<number>`(count(distinct owner_id) filter (where questions > 0))::int`.as('people');
      const days = await inPeriod(tenantId, period).select(['day', count]).groupBy('day').execute();
      const { people } = await inPeriod(tenantId, period).select(count).executeTakeFirstOrThrow();
      return { days: new Map(days.map((row) => [row.day, row.people])), all: people };
    },

    /** Thumbs per day of the latest rating of an answer. */
    async listRatings(tenantId: string, since: Date): Promise<{ day: string; likes: number; dislikes: number }[]> {
      const day = sql<string>`to_char(updated_at at time zone 'UTC', 'YYYY-MM-DD')`;
      return db
        .selectFrom('answer_rating')
        .select([
          day.as('day'),
          sql<number>`count(*) filter (where reaction = 'like')::int`.as('likes'),
          sql<number>`count(*) filter (where reaction = 'dislike')::int`.as('dislikes'),
        ])
        .where('tenant_id', '=', tenantId)
        .where('updated_at', '>=', since)
        .groupBy(day)
        .execute();
    },

    /** Deletes a tenant's usage before a day. */
    async deleteBefore(tenantId: string, day: string): Promise<void> {
      await db.deleteFrom('usage_of_day').where('tenant_id', '=', tenantId).where('day', '<', day).execute();
    },
  };
}
