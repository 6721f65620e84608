import { sql } from 'kysely';
import type { Location } from '#contract/files/locations.ts';
import type { UnreadContent } from '#contract/files/unread.ts';
import type { Db } from '#api/storage/schema.ts';
import { parseTsvector, quoteLexeme, type Occurrence } from '#api/storage/tsvector.ts';
import { toSignBits } from './chunks.ts';
import {
  FILE,
  FILES,
  IS_PRESENT,
  isIn,
  isOneOfItems,
  matchesVersions,
  getItemIds,
  type CorpusFilter,
  type VersionFilter,
  isInIndexes,
} from './fileFilters.ts';

export interface ChunkScope {
  indexIds: readonly number[];
  versions: VersionFilter;
}

/** A word to search for, with its weight. */
export interface WeightedWord {
  word: string;
  weight: number;
}

export interface SearchWords {
  /** A chunk is found if it contains one of these, or if its file has one of these in its name. */
  selecting: readonly string[];
  selectingNames: readonly string[];
  /** These words of text and name rank what is found. */
  ranking: readonly WeightedWord[];
  names: readonly WeightedWord[];
}

export interface ScoredChunk {
  id: number;
  versionId: string;
  score: number;
}

/** The file version of a chunk, with its ids in Graph. */
export interface VersionFile {
  versionId: string;
  /** Empty, like `driveId`, for a file of a chat; `itemId` is its id then. */
  siteId: string;
  itemId: string;
  driveId: string;
  /** Who added a file of a chat, and can read it; null for a file of a site. */
  ownerId: string | null;
  etag: string;
  name: string;
  type: string;
}

/** A file version with its language and its numbers of chunks and words. */
export interface ScopeFile extends VersionFile {
  language: string;
  chunks: number;
  words: number;
}

export interface ChunkText {
  id: number;
  versionId: string;
  n: number;
  /** Position of its part in the file, and of its text in the part. */
  part: number;
  charFrom: number;
  location: Location;
  body: string;
  /** What of its file was not read. */
  unread: UnreadContent[];
}

export interface ChunkWords {
  id: number;
  versionId: string;
  /** Number of words in the chunk; `fileLength` is that of the whole file. */
  length: number;
  fileLength: number;
  words: Map<string, Occurrence[]>;
}

/** BM25's length normalization in the first, approximate ranking. */
const B = 0.75;

/**
 * Approximates BM25 with `ts_rank`, which grows with a word's count and saturates (1, 1.25, 1.36 … to 1.64), as BM25's
 * term does. The best chunks are then scored exactly.
 */
function approximateScore({ ranking: words, names }: SearchWords, meanLength: number) {
  const parts = words.map(
    ({ word, weight }) => sql`${weight}::float8 * ts_rank('{1,1,1,1}', w.tsv, ${quoteLexeme(word)}::tsquery)`,
  );
  const inNames = names.map(
    ({ word, weight }) => sql` + ${weight}::float8 * ts_rank('{0,0,0,1}', w.tsv, ${quoteLexeme(word)}::tsquery)`,
  );
  return sql<number>`(${sql.join(parts, sql` + `)}) / (${1 - B}::float8 + ${B}::float8 * w.words / ${meanLength}::float8)
    ${inNames.length > 0 ? sql.join(inNames, sql``) : sql``}`;
}

