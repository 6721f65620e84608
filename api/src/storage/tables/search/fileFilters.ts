import { sql } from 'kysely';

/** Sites of a tenant and files of chats, with all of their files or only some. */
export interface CorpusFilter {
  tenantId: string;
  siteIds: readonly string[];
  /** Files that people added to chats. */
  fileIds?: readonly string[];
  /** Only these files of the sites and chats; null for all. */
  itemIds: readonly string[] | null;
}

/** Versions to search: only some, or all except some. */
export type VersionFilter =
  { only: readonly string[] } | { except: readonly string[]; itemIds: readonly string[] | null };

export const isOneOfItems = (itemIds: readonly string[] | null) =>
  itemIds === null ? sql`true` : sql`s.item_id = any(${[...itemIds]}::text[])`;

export const matchesVersions = (versions: VersionFilter, column: string) =>
  'only' in versions
    ? sql`${sql.ref(column)} = any(${[...versions.only]}::uuid[])`
    : sql`${sql.ref(column)} <> all(${[...versions.except]}::uuid[])`;

export const getItemIds = (versions: VersionFilter) => ('only' in versions ? null : versions.itemIds);

export const FILE = sql`s.id as "versionId", coalesce(h.site_id, '') as "siteId", s.item_id as "itemId",
  coalesce(f.drive_id, '') as "driveId", o.owner_id as "ownerId", s.etag, s.name, s.type`;
/** File versions with their index and their file: `f` in a corpus, or `o` in a chat. */
export const FILES = sql`document_version s join search_index h on h.id = s.index_id
  left join corpus_file f on f.tenant_id = h.tenant_id and f.site_id = h.site_id and f.item_id = s.item_id
  left join file o on o.id = h.file_id`;
/** Leaves out versions whose file is no longer in a corpus. */
export const IS_PRESENT = sql<boolean>`(f.id is not null or o.id is not null)`;

export const isInIndexes = ({ siteIds, fileIds = [] }: CorpusFilter) =>
  fileIds.length === 0
    ? sql<boolean>`h.site_id = any(${[...siteIds]}::text[])`
    : sql<boolean>`(h.site_id = any(${[...siteIds]}::text[]) or h.file_id = any(${[...fileIds]}::uuid[]))`;

/** Selects the visible versions of a filter from `FILES`. */
export const isIn = (filter: CorpusFilter) =>
  sql<boolean>`h.tenant_id = ${filter.tenantId} and ${isInIndexes(filter)} and s.visible and ${IS_PRESENT}
    and ${isOneOfItems(filter.itemIds)}`;
