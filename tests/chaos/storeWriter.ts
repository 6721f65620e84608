/**
 * A process that writes to the store in a folder until it is killed. Prints `ack N` after each commit: every entry up to N
 * must exist afterwards. Started by storeKill.
 */
import { writeSync } from 'node:fs';
import { sql } from 'kysely';
import { openDatabase } from '#api/storage/openDatabase.ts';

const [, , dataDir = ''] = process.argv;
const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
const database = await openDatabase({ dataDir, log, migrations: {} });
const { kysely } = database;

await sql`create table if not exists ledger (id int primary key, body text, words tsvector)`.execute(kysely);
await sql`create index if not exists ledger_words on ledger using gin (words)`.execute(kysely);
const { rows } = await sql<{ last: number }>`select coalesce(max(id), 0) as last from ledger`.execute(kysely);
let last = rows[0]?.last ?? 0;
// Written directly to the descriptor, because a kill would lose a buffered line.
writeSync(1, `ready ${last}\n`);

for (;;) {
  const ids = Array.from({ length: 1 + (last % 9) }, (_, index) => last + index + 1);
  await kysely.transaction().execute(async (transaction) => {
    for (const id of ids) {
      const body = `entry ${id} ${'of some length '.repeat(id % 40)}`;
      await sql`insert into ledger values (${id}, ${body}, to_tsvector('simple', ${body}))`.execute(transaction);
    }
  });
  last = ids.at(-1) ?? last;
  writeSync(1, `ack ${last}\n`);
  if (last % 50 < ids.length) await sql`update ledger set body = body || '!' where id > ${last - 60}`.execute(kysely);
  if (last % 300 < ids.length) await sql`checkpoint`.execute(kysely);
}
