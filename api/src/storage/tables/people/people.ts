import { sql } from 'kysely';
import { cleanText } from '../../json.ts';
import type { Db, Owner } from '../../schema.ts';

export function peopleTable(db: Db) {
  return {
    /** Saves a person's name, address and time of visit. Returns whether it is their first visit. */
    async recordVisit(person: Owner & { name: string; email: string }, now: Date): Promise<{ first: boolean }> {
      const profile = { name: cleanText(person.name), email: cleanText(person.email), last_seen_at: now };
      const saved = await db
        .insertInto('person')
        .values({ tenant_id: person.tenantId, id: person.id, ...profile, first_seen_at: now })
        .onConflict((conflict) => conflict.columns(['tenant_id', 'id']).doUpdateSet(profile))
        // xmax is 0 in a row that was inserted, and set in a row that was updated.
        .returning(sql<boolean>`xmax = 0`.as('first'))
        .executeTakeFirstOrThrow();
      return { first: saved.first };
    },
  };
}
