import { sql } from 'kysely';
import type { Location } from '../../../../contract/locations.ts';
import type { Db } from '../../schema.ts';
import { parseTsvector, quoted, type Occurrence } from '../../tsvector.ts';
import { signsOf } from './chunks.ts';

/** Where a search looks: a tenant's sites, all of their files or only some. */
export interface Where {
  tenantId: string;
  siteIds: readonly string[];
  /** Only these files; all of them where it is null. */
  itemIds: readonly string[] | null;
}

/** Which versions of files are searched: only some, or all but some. */
export type Sets = { only: readonly string[] } | { except: readonly string[]; itemIds: readonly string[] | null };

export interface Scope {
  shelfIds: readonly number[];
  sets: Sets;
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

/** A version of a file with what it adds to the statistics. */
export interface ScopeFile extends FoundFile {
  language: string;
  chunks: number;
  words: number;
}

export interface ChunkText {
  id: number;
  setId: string;
  n: number;
  place: Location;
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

const ofItems = (itemIds: readonly string[] | null) =>
  itemIds === null ? sql`true` : sql`s.item_id = any(${[...itemIds]}::text[])`;

const ofSets = (sets: Sets, column: string) =>
  'only' in sets
    ? sql`${sql.ref(column)} = any(${[...sets.only]}::uuid[])`
    : sql`${sql.ref(column)} <> all(${[...sets.except]}::uuid[])`;

const itemsOf = (sets: Sets) => ('only' in sets ? null : sets.itemIds);

const FILE = sql`s.id as "setId", h.site_id as "siteId", s.item_id as "itemId", f.drive_id as "driveId", s.etag, s.name, s.type`;
const FILES = sql`chunk_set s join shelf h on h.id = s.shelf_id
  join corpus_file f on f.tenant_id = h.tenant_id and f.site_id = h.site_id and f.item_id = s.item_id`;

export function chunkSearchTable(db: Db) {
  return {
    /** The shelves of sites, and how many chunks they have together. */
    async shelves({ tenantId, siteIds }: Where): Promise<{ shelfIds: number[]; chunks: number }> {
      const shelves = await db
        .selectFrom('shelf')
        .select(['id', 'chunks'])
        .where('tenant_id', '=', tenantId)
        .where(sql<boolean>`site_id = any(${[...siteIds]}::text[])`)
        .execute();
      return {
        shelfIds: shelves.map(({ id }) => id),
        chunks: shelves.reduce((sum, { chunks }) => sum + chunks, 0),
      };
    },

    /** Files that can be searched, at most `limit`, in an order that nothing but their ids decides. */
    async searchable({ tenantId, siteIds, itemIds }: Where, limit: number): Promise<ScopeFile[]> {
      const { rows } = await sql<ScopeFile>`select ${FILE}, s.language, s.chunks, s.words from ${FILES}
        where h.tenant_id = ${tenantId} and h.site_id = any(${[...siteIds]}::text[]) and s.visible and ${ofItems(itemIds)}
        order by md5(s.item_id), s.item_id, h.site_id limit ${limit}`.execute(db);
      return rows;
    },

    /** Chunks with any of `selecting`, the roughly best of them for all of `wanted`. */
    async byWords(
      scope: Scope,
      selecting: readonly Wanted[],
      wanted: readonly Wanted[],
      meanLength: number,
      limit: number,
    ): Promise<Found[]> {
      if (selecting.length === 0) return [];
      const score = rough(wanted, meanLength);
      const { rows } = await sql<Found>`
        select w.chunk_id as id, w.set_id as "setId", ${score} as score
        from chunk_words w join chunk_set s on s.id = w.set_id and s.visible and ${ofItems(itemsOf(scope.sets))}
        where w.shelf_id = any(${[...scope.shelfIds]}::int[]) and ${ofSets(scope.sets, 'w.set_id')}
          and w.tsv @@ ${any(selecting)}::tsquery
        order by score desc, s.item_id, id limit ${limit}`.execute(db);
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
      const items = itemsOf(scope.sets);
      const ofSome =
        items === null
          ? sql`true`
          : sql`v.set_id in (select s.id from chunk_set s where s.visible and ${ofItems(items)})`;
      // What is not visible is left out of the nearest, not of all: joining first would read every set.
      const { rows } = await sql<Found>`
        select near.id, near."setId", near.score from (
          select v.chunk_id as id, v.set_id as "setId", bit_count(v.bits # ${signs}::varbit)::float8 as score
          from chunk_vector v
          where v.shelf_id = any(${[...scope.shelfIds]}::int[]) and ${ofSets(scope.sets, 'v.set_id')} and ${ofSome}
            and v.embedder = ${embedder} and bit_length(v.bits) = ${signs.length}
          order by score, id limit ${limit * 2}) near
        join chunk_set s on s.id = near."setId" and s.visible
        order by near.score, near.id limit ${limit}`.execute(db);
      return rows;
    },

    /** The files of sets that are visible and still belong to a corpus of the tenant. */
    async files(tenantId: string, setIds: readonly string[]): Promise<FoundFile[]> {
      const { rows } = await sql<FoundFile>`select ${FILE} from ${FILES}
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
