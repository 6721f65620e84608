import type { Selectable } from 'kysely';
import type { PromptLabel } from '#contract/prompts/promptLabels.ts';
import { toJson } from '#api/storage/json.ts';
import type { Db, Schema, Tx } from '#api/storage/schema.ts';
import type { PromptRow, PromptVersionRow } from './promptRow.ts';

/** Versions that are kept of a prompt, the latest included. */
export const MAX_PROMPT_VERSIONS = 20;
const toVersion = (row: Selectable<Schema['prompt_version']>): PromptVersionRow => ({
  version: row.version,
  title: row.title,
  text: row.text,
  labels: row.labels as PromptLabel[],
  isPrivate: row.is_private,
  modifiedAt: row.modified_at,
});

export function promptVersionsTable(db: Db) {
  return {
    /** Latest first. */
    async list(promptId: string): Promise<PromptVersionRow[]> {
      const rows = await db
        .selectFrom('prompt_version')
        .selectAll()
        .where('prompt_id', '=', promptId)
        .orderBy('version', 'desc')
        .execute();
      return rows.map(toVersion);
    },

    async find(promptId: string, version: number): Promise<PromptVersionRow | undefined> {
      const row = await db
        .selectFrom('prompt_version')
        .selectAll()
        .where('prompt_id', '=', promptId)
        .where('version', '=', version)
        .executeTakeFirst();
      return row && toVersion(row);
    },
  };
}

/** Adds the present state of a prompt to its versions, and removes the oldest ones beyond MAX_PROMPT_VERSIONS. */
export async function insertVersion(tx: Tx, prompt: Omit<PromptRow, 'createdAt' | 'deletedAt'>): Promise<void> {
  const { id, version, title, text, labels, isPrivate, modifiedAt } = prompt;
  await tx
    .insertInto('prompt_version')
    .values({
      prompt_id: id,
      version,
      title,
      text,
      labels: toJson(labels),
      is_private: isPrivate,
      modified_at: modifiedAt,
    })
    .execute();
  await tx
    .deleteFrom('prompt_version')
    .where('prompt_id', '=', id)
    .where('version', '<=', version - MAX_PROMPT_VERSIONS)
    .execute();
}
