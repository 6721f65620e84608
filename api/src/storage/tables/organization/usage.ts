import { sql } from 'kysely';
import type { UsageOfDay } from '../../../../contract/admin/usage.ts';
import { cleanText } from '../../json.ts';
import type { Db, Owner } from '../../schema.ts';

/** Tokens of one answer. */
export interface AnswerUsage {
  model: string;
  /** 0 for an answer that is continued, and for what AVA itself asks, such as titles. */
  questions: number;
  promptTokens: number;
  answerTokens: number;
}

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
    /** Adds an answer to the usage of its day. */
    async add({ tenantId, id }: Owner, day: string, usage: AnswerUsage): Promise<void> {
      const { questions, promptTokens, answerTokens } = usage;
      await sql`insert into usage_of_day
          (tenant_id, owner_id, day, model, department, questions, prompt_tokens, answer_tokens)
        values (${tenantId}, ${id}, ${day}, ${cleanText(usage.model)},
          coalesce((select department from person where tenant_id = ${tenantId} and id = ${id}), ''),
          ${questions}, ${promptTokens}, ${answerTokens})
        on conflict (tenant_id, owner_id, day, model) do update set department = excluded.department,
          questions = usage_of_day.questions + excluded.questions,
          prompt_tokens = usage_of_day.prompt_tokens + excluded.prompt_tokens,
          answer_tokens = usage_of_day.answer_tokens + excluded.answer_tokens`.execute(db);
    },

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
