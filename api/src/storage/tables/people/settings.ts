import { sql } from 'kysely';
import type { Db, Owner } from '#api/storage/schema.ts';
import { toJson } from '#api/storage/json.ts';

export function settingsTable(db: Db) {
  return {
    /** The settings that a person has changed; empty if there are none. */
    async find(owner: Owner): Promise<Record<string, unknown>> {
      const row = await db
        .selectFrom('settings')
        .select('settings')
        .where('tenant_id', '=', owner.tenantId)
        .where('owner_id', '=', owner.id)
        .executeTakeFirst();
      return row?.settings ?? {};
    },

    /** Merges the given settings into the saved ones in one statement, so that two tabs do not undo each other. */
    async merge(owner: Owner, patch: Record<string, unknown>): Promise<Record<string, unknown>> {
      const row = await db
        .insertInto('settings')
        .values({ tenant_id: owner.tenantId, owner_id: owner.id, settings: toJson(patch) })
        .onConflict((conflict) =>
          conflict
            .columns(['tenant_id', 'owner_id'])
            .doUpdateSet({ settings: sql<string>`settings.settings || excluded.settings` }),
        )
        .returning('settings')
        .executeTakeFirstOrThrow();
      return row.settings;
    },
  };
}
