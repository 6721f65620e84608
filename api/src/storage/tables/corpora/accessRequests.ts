import { sql } from 'kysely';
import type { AccessDecision, AccessRequestState } from '#contract/sites/accessRequests.ts';
import { toStorable } from '#api/storage/json.ts';
import type { Db, Owner } from '#api/storage/schema.ts';
import { ago, databaseNow } from '#api/storage/tables/databaseTime.ts';

/** A person whose request was declined can ask again after this time. */
const AGAIN_AFTER_MS = 86_400_000;
/** Requests in one list; a site has few. */
const MAX_LISTED = 500;

export interface AccessRequestRow {
  siteId: string;
  personId: string;
  name: string;
  email: string;
  state: AccessRequestState;
  askedAt: Date;
}

/** Something that happened to a request since the last notice. */
export interface AccessNews {
  siteId: string;
  personId: string;
  name: string;
  state: AccessRequestState;
}

export function accessRequestsTable(db: Db) {
  const columns = ['site_id', 'person_id', 'person_name', 'person_email', 'state', 'asked_at'] as const;
  return {
    /** Opens a request, or opens a declined one again. Returns its state. */
    async ask(person: Owner & { name: string; email: string }, siteId: string): Promise<AccessRequestState> {
      const asker = { person_name: toStorable(person.name), person_email: toStorable(person.email) };
      const opened = { ...asker, state: 'open', asked_at: databaseNow, decided_at: null };
      await db
        .insertInto('access_request')
        .values({ tenant_id: person.tenantId, site_id: siteId, person_id: person.id, ...opened })
        .onConflict((conflict) =>
          conflict
            .columns(['tenant_id', 'site_id', 'person_id'])
            .doUpdateSet(opened)
            .where('access_request.state', '<>', 'open')
            .where(sql<boolean>`access_request.decided_at < ${ago(AGAIN_AFTER_MS)}`),
        )
        .execute();
      const row = await db
        .selectFrom('access_request')
        .select('state')
        .where('tenant_id', '=', person.tenantId)
        .where('site_id', '=', siteId)
        .where('person_id', '=', person.id)
        .executeTakeFirst();
      return (row?.state ?? 'open') as AccessRequestState;
    },

    async listOwn({ tenantId, id }: Owner): Promise<AccessRequestRow[]> {
      const rows = await db
        .selectFrom('access_request')
        .select(columns)
        .where('tenant_id', '=', tenantId)
        .where('person_id', '=', id)
        .execute();
      return rows.map(toRequest);
    },

    /** Open requests, oldest first. */
    async listOpen(tenantId: string, siteIds: readonly string[]): Promise<AccessRequestRow[]> {
      if (siteIds.length === 0) return [];
      const rows = await db
        .selectFrom('access_request')
        .select(columns)
        .where('tenant_id', '=', tenantId)
        .where('site_id', 'in', [...siteIds])
        .where('state', '=', 'open')
        .orderBy('asked_at')
        .limit(MAX_LISTED)
        .execute();
      return rows.map(toRequest);
    },

    /** Answers an open request; false if there is none. */
    async decide(tenantId: string, siteId: string, personId: string, decision: AccessDecision): Promise<boolean> {
      const row = await db
        .updateTable('access_request')
        .set({ state: decision, decided_at: databaseNow })
        .where('tenant_id', '=', tenantId)
        .where('site_id', '=', siteId)
        .where('person_id', '=', personId)
        .where('state', '=', 'open')
        .returning('site_id')
        .executeTakeFirst();
      return row !== undefined;
    },

    async remove({ tenantId, id }: Owner, siteIds: readonly string[]): Promise<void> {
      if (siteIds.length === 0) return;
      await db
        .deleteFrom('access_request')
        .where('tenant_id', '=', tenantId)
        .where('person_id', '=', id)
        .where('site_id', 'in', [...siteIds])
        .execute();
    },

    /**
     * Takes what happened since the person's last notice: requests of others, and decisions about their own. The lock on the
     * person's row makes sure that only one process gets each.
     */
    takeNews: ({ tenantId, id }: Owner): Promise<AccessNews[]> =>
      db.transaction().execute(async (tx) => {
        const notice = sql`bot_notice where tenant_id = ${tenantId} and owner_id = ${id}`;
        const locked = await sql`select 1 from ${notice} for update`.execute(tx);
        if (locked.rows.length === 0) return [];
        // The time is kept as text, because a Date drops the microseconds, and a request of the same millisecond would be
        // reported twice.
        const { rows } = await sql<AccessNews & { at: string }>`
          select site_id as "siteId", person_id as "personId", person_name as name, state, at::text as at
          from (select *, coalesce(decided_at, asked_at) as at from access_request where tenant_id = ${tenantId}) as request
          where (case when state = 'open' then person_id <> ${id} else person_id = ${id} end)
            and at > (select access_notified_at from ${notice})
          order by request.at limit ${MAX_LISTED}`.execute(tx);
        const last = rows.at(-1);
        if (last)
          await sql`update bot_notice set access_notified_at = ${last.at}::timestamptz
            where tenant_id = ${tenantId} and owner_id = ${id}`.execute(tx);
        return rows.map(({ siteId, personId, name, state }) => ({ siteId, personId, name, state }));
      }),
  };
}

function toRequest(row: {
  site_id: string;
  person_id: string;
  person_name: string;
  person_email: string;
  state: string;
  asked_at: Date;
}): AccessRequestRow {
  return {
    siteId: row.site_id,
    personId: row.person_id,
    name: row.person_name,
    email: row.person_email,
    state: row.state as AccessRequestState,
    askedAt: row.asked_at,
  };
}
