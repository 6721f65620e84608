import { sql } from 'kysely';
import type { Location, TextPart } from '#contract/files/locations.ts';
import type { UnreadContent } from '#contract/files/unread.ts';
import { toStorable, toJson } from '#api/storage/json.ts';
import type { Db, Tx } from '#api/storage/schema.ts';
import { toTsvector, type Occurrence } from '#api/storage/tsvector.ts';
import { countWords, deleteUnusedWords } from './wordCounts.ts';

/** A version of a file of a site, or of a file that a person added to a chat. */
export interface IndexedFile {
  tenantId: string;
  /** Empty for a file of a chat. Its `itemId` is then the id of the file, which only its owner can search. */
  siteId: string;
  itemId: string;
  etag: string;
  name: string;
  type: string;
}

export interface NewVersion extends IndexedFile {
  id: string;
  language: string;
  embedder: string | null;
  unread: readonly UnreadContent[];
}

export type Words = ReadonlyMap<string, readonly Occurrence[]>;

export interface NewChunk {
  n: number;
  part: number;
  charFrom: number;
  charTo: number;
  location: Location;
  body: string;
  /** Number of words in the text, without those of file name and headings. */
  length: number;
  words: Words;
  vector: Float32Array | null;
}

/** Text of a file as it was indexed. */
export interface IndexedText {
  name: string;
  type: string;
  parts: TextPart[];
  unread: UnreadContent[];
}

/** Joins the chunks of each part, without the text that neighbors share. */
function toParts(rows: readonly { part: number; char_from: number; location: unknown; body: string }[]): TextPart[] {
  const parts = new Map<number, TextPart>();
  for (const { part, char_from: from, location, body } of rows) {
    const text = parts.get(part)?.text ?? '';
    parts.set(part, { location: location as Location, text: text.slice(0, from).padEnd(from, ' ') + body });
  }
  return [...parts.values()];
}

/** Sign bits of a vector: 1 for numbers above zero. Their Hamming distance approximates the angle. */
export function toSignBits(vector: Float32Array): string {
  let bits = '';
  for (const value of vector) bits += value > 0 ? '1' : '0';
  return bits;
}

const toBytes = (vector: Float32Array) => new Uint8Array(vector.buffer, vector.byteOffset, vector.byteLength);

type FileKey = Pick<IndexedFile, 'tenantId' | 'siteId' | 'itemId'>;

/** Each site has an index, and each file of a chat has its own. */
const isIndexOf = ({ tenantId, siteId, itemId }: FileKey) =>
  siteId === ''
    ? sql<boolean>`search_index.tenant_id = ${tenantId} and search_index.file_id = ${itemId}::uuid`
    : sql<boolean>`search_index.tenant_id = ${tenantId} and search_index.site_id = ${siteId}`;

async function getOrCreateIndex(db: Db | Tx, file: FileKey): Promise<number> {
  const { tenantId, siteId, itemId } = file;
  await sql`insert into search_index (tenant_id, site_id, file_id)
    values (${tenantId}, ${siteId || null}, ${siteId === '' ? itemId : null}::uuid) on conflict do nothing`.execute(db);
  const { id } = await db.selectFrom('search_index').select('id').where(isIndexOf(file)).executeTakeFirstOrThrow();
  return id;
}

/** Locks an index. Called before the versions to change are read, so that changes are made one after the other. */
async function lockIndex(tx: Tx, indexId: number): Promise<void> {
  await tx.selectFrom('search_index').select('id').where('id', '=', indexId).forUpdate().execute();
}

/** Subtracts a file's visible version from the counts of its locked index, unless it was started after `startedBy`. */
async function uncountVisible(tx: Tx, indexId: number, itemId: string, startedBy?: Date): Promise<'newer' | 'done'> {
  const old = await tx
    .selectFrom('document_version')
    .select(['id', 'started_at'])
    .where('index_id', '=', indexId)
    .where('item_id', '=', itemId)
    .where('visible', '=', true)
    .executeTakeFirst();
  if (old && startedBy && old.started_at > startedBy) return 'newer';
  if (old) await countWords(tx, old.id, -1);
  return 'done';
}

