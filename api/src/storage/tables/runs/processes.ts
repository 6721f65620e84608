import type { Db } from '#api/storage/schema.ts';
import { ago, databaseNow } from '#api/storage/tables/databaseTime.ts';

/** The processes that work on runs, with their heartbeats. */
export function processesTable(db: Db) {
  return {
    async saveHeartbeat(process: { id: string; host: string; pid: number }): Promise<void> {
      await db
        .insertInto('process')
        .values({ ...process, heartbeat_at: databaseNow })
        .onConflict((conflict) => conflict.column('id').doUpdateSet({ heartbeat_at: databaseNow }))
        .execute();
    },

    async remove(id: string): Promise<void> {
      await db.deleteFrom('process').where('id', '=', id).execute();
    },

    /** Deletes all other processes. Only for a store that one process uses at a time: the others are dead. */
    async removeOthers(id: string): Promise<void> {
      await db.deleteFrom('process').where('id', '<>', id).execute();
    },

    /** Deletes processes without a heartbeat for `ms`. */
    async prune(ms: number): Promise<void> {
      await db.deleteFrom('process').where('heartbeat_at', '<', ago(ms)).execute();
    },
  };
}
