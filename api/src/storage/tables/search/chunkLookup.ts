import { sql } from 'kysely';
import type { Db } from '#api/storage/schema.ts';
import { FILES, isIn, type CorpusFilter } from './fileFilters.ts';

/** Which files of a filter to take. */
export interface FileConditions {
  /** Types of files; all if missing. */
  types?: readonly string[] | undefined;
  /** First and last day of the last change, as YYYY-MM-DD. */
  changedFrom?: string | undefined;
  changedTo?: string | undefined;
  /** Parts of the name, in any case. */
  nameParts?: readonly string[];
}

/** Which chunks of a file to take; all conditions apply. */
export interface ChunkConditions {
  /** A chunk, and how many chunks around it. */
  around?: { chunkId: number; before: number; after: number };
  /** Pages, slides, rows of a sheet or seconds; parts of a file that has none of these. */
  numbers?: { from: number; to: number };
  /** Name of a sheet, in any case. */
  sheet?: string | undefined;
  /** Texts that a chunk contains, in any case. */
  contains?: readonly string[];
}

/** What a list says about a file beside its name. */
export interface Outline {
  versionId: string;
  /** Number of pages or slides; null if the format has none. */
  pages: number | null;
  parts: number;
  /** The first headings, or names of sheets. */
  headings: string[];
  /** The first characters of the text. */
  beginning: string;
}

const MAX_HEADINGS = 12;
const BEGINNING_CHARACTERS = 120;

/** The first and the last number of a chunk's location. The range of a sheet is such as A2:F40. */
const FIRST = sql.raw(`coalesce(c.location->>'page', c.location->>'slide', c.location->>'from',
  substring(c.location->>'range' from '[0-9]+'), (c.part + 1)::text)::float8`);
const LAST = sql.raw(`coalesce(c.location->>'page', c.location->>'slide', c.location->>'to',
  substring(c.location->>'range' from '[0-9]+$'), (c.part + 1)::text)::float8`);

/** When a file was changed, or added to a chat. */
const CHANGED_AT = sql.raw('coalesce(f.modified_at, o.created_at)');

const always = sql<boolean>`true`;

function meets({ types, changedFrom, changedTo, nameParts = [] }: FileConditions) {
  return sql.join(
    [
      types ? sql`s.type = any(${[...types]}::text[])` : always,
      changedFrom === undefined ? always : sql`${CHANGED_AT} >= ${changedFrom}::date`,
      changedTo === undefined ? always : sql`${CHANGED_AT} < ${changedTo}::date + 1`,
      ...nameParts.map((part) => sql`strpos(lower(s.name), lower(${part})) > 0`),
    ],
    sql` and `,
  );
}

/** What look-ups read beside a search. Whatever has ids only is trimmed to what a person can read before text is read. */
export function chunkLookupTable(db: Db) {
  return {
    /** Ids of the files in Graph. */
    async listItemIds(filter: CorpusFilter, conditions: FileConditions): Promise<string[]> {
      const { rows } = await sql<{ itemId: string }>`select distinct s.item_id as "itemId" from ${FILES}
        where ${isIn(filter)} and ${meets(conditions)}`.execute(db);
      return rows.map(({ itemId }) => itemId);
    },

    /** The first chunk of each file, the file that was changed last first. */
    async listFirstChunks(
      filter: CorpusFilter,
      conditions: FileConditions,
      { start, limit }: { start: number; limit: number },
    ): Promise<{ chunkId: number; versionId: string }[]> {
      const { rows } = await sql<{ chunkId: number; versionId: string }>`
        select c.id as "chunkId", s.id as "versionId"
        from ${FILES} join lateral (select id from chunk where version_id = s.id order by n limit 1) c on true
        where ${isIn(filter)} and ${meets(conditions)}
        order by ${CHANGED_AT} desc, s.item_id, h.site_id limit ${limit} offset ${start}`.execute(db);
      return rows;
    },

    /** The first chunks of a version, in reading order. */
    async listChunks(
      versionId: string,
      { around, numbers, sheet, contains = [] }: ChunkConditions,
      limit: number,
    ): Promise<number[]> {
      const conditions = [
        sql`c.version_id = ${versionId}::uuid`,
        ...(around
          ? [
              sql`exists (select from chunk m where m.id = ${around.chunkId}::bigint and m.version_id = c.version_id
                and c.n between m.n - ${around.before}::int and m.n + ${around.after}::int)`,
            ]
          : []),
        ...(numbers ? [sql`${FIRST} <= ${numbers.to}::float8 and ${LAST} >= ${numbers.from}::float8`] : []),
        ...(sheet === undefined ? [] : [sql`lower(c.location->>'sheet') = lower(${sheet})`]),
        ...contains.map((text) => sql`strpos(lower(c.body), lower(${text})) > 0`),
      ];
      const { rows } = await sql<{ id: number }>`
        select c.id from chunk c where ${sql.join(conditions, sql` and `)} order by c.n limit ${limit}`.execute(db);
      return rows.map(({ id }) => id);
    },

    /** For each excerpt of a file, the first chunk that holds it, in any white space. Excerpts that are gone are left out. */
    async findExcerpts(
      tenantId: string,
      excerpts: readonly { siteId: string; itemId: string; text: string }[],
    ): Promise<{ chunkId: number; versionId: string }[]> {
      const toLine = (text: ReturnType<typeof sql>) => sql`regexp_replace(${text}, '\\s+', ' ', 'g')`;
      const { rows } = await sql<{ chunkId: number; versionId: string }>`
        select distinct on (asked.n) c.id as "chunkId", c.version_id as "versionId"
        from unnest(${excerpts.map(({ siteId }) => siteId)}::text[], ${excerpts.map(({ itemId }) => itemId)}::text[],
            ${excerpts.map(({ text }) => text)}::text[]) with ordinality as asked (site_id, item_id, text, n)
          join search_index h on h.tenant_id = ${tenantId} and h.site_id = asked.site_id
          join document_version s on s.index_id = h.id and s.item_id = asked.item_id and s.visible
          join chunk c on c.version_id = s.id
        where strpos(${toLine(sql`c.body`)}, ${toLine(sql`asked.text`)}) > 0
        order by asked.n, c.n`.execute(db);
      return rows;
    },

    async findOutlines(versionIds: readonly string[]): Promise<Outline[]> {
      const { rows } = await sql<Outline>`
        select c.version_id as "versionId", max(coalesce(c.location->>'page', c.location->>'slide')::int) as pages,
          max(c.part) + 1 as parts,
          array(select heading from (
            select coalesce(x.location->>'sheet', concat_ws(' › ', x.location->'path'->>0, x.location->'path'->>1)) as heading,
              min(x.n) as n
            from chunk x where x.version_id = c.version_id group by 1) h
            where heading <> '' order by n limit ${MAX_HEADINGS}) as headings,
          (select left(x.body, ${BEGINNING_CHARACTERS}::int) from chunk x where x.version_id = c.version_id order by x.n limit 1) as beginning
        from chunk c join document_version s on s.id = c.version_id and s.visible
        where c.version_id = any(${[...versionIds]}::uuid[]) group by c.version_id`.execute(db);
      return rows;
    },
  };
}
