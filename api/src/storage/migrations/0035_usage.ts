import { type Kysely, sql } from 'kysely';

/**
 * Questions and tokens per day (UTC), person and model, written when an answer ends. `check_budget` sums them for the budgets
 * of a person and their department, together with the prompts of runs in progress. It returns 'yes' or the budget that is used
 * up. The department is that of the profile when the answer ended.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = [
    sql`alter table person add column department text not null default ''`,
    sql`create table usage_of_day (
      tenant_id text not null, owner_id text not null, day text not null, model text not null, department text not null,
      questions integer not null, prompt_tokens bigint not null, answer_tokens bigint not null,
      primary key (tenant_id, owner_id, day, model))`,
    sql`create index usage_of_day_by_department on usage_of_day (tenant_id, day, department)`,
    sql`create index answer_rating_by_time on answer_rating (tenant_id, updated_at)`,
    sql`create function check_budget(tenant text, owner text, budgets jsonb, today text)
      returns text language sql volatile as $$
        with asker as (
            select coalesce((select department from person where tenant_id = tenant and id = owner), '') as department),
          running as (select coalesce(sum(tokens), 0) as tokens from run
            where tenant_id = tenant and owner_id = owner and state <> 'ended' and kind in ('answer', 'task')),
          person_usage as (
            select coalesce(sum(prompt_tokens + answer_tokens) filter (where day = today), 0) as of_day,
              coalesce(sum(prompt_tokens + answer_tokens), 0) as of_month
            from usage_of_day where tenant_id = tenant and owner_id = owner
              and day between left(today, 8) || '01' and today),
          limits as (select entry.* from asker, jsonb_to_recordset(budgets -> 'departments')
              as entry (department text, day float8, month float8)
            where lower(entry.department) = lower(asker.department)),
          department_usage as (
            select coalesce(sum(prompt_tokens + answer_tokens) filter (where day = today), 0) as of_day,
              coalesce(sum(prompt_tokens + answer_tokens), 0) as of_month
            from usage_of_day where exists (select from limits) and tenant_id = tenant
              and day between left(today, 8) || '01' and today
              and lower(department) = (select lower(department) from limits limit 1))
        select case
          when person_usage.of_day + running.tokens >= (budgets -> 'person' ->> 'day')::float8 then 'person_day'
          when person_usage.of_month + running.tokens >= (budgets -> 'person' ->> 'month')::float8 then 'person_month'
          when department_usage.of_day + running.tokens >= (select day from limits limit 1) then 'department_day'
          when department_usage.of_month + running.tokens >= (select month from limits limit 1) then 'department_month'
          else 'yes' end
        from running, person_usage, department_usage;
      $$`,
  ];
  for (const statement of statements) await statement.execute(db);
}
