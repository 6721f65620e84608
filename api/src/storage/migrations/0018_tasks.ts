import { type Kysely, sql } from 'kysely';

/**
 * Tasks, their steps, their runs with the outputs, and the library. Content is `json`, because no statement reads its fields;
 * `file_ids` repeats the ids of its files, so that the sweep of files finds them.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = [
    sql`create table task (
      id uuid primary key, tenant_id text not null, owner_id text not null, title text not null, type text not null,
      workspace_id uuid, template_id text, settings json not null, file_ids jsonb not null default '[]',
      version integer not null, step_order jsonb not null default '[]', bytes integer not null default 0,
      shared_by text, created_at timestamptz not null, updated_at timestamptz not null, deleted_at timestamptz)`,
    sql`create index task_of_owner on task (tenant_id, owner_id, updated_at desc) where deleted_at is null`,
    sql`create index task_deleted on task (deleted_at) where deleted_at is not null`,
    sql`create index task_files on task using gin (file_ids jsonb_path_ops) where file_ids <> '[]'`,

    // The generated prompt is apart from the content: runs write it, and it does not change the version of the step.
    sql`create table task_step (
      task_id uuid not null references task on delete cascade, id uuid not null, content json not null,
      panels json not null, super_prompt text not null default '', super_prompt_source text not null default '',
      file_ids jsonb not null default '[]', version integer not null,
      bytes integer not null generated always as (octet_length(content::text)) stored, primary key (task_id, id))`,
    sql`alter table task_step alter column content set storage external`,
    sql`create index task_step_files on task_step using gin (file_ids jsonb_path_ops) where file_ids <> '[]'`,

    sql`create table task_run (
      id uuid primary key, task_id uuid not null, mode text not null, options json not null, step_ids jsonb not null,
      state text not null, started_at timestamptz not null, ended_at timestamptz)`,
    sql`create index task_run_of_task on task_run (task_id, started_at desc)`,
    sql`create unique index run_of_task on run (subject_id) where kind = 'task' and state <> 'ended'`,
    sql`create table task_output (
      run_id uuid not null, step_id uuid not null, task_id uuid not null, state json not null, content text not null,
      links json not null, inputs json not null, details json not null, origins json not null,
      started_at timestamptz not null, ended_at timestamptz, primary key (run_id, step_id))`,
    sql`alter table task_output alter column content set storage external`,
    sql`create index task_output_of_step on task_output (task_id, step_id, started_at desc)`,

    sql`create table library_task (
      id uuid primary key, tenant_id text not null, owner_id text not null, owner_name text not null,
      owner_email text not null, title text not null, description text not null, team_id text, tags json not null,
      settings json not null, steps json not null, file_ids jsonb not null default '[]',
      updated_at timestamptz not null)`,
    sql`create index library_task_of_tenant on library_task (tenant_id, owner_id)`,
    sql`create index library_task_files on library_task using gin (file_ids jsonb_path_ops) where file_ids <> '[]'`,
    sql`create table library_task_peer (
      library_task_id uuid not null references library_task on delete cascade, person_id text not null,
      primary key (library_task_id, person_id))`,
  ];
  for (const statement of statements) await statement.execute(db);
}
