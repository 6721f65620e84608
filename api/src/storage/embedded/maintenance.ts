import type { StoreLog } from '#api/storage/storeLog.ts';
import type { PGliteThread } from './pgliteThread.ts';

export interface MaintenanceOptions {
  log: StoreLog;
  intervalMs?: number;
  /** Maximum time between checkpoints while there is WAL to write. */
  checkpointMs?: number;
  /** Bytes of WAL since the last checkpoint that trigger the next one. */
  checkpointBytes?: number;
  /** The engine is idle after this long without a statement. */
  idleMs?: number;
  /** After this long, tables are maintained even though the engine is never idle. */
  maxWaitMs?: number;
  /** Minimum time before a table is maintained again: some counters never go down, so it could stay due forever. */
  minIntervalMs?: number;
}

interface DueTable {
  name: string;
  vacuum: boolean;
}

/** Time limit of a maintenance statement. On a large table it takes longer than other statements. */
const LIMIT_MS = 10 * 60_000;

const WAL_SINCE_CHECKPOINT = `select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), redo_lsn)::float8 as bytes from pg_control_checkpoint()`;

/**
 * The thresholds of PostgreSQL's autovacuum (50 rows + 20 % dead, 50 rows + 10 % changed). Counters are reset
 * by a crash, so a table that was never analyzed counts as changed.
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
 * The embedded engine has no background workers, so a timer runs CHECKPOINT (the WAL would grow without bound), VACUUM
 * and ANALYZE (tables would bloat and plans degrade), one table at a time while the engine is idle.
 * Returns the function that stops it and waits for the current step.
 */
export function startMaintenance(thread: PGliteThread, options: MaintenanceOptions): () => Promise<void> {
  const { log, intervalMs = 1_000, checkpointMs = 120_000, checkpointBytes = 64 * 2 ** 20 } = options;
  const { idleMs = 2_000, maxWaitMs = 300_000, minIntervalMs = 60_000 } = options;
  const maintainedAt = new Map<string, number>();
  let checkpointAt = performance.now();
  let tablesAt = performance.now();
  let idle = { count: 0, since: performance.now() };
  let ownStatements = 0;
  let step: Promise<void> | undefined;

  const query = async <T>(sql: string, limitMs?: number): Promise<T[]> => {
    ownStatements += 1;
    return (await thread.query<T>(sql, [], limitMs === undefined ? {} : { limitMs })).rows;
  };
  const checkpoint = async () => {
    const [wal] = await query<{ bytes: number }>(WAL_SINCE_CHECKPOINT);
    const bytes = wal?.bytes ?? 0;
    if (bytes < checkpointBytes && (bytes === 0 || performance.now() - checkpointAt < checkpointMs)) return;
    await query('checkpoint', LIMIT_MS);
    checkpointAt = performance.now();
  };
  const maintainOneTable = async () => {
    const now = performance.now();
    const tables = await query<DueTable>(DUE_TABLES);
    const table = tables.find(({ name }) => now - (maintainedAt.get(name) ?? -Infinity) > minIntervalMs);
    if (table === undefined) {
      tablesAt = now;
      return;
    }
    await query(`${table.vacuum ? 'vacuum (analyze)' : 'analyze'} ${table.name}`, LIMIT_MS);
    maintainedAt.set(table.name, now);
  };
  const runStep = async () => {
    const { count, running, session } = thread.activity();
    const now = performance.now();
    if (running !== 0 || session !== 0 || count - ownStatements !== idle.count)
      idle = { count: count - ownStatements, since: now };
    await checkpoint();
    if (now - idle.since > idleMs || now - tablesAt > maxWaitMs) await maintainOneTable();
  };
  const timer = setInterval(() => {
    if (step !== undefined || !thread.ready) return;
    step = runStep()
      .catch((error: unknown) => log.warn({ err: error }, 'embedded database maintenance failed'))
      .finally(() => {
        step = undefined;
      });
  }, intervalMs).unref();
  return async () => {
    clearInterval(timer);
    await step;
  };
}
