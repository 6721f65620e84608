import { sql } from 'kysely';
import type { Place } from '../../../contract/places.ts';
import type { Db } from '../schema.ts';
import { parseTsvector, quoted, type Occurrence } from '../tsvector.ts';
import { signsOf } from './chunks.ts';

/** What is searched: shelves of one tenant, all of their files or only some. */
export interface Scope {
  shelfIds: number[];
  itemIds: readonly string[] | null;
  files: number;
  chunks: number;
  /** Words of a chunk in the mean; never 0. */
  meanLength: number;
}

/** A word to look for and what it is worth. */
export interface Wanted {
  word: string;
  weight: number;
}

export interface Found {
  id: number;
  setId: string;
  score: number;
}

/** The version of a file that a chunk is of, and where Graph is asked about it. */
export interface FoundFile {
  setId: string;
  siteId: string;
  itemId: string;
  driveId: string;
  etag: string;
  name: string;
  type: string;
}

export interface ChunkText {
  id: number;
  setId: string;
  n: number;
  place: Place;
  body: string;
}

export interface ChunkWords {
  id: number;
  setId: string;
  /** How many words the chunk has, and the whole file. */
  length: number;
  fileLength: number;
  words: Map<string, Occurrence[]>;
}

/** BM25's share of length in the first, rough ranking. */
const B = 0.75;

const any = (words: readonly Wanted[]) => words.map(({ word }) => quoted(word)).join(' | ');

/**
 * A rough BM25 in the engine's own functions: `ts_rank` of one word grows with its number and saturates (1, 1.25, 1.36 …
 * to 1.64), as BM25's share does. Exact scores follow for the best of these.
 */
function rough(wanted: readonly Wanted[], meanLength: number) {
  const parts = wanted.map(
    ({ word, weight }) => sql`${weight}::float8 * ts_rank('{1,1,1,1}', w.tsv, ${quoted(word)}::tsquery)`,
  );
  return sql<number>`(${sql.join(parts, sql` + `)}) / (${1 - B}::float8 + ${B}::float8 * w.words / ${meanLength}::float8)`;
}

const ofItems = ({ itemIds }: Scope) => (itemIds === null ? sql`` : sql`and s.item_id = any(${[...itemIds]}::text[])`);

