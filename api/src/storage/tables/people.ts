import type { Db, Owner } from '../schema.ts';

export function peopleTable(db: Db) {
  return {
    /** Records that a person was here; answers whether it was the first time. */
    async seen(person: Owner & { name: string; email: string }, now: Date): Promise<{ first: boolean }> {
      const row = { tenant_id: person.tenantId, id: person.id, name: person.name, email: person.email };
      const saved = await db
        .insertInto('person')
        .values({ ...row, first_seen_at: now, last_seen_at: now })
        .onConflict((conflict) =>
          conflict.columns(['tenant_id', 'id']).doUpdateSet({ name: row.name, email: row.email, last_seen_at: now }),
        )
        .returning('first_seen_at')
        .executeTakeFirstOrThrow();
      return { first: saved.first_seen_at.getTime() === now.getTime() };
    },
  };
}
