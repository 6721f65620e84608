import type { Selectable } from 'kysely';
import type { CorpusConfig } from '#contract/sites/sites.ts';
import type { Db, Owner, Schema } from '#api/storage/schema.ts';
import { toStorable, toJson } from '#api/storage/json.ts';
import { ago, databaseNow } from '#api/storage/tables/databaseTime.ts';

export interface SiteRow {
  tenantId: string;
  /** 32 hexadecimal digits. */
  id: string;
  graphId: string;
  driveId: string;
  name: string;
  link: string;
  description: string;
  prompt: string;
  config: CorpusConfig;
  creatorId: string;
  creatorEmail: string;
}

export interface CorpusText {
  description: string;
  prompt: string;
}

function toSite(row: Selectable<Schema['site']>): SiteRow {
  return {
    tenantId: row.tenant_id,
    id: row.id,
    graphId: row.graph_id,
    driveId: row.drive_id,
    name: row.name,
    link: row.link,
    description: row.description,
    prompt: row.prompt,
    config: row.config as unknown as CorpusConfig,
    creatorId: row.creator_id,
    creatorEmail: row.creator_email,
  };
}

export function sitesTable(db: Db) {
  return {
    /** Creates a corpus; false if the site already has one. */
    async create(site: SiteRow, createdAt: Date): Promise<boolean> {
      const row = await db
        .insertInto('site')
        .values({
          tenant_id: site.tenantId,
          id: site.id,
          graph_id: site.graphId,
          drive_id: site.driveId,
          name: toStorable(site.name),
          link: toStorable(site.link),
          description: toStorable(site.description),
          prompt: toStorable(site.prompt),
          config: toJson(site.config),
          creator_id: site.creatorId,
          creator_email: toStorable(site.creatorEmail),
          created_at: createdAt,
        })
        .onConflict((conflict) => conflict.columns(['tenant_id', 'id']).doNothing())
        .returning('id')
        .executeTakeFirst();
      return row !== undefined;
    },

    async find(tenantId: string, id: string): Promise<SiteRow | undefined> {
      const row = await db
        .selectFrom('site')
        .selectAll()
        .where('tenant_id', '=', tenantId)
        .where('id', '=', id)
        .executeTakeFirst();
      return row && toSite(row);
    },

    async list(tenantId: string): Promise<SiteRow[]> {
      const rows = await db.selectFrom('site').selectAll().where('tenant_id', '=', tenantId).orderBy('id').execute();
      return rows.map(toSite);
    },

    /** Changes the texts of a corpus if they are still `from`; otherwise returns undefined. */
    async change(tenantId: string, id: string, from: CorpusText, to: CorpusText): Promise<SiteRow | undefined> {
      const row = await db
        .updateTable('site')
        .set({ description: toStorable(to.description), prompt: toStorable(to.prompt) })
        .where('tenant_id', '=', tenantId)
        .where('id', '=', id)
        .where('description', '=', toStorable(from.description))
        .where('prompt', '=', toStorable(from.prompt))
        .returningAll()
        .executeTakeFirst();
      return row && toSite(row);
    },

    /**
     * Claims the check for changes on behalf of a person. Returns null if the person's last check was less than
     * `intervalMs` ago, otherwise Graph's delta link from that check. The link is null for the first check.
     */
    async claimVisit(
      { tenantId, id }: SiteRow,
      person: Owner,
      intervalMs: number,
    ): Promise<{ deltaLink: string | null } | null> {
      const key = { tenant_id: tenantId, site_id: id, person_id: person.id };
      const row = await db
        .insertInto('site_visit')
        .values({ ...key, checked_at: databaseNow, delta_link: null })
        .onConflict((conflict) =>
          conflict
            .columns(['tenant_id', 'site_id', 'person_id'])
            .doUpdateSet({ checked_at: databaseNow })
            .where('site_visit.checked_at', '<', ago(intervalMs)),
        )
        .returning('delta_link')
        .executeTakeFirst();
      return row ? { deltaLink: row.delta_link } : null;
    },

    async saveDeltaLink({ tenantId, id }: SiteRow, person: Owner, deltaLink: string | null): Promise<void> {
      await db
        .updateTable('site_visit')
        .set({ delta_link: deltaLink })
        .where('tenant_id', '=', tenantId)
        .where('site_id', '=', id)
        .where('person_id', '=', person.id)
        .execute();
    },
  };
}