export function chunksTable(db: Db) {
  return {
    /** The version of a file that searches find now. */
    async findVisible(file: FileKey) {
      return db
        .selectFrom('document_version')
        .innerJoin('search_index', 'search_index.id', 'document_version.index_id')
        .select(['document_version.id', 'etag', 'name', 'type', 'embedder', 'unread', 'document_version.chunks'])
        .where(isIndexOf(file))
        .where('item_id', '=', file.itemId)
        .where('visible', '=', true)
        .executeTakeFirst();
    },

    /** The text of the visible version of a file; null without one. */
    async findText(file: FileKey): Promise<IndexedText | null> {
      const version = await this.findVisible(file);
      if (!version) return null;
      const rows = await db
        .selectFrom('chunk')
        .select(['part', 'char_from', 'location', 'body'])
        .where('version_id', '=', version.id)
        .orderBy('n')
        .execute();
      return { name: version.name, type: version.type, parts: toParts(rows), unread: version.unread };
    },

    /** Creates a version that is not visible yet. */
    async createVersion(version: NewVersion, now: Date): Promise<void> {
      await db
        .insertInto('document_version')
        .values({
          id: version.id,
          index_id: await getOrCreateIndex(db, version),
          item_id: version.itemId,
          etag: version.etag,
          name: toStorable(version.name),
          type: version.type,
          language: version.language,
          embedder: version.embedder,
          started_at: now,
          unread: toJson(version.unread),
        })
        .execute();
    },

    /** Adds chunks to a version; false if the version is gone: a newer one was published, or the file was removed. */
    async add(versionId: string, chunks: readonly NewChunk[]): Promise<boolean> {
      return db.transaction().execute(async (tx) => {
        const locked = tx
          .selectFrom('document_version')
          .select(['index_id', 'embedder'])
          .where('id', '=', versionId)
          .forShare();
        const version = await locked.executeTakeFirst();
        if (!version) return false;
        const rows = await tx
          .insertInto('chunk')
          .values(
            chunks.map(({ n, part, charFrom, charTo, location, body }) => ({
              version_id: versionId,
              n,
              part,
              char_from: charFrom,
              char_to: charTo,
              location: toJson(location),
              body: toStorable(body),
            })),
          )
          .returning(['id', 'n'])
          .execute();
        const idOf = new Map(rows.map((row) => [row.n, row.id]));
        const ids = chunks.map(({ n }) => idOf.get(n) ?? 0);
        const lengths = chunks.map(({ length }) => length);
        const tsvs = chunks.map(({ words }) => toTsvector(words));
        await sql`insert into chunk_words (chunk_id, version_id, index_id, words, tsv)
          select id, ${versionId}::uuid, ${version.index_id}::int, words, tsv::tsvector
          from unnest(${ids}::bigint[], ${lengths}::int[], ${tsvs}::text[]) as new (id, words, tsv)`.execute(tx);
        const vectors = chunks.flatMap(({ vector }, index) => (vector ? [{ id: ids[index], vector }] : []));
        if (vectors.length === 0) return true;
        const signs = vectors.map(({ vector }) => toSignBits(vector));
        const bytes = vectors.map(({ vector }) => toBytes(vector));
        await sql`insert into chunk_vector (chunk_id, version_id, index_id, embedder, bits, vector)
          select id, ${versionId}::uuid, ${version.index_id}::int, ${version.embedder}, bits::varbit, vector
          from unnest(${vectors.map(({ id }) => id)}::bigint[], ${signs}::text[], ${bytes}::bytea[])
            as new (id, bits, vector)`.execute(tx);
        return true;
      });
    },

    /**
     * Makes a version visible and deletes all versions that were started before it, in one transaction. False if it is
     * gone, or if a version that was started later is already visible.
     */
    async publish(versionId: string): Promise<boolean> {
      return db.transaction().execute(async (tx) => {
        const row = tx
          .selectFrom('document_version')
          .select(['index_id', 'item_id', 'started_at'])
          .where('id', '=', versionId);
        const unlocked = await row.executeTakeFirst();
        if (!unlocked) return false;
        await lockIndex(tx, unlocked.index_id);
        const version = await row.executeTakeFirst();
        if (!version || (await uncountVisible(tx, version.index_id, version.item_id, version.started_at)) === 'newer') {
          await tx.deleteFrom('document_version').where('id', '=', versionId).execute();
          return false;
        }
        const others = tx
          .deleteFrom('document_version')
          .where('index_id', '=', version.index_id)
          .where('item_id', '=', version.item_id);
        await others.where('id', '<>', versionId).where('started_at', '<=', version.started_at).execute();
        await sql`update document_version set visible = true, chunks = c.chunks, words = c.words
          from (select count(*) as chunks, coalesce(sum(words), 0) as words from chunk_words where version_id = ${versionId}) c
          where id = ${versionId}`.execute(tx);
        await countWords(tx, versionId, 1);
        await deleteUnusedWords(tx, version.index_id);
        return true;
      });
    },

    /** Removes all versions of a file. */
    async removeFile(file: FileKey): Promise<void> {
      await db.transaction().execute(async (tx) => {
        const indexId = await getOrCreateIndex(tx, file);
        await lockIndex(tx, indexId);
        await uncountVisible(tx, indexId, file.itemId);
        await tx
          .deleteFrom('document_version')
          .where('index_id', '=', indexId)
          .where('item_id', '=', file.itemId)
          .execute();
        await deleteUnusedWords(tx, indexId);
      });
    },
  };
}
