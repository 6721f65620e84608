import { sql } from 'kysely';
import { openDatabase } from '#api/storage/openDatabase.ts';
import type { TestApp } from '#tests/harness/app/startApp.ts';
import { silentLog } from '#tests/harness/fakes/recordingLog.ts';

/** Returns all rows of all tables, also of the job queue, as text. The API must not be running. */
export async function readAllRows({ dataDir, databaseUrl }: TestApp): Promise<string> {
  const { kysely, close } = await openDatabase({ dataDir, databaseUrl, log: silentLog });
  try {
    const tables = await sql<{ table: string }>`
      select format('%I.%I', table_schema, table_name) as table from information_schema.tables
      where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')
    `.execute(kysely);
    const texts = await Promise.all(
      tables.rows.map(async ({ table }) => {
        const { rows } = await sql<{ row: string }>`select t::text as row from ${sql.raw(table)} t`.execute(kysely);
        return [table, ...rows.map(({ row }) => row)].join('\n');
      }),
    );
    return texts.join('\n');
  } finally {
    await close();
  }
}
