import { sql } from 'kysely';
import { cleanText } from '../../json.ts';
import type { Db, Owner } from '../../schema.ts';

export function peopleTable(db: Db) {
  return {
    /** Records that a person was here; answers whether it was the first time. */
    async recordVisit(person: Owner & { name: string; email: string }, now: Date): Promise<{ first: boolean }> {
      const known = { name: cleanText(person.name), email: cleanText(person.email), last_seen_at: now };
      const saved = await db
        .insertInto('person')
        .values({ tenant_id: person.tenantId, id: person.id, ...known, first_seen_at: now })
        .onConflict((conflict) => conflict.columns(['tenant_id', 'id']).doUpdateSet(known))
        // A row that was inserted has had no other transaction change it.
        .returning(sql<boolean>`xmax = 0`.as('first'))
        .executeTakeFirstOrThrow();
      return { first: saved.first };
    },
  };
}
