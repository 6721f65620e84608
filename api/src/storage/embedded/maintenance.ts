import type { StoreLog } from '../log.ts';
import type { PGliteThread } from './thread.ts';

export interface MaintenanceOptions {
  log: StoreLog;
  intervalMs?: number;
  /** Longest time between checkpoints while there is something to write. */
  checkpointMs?: number;
  /** Bytes of WAL since the last checkpoint that ask for the next one. */
  checkpointBytes?: number;
  /** No statement for so long counts as idle. */
  idleMs?: number;
  /** A table that waits longer is done although the engine is never idle. */
  patienceMs?: number;
  /** A table is not done again for so long, so that counters that do not go down keep nobody from work. */
  pauseMs?: number;
}

interface DueTable {
  name: string;
  vacuum: boolean;
}

/** Maintenance of a large table takes longer than any statement a person waits for. */
const LIMIT_MS = 10 * 60_000;

const WAL_SINCE_CHECKPOINT = `select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), redo_lsn)::float8 as bytes from pg_control_checkpoint()`;

/**
 * The thresholds of PostgreSQL's autovacuum (50 rows + 20 % dead, 50 rows + 10 % changed). Counters start anew
 * after a crash, so a table that was never analysed counts as changed.
 * https://www.postgresql.org/docs/current/routine-vacuuming.html#AUTOVACUUM
 */
const DUE_TABLES = `
  select format('%I.%I', s.schemaname, s.relname) as name,
         s.n_dead_tup > 50 + 0.2 * greatest(c.reltuples, 0) as vacuum
    from pg_stat_user_tables s join pg_class c on c.oid = s.relid
   where s.n_dead_tup > 50 + 0.2 * greatest(c.reltuples, 0)
      or s.n_mod_since_analyze > 50 + 0.1 * greatest(c.reltuples, 0)
      or (c.reltuples < 0 and c.relkind = 'r' and pg_relation_size(c.oid) > 0)
   order by s.n_dead_tup + s.n_mod_since_analyze desc
   limit 50`;

/**
 * Does by timer what the embedded engine never does by itself: CHECKPOINT (the WAL grows without bound), VACUUM
 * and ANALYZE (plans rot, tables bloat), one table at a time and while nobody asks for anything.
 * Returns the function that ends it and waits for a step under way.
 */
export function startMaintenance(thread: PGliteThread, options: MaintenanceOptions): () => Promise<void> {
  const { log, intervalMs = 1_000, checkpointMs = 120_000, checkpointBytes = 64 * 2 ** 20 } = options;
  const { idleMs = 2_000, patienceMs = 300_000, pauseMs = 60_000 } = options;
  const doneAt = new Map<string, number>();
  let checkpointAt = performance.now();
  let tablesAt = performance.now();
  let quiet = { count: 0, since: performance.now() };
  let own = 0;
  let step: Promise<void> | undefined;

  const query = async <T>(sql: string, limitMs?: number): Promise<T[]> => {
    own += 1;
    return (await thread.query<T>(sql, [], limitMs === undefined ? {} : { limitMs })).rows;
  };
  const checkpoint = async () => {
    const [wal] = await query<{ bytes: number }>(WAL_SINCE_CHECKPOINT);
    const bytes = wal?.bytes ?? 0;
    if (bytes < checkpointBytes && (bytes === 0 || performance.now() - checkpointAt < checkpointMs)) return;
    await query('checkpoint', LIMIT_MS);
    checkpointAt = performance.now();
  };
  const tidyOneTable = async () => {
    const now = performance.now();
    const tables = await query<DueTable>(DUE_TABLES);
    const table = tables.find(({ name }) => now - (doneAt.get(name) ?? -Infinity) > pauseMs);
    if (table === undefined) {
      tablesAt = now;
      return;
    }
    await query(`${table.vacuum ? 'vacuum (analyze)' : 'analyze'} ${table.name}`, LIMIT_MS);
    doneAt.set(table.name, now);
  };
  const look = async () => {
    const { count, running, session } = thread.activity();
    const now = performance.now();
    // Its own statements are nobody's work.
    if (running !== 0 || session !== 0 || count - own !== quiet.count) quiet = { count: count - own, since: now };
    await checkpoint();
    if (now - quiet.since > idleMs || now - tablesAt > patienceMs) await tidyOneTable();
  };
  const timer = setInterval(() => {
    if (step !== undefined || !thread.ready) return;
    step = look()
      .catch((error: unknown) => log.warn({ err: error }, 'maintenance of the embedded database failed'))
      .finally(() => {
        step = undefined;
      });
  }, intervalMs).unref();
  return async () => {
    clearInterval(timer);
    await step;
  };
}
