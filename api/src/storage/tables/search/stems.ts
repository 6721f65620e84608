import { sql } from 'kysely';
import type { Db } from '../../schema.ts';

/** Words of one language that are remembered; a vocabulary larger than that is begun anew. */
const REMEMBERED = 50_000;

/** PostgreSQL's Snowball stemmers, the same on both engines; what they have said is remembered. */
export function stemsTable(db: Db) {
  const known = new Map<string, Map<string, string>>();

  return {
    /** The stem of each word; '' for a word that carries no meaning by itself, such as an article. */
    async of(language: string, words: readonly string[]): Promise<ReadonlyMap<string, string>> {
      const mine = known.get(language) ?? new Map<string, string>();
      known.set(language, mine);
      const missing = [...new Set(words)].filter((word) => !mine.has(word));
      if (mine.size + missing.length > REMEMBERED) mine.clear();
      const asked = mine.size === 0 ? [...new Set(words)] : missing;
      if (asked.length > 0) {
        const dictionary = language === 'simple' ? 'simple' : `${language}_stem`;
        const { rows } = await sql<{ word: string; stems: string[] | null }>`
          select word, ts_lexize(${dictionary}::regdictionary, word) as stems
          from unnest(${asked}::text[]) as word`.execute(db);
        for (const { word, stems } of rows) mine.set(word, stems === null ? word : (stems[0] ?? ''));
      }
      return mine;
    },
  };
}
