import { sql } from 'kysely';
import type { Db } from '#api/storage/schema.ts';

/** Maximum number of cached words per language. The cache is cleared before it would grow larger. */
const MAX_CACHED = 50_000;

/** PostgreSQL's Snowball stemmers, the same on both engines, with a cache. */
export function stemsTable(db: Db) {
  const caches = new Map<string, Map<string, string>>();

  return {
    /** The stem of each word; '' for a stop word, such as an article. */
    async stem(language: string, words: readonly string[]): Promise<ReadonlyMap<string, string>> {
      const cache = caches.get(language) ?? new Map<string, string>();
      caches.set(language, cache);
      const missing = [...new Set(words)].filter((word) => !cache.has(word));
      if (cache.size + missing.length > MAX_CACHED) cache.clear();
      const uncached = cache.size === 0 ? [...new Set(words)] : missing;
      if (uncached.length > 0) {
        const dictionary = language === 'simple' ? 'simple' : `${language}_stem`;
        const { rows } = await sql<{ word: string; stems: string[] | null }>`
          select word, ts_lexize(${dictionary}::regdictionary, word) as stems
          from unnest(${uncached}::text[]) as word`.execute(db);
        for (const { word, stems } of rows) cache.set(word, stems === null ? word : (stems[0] ?? ''));
      }
      return cache;
    },
  };
}
