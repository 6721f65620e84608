import { sql } from 'kysely';
import type { Location, TextPart } from '../../../../contract/locations.ts';
import { cleanText, toJson } from '../../json.ts';
import type { Db, Tx } from '../../schema.ts';
import { toTsvector, type Occurrence } from '../../tsvector.ts';

/** One version of one file of a site. */
export interface SearchedFile {
  tenantId: string;
  siteId: string;
  itemId: string;
  etag: string;
  name: string;
  type: string;
}

export interface NewSet extends SearchedFile {
  id: string;
  language: string;
  embedder: string | null;
}

export type Words = ReadonlyMap<string, readonly Occurrence[]>;

export interface NewChunk {
  n: number;
  part: number;
  charFrom: number;
  charTo: number;
  place: Location;
  body: string;
  /** How many words the text has, without those of file name and headings. */
  length: number;
  words: Words;
  vector: Float32Array | null;
}

/** The text of a file as it was indexed. */
export interface IndexedText {
  name: string;
  type: string;
  parts: TextPart[];
}

/** Puts the chunks of each part together again; what two neighbours both say stands once. */
function joined(rows: readonly { part: number; char_from: number; place: unknown; body: string }[]): TextPart[] {
  const parts = new Map<number, TextPart>();
  for (const { part, char_from: from, place, body } of rows) {
    const text = parts.get(part)?.text ?? '';
    parts.set(part, { place: place as Location, text: text.slice(0, from).padEnd(from, ' ') + body });
  }
  return [...parts.values()];
}

/** The signs of a vector: 1 where a number is above zero. Their Hamming distance stands in for the angle. */
export function signsOf(vector: Float32Array): string {
  let bits = '';
  for (const value of vector) bits += value > 0 ? '1' : '0';
  return bits;
}

const bytesOf = (vector: Float32Array) => new Uint8Array(vector.buffer, vector.byteOffset, vector.byteLength);

/** Counts the words of a set into those of its shelf, or out of them. Each row once and in order: nobody waits crosswise. */
async function countWords(tx: Tx, setId: string, by: 1 | -1): Promise<void> {
  await sql`insert into term as t (shelf_id, word, files, chunks)
    select w.shelf_id, u.lexeme, ${by}::int, ${by}::int * count(*) from chunk_words w, unnest(w.tsv) u
    where w.set_id = ${setId} group by 1, 2 order by 2
    on conflict (shelf_id, word) do update set files = t.files + excluded.files, chunks = t.chunks + excluded.chunks`.execute(
    tx,
  );
  await sql`update shelf set files = files + ${by}::int, chunks = shelf.chunks + ${by}::int * s.chunks,
      words = shelf.words + ${by}::int * s.words
    from chunk_set s where s.id = ${setId} and shelf.id = s.shelf_id`.execute(tx);
}

/** What no file says any more is not kept. */
async function dropUnused(tx: Tx, shelfId: number): Promise<void> {
  await sql`delete from term where shelf_id = ${shelfId} and chunks = 0`.execute(tx);
}

async function shelfOf(db: Db | Tx, { tenantId, siteId }: Pick<SearchedFile, 'tenantId' | 'siteId'>): Promise<number> {
  await sql`insert into shelf (tenant_id, site_id) values (${tenantId}, ${siteId}) on conflict do nothing`.execute(db);
  const { id } = await db
    .selectFrom('shelf')
    .select('id')
    .where('tenant_id', '=', tenantId)
    .where('site_id', '=', siteId)
    .executeTakeFirstOrThrow();
  return id;
}

/** Whoever changes what a shelf shows holds its row first, and reads what there is only then. */
async function hold(tx: Tx, shelfId: number): Promise<void> {
  await tx.selectFrom('shelf').select('id').where('id', '=', shelfId).forUpdate().execute();
}

/** Takes the visible set of a file out of the counts of its shelf, which is held, unless it was begun after a moment. */
async function takeOut(tx: Tx, shelfId: number, itemId: string, unless?: Date): Promise<'newer' | 'taken'> {
  const old = await tx
    .selectFrom('chunk_set')
    .select(['id', 'begun_at'])
    .where('shelf_id', '=', shelfId)
    .where('item_id', '=', itemId)
    .where('visible', '=', true)
    .executeTakeFirst();
  if (old && unless && old.begun_at > unless) return 'newer';
  if (old) await countWords(tx, old.id, -1);
  return 'taken';
}

