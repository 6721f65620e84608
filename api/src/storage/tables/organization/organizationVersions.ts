import { sql } from 'kysely';
import type { FieldChange } from '#contract/admin/admin.ts';
import { toStorable, toJson } from '#api/storage/json.ts';
import type { Db } from '#api/storage/schema.ts';

export interface OrganizationVersion {
  tenantId: string;
  version: number;
  settings: Record<string, unknown>;
  changes: FieldChange[];
  author: { id: string; name: string };
  /** The version that was saved again. */
  restoredVersion: number | null;
  createdAt: Date;
}

export function organizationVersionsTable(db: Db) {
  const versionsOf = (tenantId: string) =>
    db.selectFrom('organization_version').selectAll().where('tenant_id', '=', tenantId);

  return {
    /** The number of the latest version of each tenant that has one. */
    async listLatest(): Promise<{ tenantId: string; version: number }[]> {
      const rows = await db
        .selectFrom('organization_version')
        .select(['tenant_id', (select) => select.fn.max('version').as('version')])
        .groupBy('tenant_id')
        .execute();
      return rows.map(({ tenant_id: tenantId, version }) => ({ tenantId, version }));
    },

    async find(tenantId: string, version: number): Promise<OrganizationVersion | undefined> {
      const row = await versionsOf(tenantId).where('version', '=', version).executeTakeFirst();
      return row && toVersion(row);
    },

    /** Versions before one, the newest first. */
    async list(tenantId: string, before: number | null, limit: number): Promise<OrganizationVersion[]> {
      const rows = await versionsOf(tenantId)
        .$if(before !== null, (query) => query.where('version', '<', before ?? 0))
        .orderBy('version', 'desc')
        .limit(limit)
        .execute();
      return rows.map(toVersion);
    },

    /** Saves the next version; false if another version was saved since the one that it follows. */
    async save({ author, ...row }: OrganizationVersion): Promise<boolean> {
      const { rows } = await sql`insert into organization_version
          (tenant_id, version, settings, changes, author_id, author_name, restored_version, created_at)
        select ${row.tenantId}, ${row.version}::integer, ${toJson(row.settings)}::json, ${toJson(row.changes)}::json,
          ${author.id}, ${toStorable(author.name)}, ${row.restoredVersion}::integer, ${row.createdAt}::timestamptz
        where ${row.version}::integer - 1 = (
          select coalesce(max(version), 0) from organization_version where tenant_id = ${row.tenantId})
        on conflict do nothing returning version`.execute(db);
      return rows.length > 0;
    },

    /** The versions that were in use at some time since then, the newest first. */
    async listUsedSince(tenantId: string, since: Date): Promise<OrganizationVersion[]> {
      const rows = await versionsOf(tenantId)
        .where(
          'version',
          '>=',
          sql<number>`coalesce((select max(version) from organization_version
            where tenant_id = ${tenantId} and created_at <= ${since}), 0)`,
        )
        .orderBy('version', 'desc')
        .execute();
      return rows.map(toVersion);
    },
  };
}

interface Row {
  tenant_id: string;
  version: number;
  settings: Record<string, unknown>;
  changes: FieldChange[];
  author_id: string;
  author_name: string;
  restored_version: number | null;
  created_at: Date;
}

function toVersion(row: Row): OrganizationVersion {
  return {
    tenantId: row.tenant_id,
    version: row.version,
    settings: row.settings,
    changes: row.changes,
    author: { id: row.author_id, name: row.author_name },
    restoredVersion: row.restored_version,
    createdAt: row.created_at,
  };
}
