import { sql } from 'kysely';
import type { Db } from '../../schema.ts';

/** Processes judge each other by the database's time, because their own clocks may differ. */
export const now = sql<Date>`now()`;

export function ago(ms: number) {
  return sql<Date>`now() - ${ms} * interval '1 millisecond'`;
}

/** The processes that work on runs, as far as they have been heard of. */
export function processesTable(db: Db) {
  return {
    /** Says that a process lives. */
    async saveHeartbeat(process: { id: string; host: string; pid: number }): Promise<void> {
      await db
        .insertInto('process')
        .values({ ...process, heartbeat_at: now })
        .onConflict((conflict) => conflict.column('id').doUpdateSet({ heartbeat_at: now }))
        .execute();
    },

    async remove(id: string): Promise<void> {
      await db.deleteFrom('process').where('id', '=', id).execute();
    },

    /** Where one process has the store to itself: whoever else was here is dead. */
    async removeOthers(id: string): Promise<void> {
      await db.deleteFrom('process').where('id', '<>', id).execute();
    },

    /** Forgets processes that have been silent for `ms`. */
    async prune(ms: number): Promise<void> {
      await db.deleteFrom('process').where('heartbeat_at', '<', ago(ms)).execute();
    },
  };
}
