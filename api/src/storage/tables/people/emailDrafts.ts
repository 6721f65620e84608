import type { EmailDraft } from '../../../../contract/exports/emailDrafts.ts';
import { toJson } from '../../json.ts';
import type { Db, Owner } from '../../schema.ts';

/** `claimed`: the caller creates the draft; `pending`: another call is creating it. */
export type DraftClaim = { state: 'claimed' | 'pending' } | { state: 'created'; reply: EmailDraft };

export function emailDraftsTable(db: Db) {
  const ofKey = ({ tenantId, id }: Owner, key: string) =>
    db
      .selectFrom('email_draft')
      .selectAll()
      .where('tenant_id', '=', tenantId)
      .where('owner_id', '=', id)
      .where('key', '=', key);

  return {
    /** Claims a key; a claim from before `abandonedBefore` is from a process that died, and is taken over. */
    async claim(owner: Owner, key: string, now: Date, abandonedBefore: Date): Promise<DraftClaim> {
      const claimed = await db
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
      if (claimed) return { state: 'claimed' };
      const row = await ofKey(owner, key).executeTakeFirst();
      return row?.reply ? { state: 'created', reply: row.reply } : { state: 'pending' };
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

    /** After a failure, so that the same call can be made again. */
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
