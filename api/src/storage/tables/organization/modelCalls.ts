import { sql, type RawBuilder } from 'kysely';
import { toStorable, toJson } from '#api/storage/json.ts';
import type { Db, Owner } from '#api/storage/schema.ts';
import type { Denial, RunAllowance } from '#api/storage/tables/runs/runAllowance.ts';

/** A call of a model that has not started. */
export interface NewModelCall {
  id: string;
  owner: Owner;
  model: string;
  /** Estimated tokens of the prompt. */
  promptTokens: number;
  /** Tokens that the call is expected to use at most. */
  tokens: number;
  startedAt: Date;
}

/** Whether a call can start. `pending`: calls in progress can use up the rest of a budget. */
export type Reservation = 'yes' | 'pending' | Exclude<Denial, 'busy'>;

/** Tokens of one call. */
export interface CallUsage {
  model: string;
  /** 1 for the first reply to a question, so that an answer with function calls counts as one question. */
  questions: number;
  promptTokens: number;
  answerTokens: number;
}

export function modelCallsTable(db: Db) {
  return {
    /** Reserves the tokens of a call if the person's allowance permits it. */
    async reserve(
      { id, owner, model, promptTokens, tokens, startedAt }: NewModelCall,
      allowance: RunAllowance,
    ): Promise<Reservation> {
      const budgets = allowance.budgets && toJson(allowance.budgets);
      const { rows } = await sql<{ reservation: Reservation }>`
        select reserve_model_call(${id}, ${owner.tenantId}, ${owner.id}, ${toStorable(model)}, ${promptTokens}::int,
          ${tokens}::int, ${startedAt}::timestamptz, ${allowance.tokens}::float8, ${allowance.since}::timestamptz,
          ${budgets}::jsonb, ${allowance.today}) as reservation`.execute(db);
      return rows[0]?.reservation ?? 'pending';
    },

    /** Ends a call and adds what it used to the usage of a day, in one statement: no check sees the one without the other. */
    async end(
      id: string,
      { tenantId, id: ownerId }: Owner,
      day: string,
      usage: CallUsage,
      endedAt: Date,
    ): Promise<void> {
      const { model, questions, promptTokens, answerTokens } = usage;
      const tokens = promptTokens + answerTokens;
      const ended = sql`update model_call set tokens = ${tokens}::int, ended_at = ${endedAt} where id = ${id}`;
      if (tokens === 0) return void (await ended.execute(db));
      await sql`with ended as (${ended})
        ${insertUsage(sql`select ${tenantId}::text, ${ownerId}::text, ${day}::text, ${toStorable(model)}::text,
          coalesce((select department from person where tenant_id = ${tenantId} and id = ${ownerId}), ''),
          ${questions}::int, ${promptTokens}::bigint, ${answerTokens}::bigint`)}`.execute(db);
    },

    /**
     * Deletes the calls that started before a point in time. For a call that never ended, because its process died, the
     * prompt counts as used.
     */
    async deleteBefore(before: Date, day: string): Promise<void> {
      await sql`with deleted as (delete from model_call where started_at < ${before}::timestamptz returning *)
        ${insertUsage(sql`select tenant_id, owner_id, ${day}::text, model, min(department), 0, sum(prompt_tokens)::bigint, 0
          from deleted where ended_at is null group by tenant_id, owner_id, model`)}`.execute(db);
    },
  };
}

function insertUsage(rows: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`insert into usage_of_day
      (tenant_id, owner_id, day, model, department, questions, prompt_tokens, answer_tokens) ${rows}
    on conflict (tenant_id, owner_id, day, model) do update set department = excluded.department,
      questions = usage_of_day.questions + excluded.questions,
      prompt_tokens = usage_of_day.prompt_tokens + excluded.prompt_tokens,
      answer_tokens = usage_of_day.answer_tokens + excluded.answer_tokens`;
}
