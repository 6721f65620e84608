import { sql } from 'kysely';
import { toStorable } from '#api/storage/json.ts';
import type { Db, Owner } from '#api/storage/schema.ts';
import type { Quota } from '#api/storage/tables/chats/chatQuota.ts';
import { checkFiles } from './fileQuota.ts';

export type TemplateKind = 'slides' | 'word';

/** Templates that one person can have. Beyond this number, the oldest are deleted. */
const TEMPLATES_PER_PERSON = 30;

export interface PresentationTemplateRow {
  id: string;
  kind: TemplateKind;
  owner: Owner;
  name: string;
  /** The uploaded bytes until the template is cleaned. */
  sha256: string;
  /** Null until the template is cleaned; 0 for a Word template. */
  layouts: number | null;
}

const columns = ['id', 'kind', 'tenant_id', 'owner_id', 'name', 'sha256', 'layouts'] as const;

export function presentationTemplatesTable(db: Db, quota: Quota) {
  const toRow = ({
    tenant_id,
    owner_id,
    ...row
  }: {
    id: string;
    tenant_id: string;
    owner_id: string;
    kind: TemplateKind;
    name: string;
    sha256: string;
    layouts: number | null;
  }): PresentationTemplateRow => ({ ...row, owner: { tenantId: tenant_id, id: owner_id } });

  return {
    /** Inserts a template that is not cleaned yet. Returns false if the person has no room for its bytes. */
    async insert(
      { id, kind, owner, name, sha256, size }: Omit<PresentationTemplateRow, 'layouts'> & { size: number },
      now: Date,
    ): Promise<boolean> {
      const { rows } =
        await sql`insert into presentation_template (id, kind, tenant_id, owner_id, name, sha256, size, created_at)
        select ${id}, ${kind}, ${owner.tenantId}, ${owner.id}, ${toStorable(name)}, ${sha256}, ${size}, ${now}
        where ${checkFiles(owner, { files: 1, bytes: size }, quota)} returning id`.execute(db);
      return rows.length > 0;
    },

    async find(id: string): Promise<PresentationTemplateRow | undefined> {
      const row = await db.selectFrom('presentation_template').select(columns).where('id', '=', id).executeTakeFirst();
      return row && toRow(row);
    },

    /** A Word template of an organization that is ready. */
    async findWord(tenantId: string, id: string): Promise<PresentationTemplateRow | undefined> {
      const row = await db
        .selectFrom('presentation_template')
        .select(columns)
        .where('id', '=', id)
        .where('tenant_id', '=', tenantId)
        .where('kind', '=', 'word')
        .where('layouts', 'is not', null)
        .executeTakeFirst();
      return row && toRow(row);
    },

    /** The templates of presentations of a person that are ready, the newest first. */
    async list(owner: Owner): Promise<PresentationTemplateRow[]> {
      const rows = await db
        .selectFrom('presentation_template')
        .select(columns)
        .where('tenant_id', '=', owner.tenantId)
        .where('owner_id', '=', owner.id)
        .where('kind', '=', 'slides')
        .where('layouts', 'is not', null)
        .orderBy('created_at', 'desc')
        .orderBy('id')
        .execute();
      return rows.map(toRow);
    },

    /**
     * Saves the cleaned bytes. Deletes the person's earlier template of the same kind and name, and the oldest ones above
     * the limit, but none that a version of the settings names, because administrators can restore it.
     */
    async complete({ id, kind, owner, name }: PresentationTemplateRow, sha256: string, layouts: number): Promise<void> {
      const isDeletable = sql`kind = ${kind} and id <> ${id} and not exists (
        select from organization_version v where v.tenant_id = presentation_template.tenant_id
          and v.settings -> 'wordTemplate' ->> 'id' = presentation_template.id::text)`;
      await db.transaction().execute(async (tx) => {
        await tx.updateTable('presentation_template').set({ sha256, layouts }).where('id', '=', id).execute();
        await sql`delete from presentation_template where tenant_id = ${owner.tenantId} and owner_id = ${owner.id}
          and ${isDeletable} and layouts is not null and name = ${name}`.execute(tx);
        await sql`delete from presentation_template where tenant_id = ${owner.tenantId} and owner_id = ${owner.id}
          and ${isDeletable} and id in (select id from presentation_template where tenant_id = ${owner.tenantId}
            and owner_id = ${owner.id} and kind = ${kind} order by created_at desc, id offset ${TEMPLATES_PER_PERSON})`.execute(
          tx,
        );
      });
    },

    async delete(id: string): Promise<void> {
      await db.deleteFrom('presentation_template').where('id', '=', id).execute();
    },

    /** Whether any template still needs these bytes. */
    async isReferenced(sha256: string): Promise<boolean> {
      const row = await db
        .selectFrom('presentation_template')
        .select('id')
        .where('sha256', '=', sha256)
        .limit(1)
        .executeTakeFirst();
      return row !== undefined;
    },
  };
}