export function chunkSearchTable(db: Db) {
  return {
    async scope(tenantId: string, siteIds: readonly string[], itemIds: readonly string[] | null): Promise<Scope> {
      const shelves = await db
        .selectFrom('shelf')
        .selectAll()
        .where('tenant_id', '=', tenantId)
        .where(sql<boolean>`site_id = any(${[...siteIds]}::text[])`)
        .execute();
      const sum = (of: (shelf: (typeof shelves)[number]) => number) =>
        shelves.reduce((total, shelf) => total + of(shelf), 0);
      const [files, chunks] = [sum((shelf) => shelf.files), sum((shelf) => shelf.chunks)];
      return {
        shelfIds: shelves.map(({ id }) => id),
        itemIds,
        files,
        chunks,
        meanLength: Math.max(1, sum((shelf) => shelf.words) / Math.max(1, chunks)),
      };
    },

    /** The languages of a scope's files, most frequent first. */
    async languages({ shelfIds }: Scope): Promise<string[]> {
      const { rows } = await sql<{ language: string }>`select language from chunk_set
        where shelf_id = any(${shelfIds}::int[]) and visible group by 1 order by count(*) desc limit 3`.execute(db);
      return rows.map(({ language }) => language);
    },

    /** In how many files and chunks of the scope's shelves each word is; words that are in none are left out. */
    async counts(
      { shelfIds }: Scope,
      words: readonly string[],
    ): Promise<Map<string, { files: number; chunks: number }>> {
      const { rows } = await sql<{ word: string; files: number; chunks: number }>`
        select word, sum(files)::int as files, sum(chunks)::int as chunks from term
        where shelf_id = any(${shelfIds}::int[]) and word = any(${[...words]}::text[]) and chunks > 0 group by word`.execute(
        db,
      );
      return new Map(rows.map(({ word, ...counts }) => [word, counts]));
    },

    /** Chunks with any of `selecting`, the roughly best of them for all of `wanted`. */
    async byWords(
      scope: Scope,
      selecting: readonly Wanted[],
      wanted: readonly Wanted[],
      limit: number,
    ): Promise<Found[]> {
      if (selecting.length === 0) return [];
      const score = rough(wanted, scope.meanLength);
      const { rows } = await sql<Found>`
        select w.chunk_id as id, w.set_id as "setId", ${score} as score
        from chunk_words w join chunk_set s on s.id = w.set_id and s.visible ${ofItems(scope)}
        where w.shelf_id = any(${scope.shelfIds}::int[]) and w.tsv @@ ${any(selecting)}::tsquery
        order by score desc, id limit ${limit}`.execute(db);
      return rows;
    },

    /** All words of some chunks with their places. */
    async words(ids: readonly number[]): Promise<ChunkWords[]> {
      const { rows } = await sql<Omit<ChunkWords, 'words'> & { tsv: string }>`
        select w.chunk_id as id, w.set_id as "setId", w.words as length, s.words as "fileLength", w.tsv::text as tsv
        from chunk_words w join chunk_set s on s.id = w.set_id
        where w.chunk_id = any(${[...ids]}::bigint[])`.execute(db);
      return rows.map(({ tsv, ...chunk }) => ({ ...chunk, words: parseTsvector(tsv) }));
    },

    /** Chunks whose vector points nearly the same way, nearest first, by the distance of their signs. */
    async byVector(scope: Scope, embedder: string, vector: Float32Array, limit: number): Promise<Found[]> {
      const signs = signsOf(vector);
      const ofSome =
        scope.itemIds === null
          ? sql``
          : sql`and v.set_id in (select s.id from chunk_set s where s.visible ${ofItems(scope)})`;
      // What is not visible is left out of the nearest, not of all: joining first would read every set.
      const { rows } = await sql<Found>`
        select near.id, near."setId", near.score from (
          select v.chunk_id as id, v.set_id as "setId", bit_count(v.bits # ${signs}::varbit)::float8 as score
          from chunk_vector v
          where v.shelf_id = any(${scope.shelfIds}::int[]) and v.embedder = ${embedder} and bit_length(v.bits) = ${signs.length} ${ofSome}
          order by score limit ${limit * 2}) near
        join chunk_set s on s.id = near."setId" and s.visible
        order by near.score, near.id limit ${limit}`.execute(db);
      return rows;
    },

    /** The files of sets that are visible and still belong to a corpus of the tenant. */
    async files(tenantId: string, setIds: readonly string[]): Promise<FoundFile[]> {
      const { rows } = await sql<FoundFile>`
        select s.id as "setId", h.site_id as "siteId", s.item_id as "itemId", f.drive_id as "driveId", s.etag, s.name, s.type
        from chunk_set s join shelf h on h.id = s.shelf_id
          join corpus_file f on f.tenant_id = h.tenant_id and f.site_id = h.site_id and f.item_id = s.item_id
        where s.id = any(${[...setIds]}::uuid[]) and s.visible and h.tenant_id = ${tenantId}`.execute(db);
      return rows;
    },

    /** Where the files of corpora of the tenant are, whichever version of them was found. */
    async located(tenantId: string, items: readonly { siteId: string; itemId: string }[]) {
      const { rows } = await sql<{ siteId: string; itemId: string; driveId: string }>`
        select f.site_id as "siteId", f.item_id as "itemId", f.drive_id as "driveId" from corpus_file f
          join unnest(${items.map(({ siteId }) => siteId)}::text[], ${items.map(({ itemId }) => itemId)}::text[]) as asked (site_id, item_id)
            on f.site_id = asked.site_id and f.item_id = asked.item_id
        where f.tenant_id = ${tenantId}`.execute(db);
      return rows;
    },

    /** What chunks say, with up to `around` neighbours on either side; in reading order, file by file. */
    async texts(ids: readonly number[], around = 0): Promise<ChunkText[]> {
      const { rows } = await sql<Omit<ChunkText, 'place'> & { place: unknown }>`
        select distinct on (c.set_id, c.n) c.id, c.set_id as "setId", c.n, c.place, c.body
        from chunk m join chunk c on c.set_id = m.set_id and c.n between m.n - ${around}::int and m.n + ${around}::int
          join chunk_set s on s.id = c.set_id and s.visible
        where m.id = any(${[...ids]}::bigint[]) order by c.set_id, c.n`.execute(db);
      return rows as ChunkText[];
    },

    async vectors(ids: readonly number[], embedder: string): Promise<Map<number, Float32Array>> {
      const rows = await db
        .selectFrom('chunk_vector')
        .select(['chunk_id', 'vector'])
        .where(sql<boolean>`chunk_id = any(${[...ids]}::bigint[])`)
        .where('embedder', '=', embedder)
        .execute();
      return new Map(rows.map(({ chunk_id, vector }) => [chunk_id, floatsOf(vector)]));
    },
  };
}

/** The bytes may begin where 32-bit numbers may not. */
function floatsOf(bytes: Uint8Array): Float32Array {
  return new Float32Array(
    bytes.byteOffset % 4 === 0 ? bytes.buffer : bytes.slice().buffer,
    bytes.byteOffset % 4 === 0 ? bytes.byteOffset : 0,
    bytes.byteLength / 4,
  );
}