export function chunksTable(db: Db) {
  return {
    /** The version of a file that can be found now. */
    async visible(file: Pick<SearchedFile, 'tenantId' | 'siteId' | 'itemId'>) {
      return db
        .selectFrom('chunk_set')
        .innerJoin('shelf', 'shelf.id', 'chunk_set.shelf_id')
        .select(['chunk_set.id', 'etag', 'name', 'type', 'embedder', 'chunk_set.chunks'])
        .where('tenant_id', '=', file.tenantId)
        .where('site_id', '=', file.siteId)
        .where('item_id', '=', file.itemId)
        .where('visible', '=', true)
        .executeTakeFirst();
    },

    /** What the version of a file that can be found now says, part by part; null where none can be found. */
    async partsOf(file: Pick<SearchedFile, 'tenantId' | 'siteId' | 'itemId'>): Promise<IndexedText | null> {
      const set = await this.visible(file);
      if (!set) return null;
      const rows = await db
        .selectFrom('chunk')
        .select(['part', 'char_from', 'place', 'body'])
        .where('set_id', '=', set.id)
        .orderBy('n')
        .execute();
      return { name: set.name, type: set.type, parts: joined(rows) };
    },

    /** Begins a set that nobody sees yet. */
    async begin(set: NewSet, now: Date): Promise<void> {
      await db
        .insertInto('chunk_set')
        .values({
          id: set.id,
          shelf_id: await shelfOf(db, set),
          item_id: set.itemId,
          etag: set.etag,
          name: cleanText(set.name),
          type: set.type,
          language: set.language,
          embedder: set.embedder,
          begun_at: now,
        })
        .execute();
    },

    /** Adds chunks to a set; false where the set is gone: another process was faster, or the file was forgotten. */
    async add(setId: string, chunks: readonly NewChunk[]): Promise<boolean> {
      return db.transaction().execute(async (tx) => {
        const held = tx.selectFrom('chunk_set').select(['shelf_id', 'embedder']).where('id', '=', setId).forShare();
        const set = await held.executeTakeFirst();
        if (!set) return false;
        const rows = await tx
          .insertInto('chunk')
          .values(
            chunks.map(({ n, part, charFrom, charTo, place, body }) => ({
              set_id: setId,
              n,
              part,
              char_from: charFrom,
              char_to: charTo,
              place: toJson(place),
              body: cleanText(body),
            })),
          )
          .returning(['id', 'n'])
          .execute();
        const idOf = new Map(rows.map((row) => [row.n, row.id]));
        const ids = chunks.map(({ n }) => idOf.get(n) ?? 0);
        const lengths = chunks.map(({ length }) => length);
        const tsvs = chunks.map(({ words }) => toTsvector(words));
        await sql`insert into chunk_words (chunk_id, set_id, shelf_id, words, tsv)
          select id, ${setId}::uuid, ${set.shelf_id}::int, words, tsv::tsvector
          from unnest(${ids}::bigint[], ${lengths}::int[], ${tsvs}::text[]) as new (id, words, tsv)`.execute(tx);
        const vectors = chunks.flatMap(({ vector }, at) => (vector ? [{ id: ids[at], vector }] : []));
        if (vectors.length === 0) return true;
        const signs = vectors.map(({ vector }) => signsOf(vector));
        const bytes = vectors.map(({ vector }) => bytesOf(vector));
        await sql`insert into chunk_vector (chunk_id, set_id, shelf_id, embedder, bits, vector)
          select id, ${setId}::uuid, ${set.shelf_id}::int, ${set.embedder}, bits::varbit, vector
          from unnest(${vectors.map(({ id }) => id)}::bigint[], ${signs}::text[], ${bytes}::bytea[])
            as new (id, bits, vector)`.execute(tx);
        return true;
      });
    },

    /**
     * Makes a whole set visible in place of all that were begun before it, finished or not: one transaction. False where
     * it is gone or a set that was begun later is there already.
     */
    async publish(setId: string): Promise<boolean> {
      return db.transaction().execute(async (tx) => {
        const row = tx.selectFrom('chunk_set').select(['shelf_id', 'item_id', 'begun_at']).where('id', '=', setId);
        const begun = await row.executeTakeFirst();
        if (!begun) return false;
        await hold(tx, begun.shelf_id);
        const set = await row.executeTakeFirst();
        if (!set || (await takeOut(tx, set.shelf_id, set.item_id, set.begun_at)) === 'newer') {
          await tx.deleteFrom('chunk_set').where('id', '=', setId).execute();
          return false;
        }
        const others = tx
          .deleteFrom('chunk_set')
          .where('shelf_id', '=', set.shelf_id)
          .where('item_id', '=', set.item_id);
        await others.where('id', '<>', setId).where('begun_at', '<=', set.begun_at).execute();
        await sql`update chunk_set set visible = true, chunks = c.chunks, words = c.words
          from (select count(*) as chunks, coalesce(sum(words), 0) as words from chunk_words where set_id = ${setId}) c
          where id = ${setId}`.execute(tx);
        await countWords(tx, setId, 1);
        await dropUnused(tx, set.shelf_id);
        return true;
      });
    },

    /** Takes a file and all that was begun of it out of the search. */
    async forget(file: Pick<SearchedFile, 'tenantId' | 'siteId' | 'itemId'>): Promise<void> {
      await db.transaction().execute(async (tx) => {
        const shelfId = await shelfOf(tx, file);
        await hold(tx, shelfId);
        await takeOut(tx, shelfId, file.itemId);
        await tx.deleteFrom('chunk_set').where('shelf_id', '=', shelfId).where('item_id', '=', file.itemId).execute();
        await dropUnused(tx, shelfId);
      });
    },
  };
}
