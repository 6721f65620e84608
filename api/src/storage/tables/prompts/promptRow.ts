import type { Selectable } from 'kysely';
import type { PromptLabel } from '#contract/prompts/promptLabels.ts';
import { toTitleKey } from '#contract/prompts/promptTitle.ts';
import { toStorable, toJson } from '#api/storage/json.ts';
import type { Owner, Schema } from '#api/storage/schema.ts';

/** What the creator of a prompt writes. */
export interface PromptContent {
  title: string;
  text: string;
  labels: PromptLabel[];
  isPrivate: boolean;
  /** Ids of the sites whose readers see the prompt; empty for everybody in the organization. */
  teams: string[];
}

export interface PromptRow extends PromptContent {
  id: string;
  owner: Owner & { name: string; email: string };
  version: number;
  createdAt: Date;
  modifiedAt: Date;
  deletedAt: Date | null;
}

export interface PromptVersionRow extends Omit<PromptContent, 'teams'> {
  version: number;
  modifiedAt: Date;
}

type Columns = Omit<Selectable<Schema['prompt']>, 'title_key' | 'bytes'>;

/** The columns of a row, with the creator's latest name and address: people are renamed. */
export const promptColumns = [
  'prompt.id',
  'prompt.tenant_id',
  'prompt.owner_id',
  'title',
  'text',
  'labels',
  'is_private',
  'teams',
  'version',
  'created_at',
  'modified_at',
  'deleted_at',
] as const;

export function toPrompt(row: Columns): PromptRow {
  return {
    id: row.id,
    owner: { tenantId: row.tenant_id, id: row.owner_id, name: row.owner_name, email: row.owner_email },
    title: row.title,
    text: row.text,
    labels: row.labels as PromptLabel[],
    isPrivate: row.is_private,
    teams: row.teams,
    version: row.version,
    createdAt: row.created_at,
    modifiedAt: row.modified_at,
    deletedAt: row.deleted_at,
  };
}

/** The content as the engines store it. */
export const cleanContent = (content: PromptContent): PromptContent => ({
  ...content,
  title: toStorable(content.title),
  text: toStorable(content.text),
});

export function toColumns({ owner, ...row }: Omit<PromptRow, 'createdAt' | 'deletedAt'>) {
  return {
    owner_name: toStorable(owner.name),
    owner_email: toStorable(owner.email),
    title: row.title,
    title_key: toTitleKey(row.title),
    text: row.text,
    labels: toJson(row.labels),
    is_private: row.isPrivate,
    teams: toJson(row.teams),
    version: row.version,
    modified_at: row.modifiedAt,
  };
}