export function chunkSearchTable(db: Db) {
  return {
    /** The indexes of a filter, with their total number of chunks. */
    async findIndexes(filter: CorpusFilter): Promise<{ indexIds: number[]; chunks: number }> {
      const indexes = await db
        .selectFrom('search_index as h')
        .select(['id', 'chunks'])
        .where('tenant_id', '=', filter.tenantId)
        .where(isInIndexes(filter))
        .execute();
      return {
        indexIds: indexes.map(({ id }) => id),
        chunks: indexes.reduce((sum, { chunks }) => sum + chunks, 0),
      };
    },

    /** Up to `limit` files that can be searched, in an order that depends on their ids only. */
    async listFiles(filter: CorpusFilter, limit: number): Promise<ScopeFile[]> {
      const { rows } = await sql<ScopeFile>`select ${FILE}, s.language, s.chunks, s.words from ${FILES}
        where ${isIn(filter)}
        order by md5(s.item_id), s.item_id, h.site_id limit ${limit}`.execute(db);
      return rows;
    },

    /** Chunks that contain a selecting word, ranked approximately. */
    async findByWords(
      scope: ChunkScope,
      words: SearchWords,
      meanLength: number,
      limit: number,
    ): Promise<ScoredChunk[]> {
      const inNames = words.selectingNames.map((word) => `${quoteLexeme(word)}:A`);
      const selecting = [...words.selecting.map(quoteLexeme), ...inNames];
      if (selecting.length === 0) return [];
      const score = approximateScore(words, meanLength);
      const { rows } = await sql<ScoredChunk>`
        select w.chunk_id as id, w.version_id as "versionId", ${score} as score
        from chunk_words w join document_version s on s.id = w.version_id and s.visible and ${isOneOfItems(getItemIds(scope.versions))}
        where w.index_id = any(${[...scope.indexIds]}::int[]) and ${matchesVersions(scope.versions, 'w.version_id')}
          and w.tsv @@ ${selecting.join(' | ')}::tsquery
        order by score desc, s.item_id, id limit ${limit}`.execute(db);
      return rows;
    },

    /** All words of some chunks, with their positions. */
    async findWords(ids: readonly number[]): Promise<ChunkWords[]> {
      const { rows } = await sql<Omit<ChunkWords, 'words'> & { tsv: string }>`
        select w.chunk_id as id, w.version_id as "versionId", w.words as length, s.words as "fileLength", w.tsv::text as tsv
        from chunk_words w join document_version s on s.id = w.version_id
        where w.chunk_id = any(${[...ids]}::bigint[])`.execute(db);
      return rows.map(({ tsv, ...chunk }) => ({ ...chunk, words: parseTsvector(tsv) }));
    },

    /** Chunks with the most similar vectors, nearest first, by the Hamming distance of their sign bits. */
    async findByVector(
      scope: ChunkScope,
      embedder: string,
      vector: Float32Array,
      limit: number,
    ): Promise<ScoredChunk[]> {
      const signs = toSignBits(vector);
      const items = getItemIds(scope.versions);
      const hasItem =
        items === null
          ? sql`true`
          : sql`v.version_id in (select s.id from document_version s where s.visible and ${isOneOfItems(items)})`;
      // Finds the nearest chunks before it removes invisible versions: joining first would read every version.
      const { rows } = await sql<ScoredChunk>`
        select near.id, near."versionId", near.score from (
          select v.chunk_id as id, v.version_id as "versionId", bit_count(v.bits # ${signs}::varbit)::float8 as score
          from chunk_vector v
          where v.index_id = any(${[...scope.indexIds]}::int[]) and ${matchesVersions(scope.versions, 'v.version_id')} and ${hasItem}
            and v.embedder = ${embedder} and bit_length(v.bits) = ${signs.length}
          order by score, id limit ${limit * 2}) near
        join document_version s on s.id = near."versionId" and s.visible
        order by near.score, near.id limit ${limit}`.execute(db);
      return rows;
    },

    /** The files of the given versions, without versions that are invisible or no longer in a corpus of the tenant. */
    async findFiles(tenantId: string, versionIds: readonly string[]): Promise<VersionFile[]> {
      const { rows } = await sql<VersionFile>`select ${FILE} from ${FILES}
        where s.id = any(${[...versionIds]}::uuid[]) and s.visible and ${IS_PRESENT} and h.tenant_id = ${tenantId}`.execute(
        db,
      );
      return rows;
    },

    /**
     * The drives of files of the tenant's sites, independent of their version. A file that was removed from its corpus is in the
     * library of the site: answers that are based on it stay readable to those who can open it.
     */
    async locateFiles(tenantId: string, items: readonly { siteId: string; itemId: string }[]) {
      const { rows } = await sql<{ siteId: string; itemId: string; driveId: string }>`
        select asked.site_id as "siteId", asked.item_id as "itemId", coalesce(f.drive_id, s.drive_id) as "driveId"
        from unnest(${items.map(({ siteId }) => siteId)}::text[], ${items.map(({ itemId }) => itemId)}::text[]) as asked (site_id, item_id)
          join site s on s.tenant_id = ${tenantId} and s.id = asked.site_id
          left join corpus_file f on f.tenant_id = s.tenant_id and f.site_id = s.id and f.item_id = asked.item_id`.execute(
        db,
      );
      return rows;
    },

    /** Texts of chunks, with up to `around` neighbors on either side, in reading order per file. Parts are pages or sections. */
    async findTexts(ids: readonly number[], around = 0, { acrossParts = true } = {}): Promise<ChunkText[]> {
      const { rows } = await sql<Omit<ChunkText, 'location'> & { location: unknown }>`
        select distinct on (c.version_id, c.n) c.id, c.version_id as "versionId", c.n, c.part, c.char_from as "charFrom",
          c.location, c.body, s.unread
        from chunk m join chunk c on c.version_id = m.version_id and c.n between m.n - ${around}::int and m.n + ${around}::int and (${acrossParts} or c.part = m.part)
          join document_version s on s.id = c.version_id and s.visible
        where m.id = any(${[...ids]}::bigint[]) order by c.version_id, c.n`.execute(db);
      return rows as ChunkText[];
    },

    async findVectors(ids: readonly number[], embedder: string): Promise<Map<number, Float32Array>> {
      const rows = await db
        .selectFrom('chunk_vector')
        .select(['chunk_id', 'vector'])
        .where(sql<boolean>`chunk_id = any(${[...ids]}::bigint[])`)
        .where('embedder', '=', embedder)
        .execute();
      return new Map(rows.map(({ chunk_id, vector }) => [chunk_id, toFloats(vector)]));
    },
  };
}

/** The bytes as 32-bit floats. Copies them only if they are not aligned to 32 bits. */
function toFloats(bytes: Uint8Array): Float32Array {
  return new Float32Array(
    bytes.byteOffset % 4 === 0 ? bytes.buffer : bytes.slice().buffer,
    bytes.byteOffset % 4 === 0 ? bytes.byteOffset : 0,
    bytes.byteLength / 4,
  );
}
