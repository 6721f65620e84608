import { sql } from 'kysely';
import type { EmailDraft } from '#contract/exports/emailDrafts.ts';
import { toJson } from '#api/storage/json.ts';
import type { Db, Owner, Tx } from '#api/storage/schema.ts';
import type { Quota } from '#api/storage/tables/chats/chatQuota.ts';

/**
 * `claimed`: the caller creates the draft; `pending`: another call is creating it; `too_many`: the person has created as many
 * drafts as they can in a day.
 */
export type DraftClaim = { state: 'claimed' | 'pending' | 'too_many' } | { state: 'created'; reply: EmailDraft };

const DAY_MS = 86_400_000;

export function emailDraftsTable(db: Db, quota: Quota) {
  const ofKey = (executor: Db, { tenantId, id }: Owner, key: string) =>
    executor
      .selectFrom('email_draft')
      .selectAll()
      .where('tenant_id', '=', tenantId)
      .where('owner_id', '=', id)
      .where('key', '=', key);

  return {
    /** Claims a key; a claim from before `abandonedBefore` is from a process that died, and is taken over. */
    async claim(owner: Owner, key: string, now: Date, abandonedBefore: Date): Promise<DraftClaim> {
      return db.transaction().execute(async (tx): Promise<DraftClaim> => {
        await sql`select pg_advisory_xact_lock(hashtextextended(${`${owner.tenantId}/${owner.id}`}, 0))`.execute(tx);
        const { count } = await tx
          .selectFrom('email_draft')
          .select(sql<number>`count(*)::int`.as('count'))
          .where('tenant_id', '=', owner.tenantId)
          .where('owner_id', '=', owner.id)
          .where('key', '<>', key)
          .where('created_at', '>', new Date(now.getTime() - DAY_MS))
          .executeTakeFirstOrThrow();
        const hasRoom = count < quota.emailDrafts;
        const claimed = hasRoom && (await insertClaim(tx, owner, key, now, abandonedBefore));
        if (claimed) return { state: 'claimed' };
        const row = await ofKey(tx, owner, key).executeTakeFirst();
        if (!row) return { state: 'too_many' };
        return row.reply ? { state: 'created', reply: row.reply } : { state: 'pending' };
      });
    },

    async complete(owner: Owner, key: string, reply: EmailDraft): Promise<void> {
      await db
        .updateTable('email_draft')
        .set({ reply: toJson(reply) })
        .where('tenant_id', '=', owner.tenantId)
        .where('owner_id', '=', owner.id)
        .where('key', '=', key)
        .execute();
    },

    /** Releases a key after a failure, so that the same call can be made again. */
    async release(owner: Owner, key: string): Promise<void> {
      await db
        .deleteFrom('email_draft')
        .where('tenant_id', '=', owner.tenantId)
        .where('owner_id', '=', owner.id)
        .where('key', '=', key)
        .where('reply', 'is', null)
        .execute();
    },

    async deleteOld(before: Date): Promise<void> {
      await db.deleteFrom('email_draft').where('created_at', '<', before).execute();
    },
  };
}

/** Inserts a claim, or takes over an abandoned one. Returns whether the key is claimed. */
async function insertClaim(tx: Tx, owner: Owner, key: string, now: Date, abandonedBefore: Date): Promise<boolean> {
  const claimed = await tx
    .insertInto('email_draft')
    .values({ tenant_id: owner.tenantId, owner_id: owner.id, key, reply: null, created_at: now })
    .onConflict((conflict) =>
      conflict
        .columns(['tenant_id', 'owner_id', 'key'])
        .doUpdateSet({ created_at: now })
        .where('email_draft.reply', 'is', null)
        .where('email_draft.created_at', '<', abandonedBefore),
    )
    .returning('key')
    .executeTakeFirst();
  return claimed !== undefined;
}
