import type { Db } from '#api/storage/schema.ts';

/**
 * Stored if the file sets no retention time and keeps all chats: the column is part of the primary key and can't be
 * null.
 */
const KEPT = 0;

/** The retention times that ORGANIZATION_FILE had, each with when it was replaced. */
export function fileRetentionTable(db: Db) {
  return {
    /** Saves the file's present retention time. */
    async save(days: number | null, now: Date): Promise<void> {
      const value = days ?? KEPT;
      await db
        .insertInto('file_retention')
        .values({ days: value, since: now, replaced_at: null })
        .onConflict((conflict) =>
          conflict
            .column('days')
            .doUpdateSet({ since: now, replaced_at: null })
            .where('file_retention.replaced_at', 'is not', null),
        )
        .execute();
      await db
        .updateTable('file_retention')
        .set({ replaced_at: now })
        .where('days', '<>', value)
        .where('replaced_at', 'is', null)
        .execute();
    },

    /** The longest time that the file had since then; null if it kept chats, or if that is not known. */
    async findLongest(since: Date): Promise<number | null> {
      const rows = await db
        .selectFrom('file_retention')
        .select(['days', 'since'])
        .where((where) => where.or([where('replaced_at', 'is', null), where('replaced_at', '>', since)]))
        .execute();
      const isKnown = rows.some((row) => row.since <= since);
      if (!isKnown || rows.some(({ days }) => days === KEPT)) return null;
      return Math.max(...rows.map(({ days }) => days));
    },
  };
}
