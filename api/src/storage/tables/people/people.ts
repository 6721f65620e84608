import { toStorable } from '#api/storage/json.ts';
import type { Db, Owner } from '#api/storage/schema.ts';

export function peopleTable(db: Db) {
  return {
    /** Saves a person's name, address and time of visit. Returns whether they have seen the welcome. */
    async recordVisit(person: Owner & { name: string; email: string }, now: Date): Promise<{ welcomed: boolean }> {
      const profile = { name: toStorable(person.name), email: toStorable(person.email), last_seen_at: now };
      const saved = await db
        .insertInto('person')
        .values({ tenant_id: person.tenantId, id: person.id, ...profile, first_seen_at: now })
        .onConflict((conflict) => conflict.columns(['tenant_id', 'id']).doUpdateSet(profile))
        .returning('welcomed_at')
        .executeTakeFirstOrThrow();
      return { welcomed: saved.welcomed_at !== null };
    },

    /** Whether a person has seen the welcome. */
    async isWelcomed({ tenantId, id }: Owner): Promise<boolean> {
      const row = await db
        .selectFrom('person')
        .select('welcomed_at')
        .where('tenant_id', '=', tenantId)
        .where('id', '=', id)
        .executeTakeFirst();
      return row !== undefined && row.welcomed_at !== null;
    },

    /** Remembers that a person has seen the welcome. A later call does not change the stored time. */
    async markWelcomed({ tenantId, id }: Owner, now: Date): Promise<void> {
      await db
        .updateTable('person')
        .set({ welcomed_at: now })
        .where('tenant_id', '=', tenantId)
        .where('id', '=', id)
        .where('welcomed_at', 'is', null)
        .execute();
    },

    async saveDepartment({ tenantId, id }: Owner, department: string): Promise<void> {
      await db
        .updateTable('person')
        .set({ department: toStorable(department) })
        .where('tenant_id', '=', tenantId)
        .where('id', '=', id)
        .execute();
    },
  };
}
