import { sql, type Selectable } from 'kysely';
import type { fileStates } from '#contract/sites/corpusFiles.ts';
import { toStorable } from '#api/storage/json.ts';
import type { Schema } from '#api/storage/schema.ts';

export type FileState = (typeof fileStates)[number];

/** A version of a file in its library, as Graph described it. */
export interface FileVersion {
  name: string;
  type: string;
  link: string;
  size: number;
  /** Empty if Graph returned none. */
  etag: string;
  modifiedAt: Date;
}

export interface CorpusFileRow extends FileVersion {
  id: string;
  tenantId: string;
  siteId: string;
  itemId: string;
  driveId: string;
  library: string;
  /** Who added it to the corpus. Rights follow from the id; name and address are displayed. */
  creator: { id: string; name: string; email: string };
  /** `needsYou` also if the bytes are missing and no process is fetching them. */
  state: FileState;
  reason: string | null;
  sha256: string | null;
  runId: string;
  citations: number;
}

export type NewCorpusFile = Omit<CorpusFileRow, 'citations' | 'state' | 'sha256' | 'reason'>;

export const corpusFileColumns = [
  'id', 'tenant_id', 'site_id', 'item_id', 'drive_id', 'library', 'name', 'type', 'link', 'size', 'etag', 'modified_at',
  'creator_id', 'creator_name', 'creator_email', 'reason', 'sha256', 'run_id', 'citations',
] as const; // prettier-ignore

export const hasNoBytes = sql<boolean>`sha256 is null and state in ('waiting', 'needsYou')`;
/** No process is fetching the bytes now, and no pause after a failed fetch is in effect. */
export const isNotFetched = sql<boolean>`(fetch_until is null or fetch_until < now())`;
export const displayState = sql<string>`case when ${hasNoBytes} and ${isNotFetched} then 'needsYou' else state end`.as(
  'state',
);

type Row = Pick<Selectable<Schema['corpus_file']>, (typeof corpusFileColumns)[number] | 'state'>;

export function toCorpusFile(row: Row): CorpusFileRow {
  return {
    id: row.id,
    tenantId: row.tenant_id,
    siteId: row.site_id,
    itemId: row.item_id,
    driveId: row.drive_id,
    library: row.library,
    name: row.name,
    type: row.type,
    link: row.link,
    size: row.size,
    etag: row.etag,
    modifiedAt: row.modified_at,
    creator: { id: row.creator_id, name: row.creator_name, email: row.creator_email },
    state: row.state as FileState,
    reason: row.reason,
    sha256: row.sha256,
    runId: row.run_id,
    citations: row.citations,
  };
}

export function versionValues(file: FileVersion) {
  return {
    name: toStorable(file.name),
    type: file.type,
    link: toStorable(file.link),
    size: file.size,
    etag: toStorable(file.etag),
    modified_at: file.modifiedAt,
  };
}

export function creatorValues({ creator }: Pick<CorpusFileRow, 'creator'>) {
  return { creator_id: creator.id, creator_name: toStorable(creator.name), creator_email: toStorable(creator.email) };
}
