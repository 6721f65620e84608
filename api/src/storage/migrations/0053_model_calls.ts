import { type Kysely, sql } from 'kysely';

/**
 * Calls of models. A call reserves tokens before it starts, so that parallel calls of a person cannot all pass the same
 * check, and afterwards keeps the tokens that it used, for the limit per minute. `find_used_up_budget` is what
 * `check_budget` was, with the tokens in progress as arguments. `reserve_model_call` returns 'yes' after it has inserted
 * the call, 'spent', the budget that is used up, or 'pending': calls in progress can use up the rest of a budget.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = [
    sql`create table model_call (
      id uuid primary key, tenant_id text not null, owner_id text not null, department text not null, model text not null,
      prompt_tokens integer not null, tokens integer not null, started_at timestamptz not null, ended_at timestamptz)`,
    sql`create index model_call_of_owner on model_call (tenant_id, owner_id, started_at)`,
    sql`create index model_call_in_progress on model_call (tenant_id, department) where ended_at is null`,
    sql`create index model_call_by_time on model_call (started_at)`,
    sql`create function count_call_tokens(tenant text, owner text, since timestamptz) returns float8
      language sql volatile as $$
        select coalesce(sum(tokens), 0)::float8 from model_call
          where tenant_id = tenant and owner_id = owner and started_at > since;
      $$`,
    sql`create or replace function check_run_allowance(tenant text, owner text, most_runs float8, most_tokens float8,
        since timestamptz) returns text language sql volatile as $$
        select pg_advisory_xact_lock(hashtextextended(tenant || '/' || owner, 0));
        select case
          when (select count(*) from run where tenant_id = tenant and owner_id = owner and state <> 'ended'
            and kind <> 'embedding') >= most_runs then 'busy'
          when greatest((select coalesce(sum(tokens), 0) from run where tenant_id = tenant and owner_id = owner
            and created_at > since), count_call_tokens(tenant, owner, since)) >= most_tokens then 'spent'
          else 'yes' end;
      $$`,
    sql`create function find_used_up_budget(tenant text, owner text, budgets jsonb, today text, of_person float8,
        of_department float8) returns text language sql volatile as $$
        with asker as (
            select coalesce((select department from person where tenant_id = tenant and id = owner), '') as department),
          person_usage as (
            select coalesce(sum(prompt_tokens + answer_tokens) filter (where day = today), 0) + of_person as of_day,
              coalesce(sum(prompt_tokens + answer_tokens), 0) + of_person as of_month
            from usage_of_day where tenant_id = tenant and owner_id = owner
              and day between left(today, 8) || '01' and today),
          limits as (select entry.* from asker, jsonb_to_recordset(budgets -> 'departments')
              as entry (department text, day float8, month float8)
            where lower(entry.department) = lower(asker.department)),
          department_usage as (
            select coalesce(sum(prompt_tokens + answer_tokens) filter (where day = today), 0) + of_department as of_day,
              coalesce(sum(prompt_tokens + answer_tokens), 0) + of_department as of_month
            from usage_of_day where exists (select from limits) and tenant_id = tenant
              and day between left(today, 8) || '01' and today
              and lower(department) = (select lower(department) from limits limit 1))
        select case
          when person_usage.of_day >= (budgets -> 'person' ->> 'day')::float8 then 'person_day'
          when person_usage.of_month >= (budgets -> 'person' ->> 'month')::float8 then 'person_month'
          when department_usage.of_day >= (select day from limits limit 1) then 'department_day'
          when department_usage.of_month >= (select month from limits limit 1) then 'department_month'
          else 'yes' end
        from person_usage, department_usage;
      $$`,
    sql`create function check_budget_with_calls(tenant text, owner text, budgets jsonb, today text, of_runs float8)
      returns text language sql volatile as $$
        with calls as (
          select coalesce(sum(tokens) filter (where owner_id = owner), 0)::float8 as of_person,
            coalesce(sum(tokens), 0)::float8 as of_department
          from model_call where tenant_id = tenant and ended_at is null and (owner_id = owner or lower(department) = lower(
            coalesce((select department from person where tenant_id = tenant and id = owner), ''))))
        select find_used_up_budget(tenant, owner, budgets, today, greatest(of_person, of_runs),
          greatest(of_department, of_runs)) from calls;
      $$`,
    sql`create or replace function check_budget(tenant text, owner text, budgets jsonb, today text)
      returns text language sql volatile as $$
        select check_budget_with_calls(tenant, owner, budgets, today, (select coalesce(sum(tokens), 0)::float8 from run
          where tenant_id = tenant and owner_id = owner and state <> 'ended' and kind in ('answer', 'task')));
      $$`,
    sql`create function reserve_model_call(call_id uuid, tenant text, owner text, model_name text, prompt integer,
        reserved integer, started timestamptz, most_tokens float8, since timestamptz, budgets jsonb, today text)
      returns text language sql volatile as $$
        select pg_advisory_xact_lock(hashtextextended(tenant || '/' || owner, 0));
        with checked as (
          select case
            when budgets is not null and find_used_up_budget(tenant, owner, budgets, today, 0, 0) <> 'yes'
              then find_used_up_budget(tenant, owner, budgets, today, 0, 0)
            when count_call_tokens(tenant, owner, since) >= most_tokens then 'spent'
            when budgets is not null and check_budget_with_calls(tenant, owner, budgets, today, 0) <> 'yes' then 'pending'
            else 'yes' end as result),
          inserted as (
            insert into model_call (id, tenant_id, owner_id, department, model, prompt_tokens, tokens, started_at)
            select call_id, tenant, owner,
              coalesce((select department from person where tenant_id = tenant and id = owner), ''),
              model_name, prompt, reserved, started
            from checked where result = 'yes')
        select result from checked;
      $$`,
  ];
  for (const statement of statements) await statement.execute(db);
}
