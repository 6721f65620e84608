import { sql } from 'kysely';
import { toTitleKey } from '#contract/prompts/promptTitle.ts';
import type { Db, Owner, Tx } from '#api/storage/schema.ts';
import { cleanContent, promptColumns, toColumns, toPrompt, type PromptRow } from './promptRow.ts';
import { insertVersion } from './promptVersions.ts';

/** Prompts that one person can have in the prompt library, and the size of their texts. */
export const PROMPTS_PER_PERSON = 1_000;
const PROMPT_BYTES_PER_PERSON = 4_194_304;
/** Prompts that one call lists, and the size of their texts: the caller's own, then the last modified ones. */
const MAX_LISTED_PROMPTS = 10_000;
const LISTED_PROMPT_BYTES = 16_777_216;

export type SavePromptResult =
  | { name: 'saved'; prompt: PromptRow }
  /** Another version is stored; for a new prompt, its id is taken. */
  | { name: 'outdated'; stored: PromptRow }
  | { name: 'missing' | 'title_exists' | 'full' };

/** What a save is checked with: the stored version must be the edited one, and no visible prompt may have the title. */
interface SaveCheck {
  /** The version that was edited; null for a new prompt. */
  version: number | null;
  /** Ids of sites that the person can read. Only prompts that the person can see count as other prompts. */
  readableSites: readonly string[];
}

/** The prompts that a person sees: their own, and those shared with everybody or with readers of these sites. */
const isVisible = (person: Owner, siteIds: readonly string[]) =>
  sql<boolean>`prompt.tenant_id = ${person.tenantId} and deleted_at is null and (prompt.owner_id = ${person.id}
    or (not is_private and (teams = '[]'::jsonb or teams ?| ${[...siteIds]}::text[])))`;

const selectPrompts = (db: Db | Tx) =>
  db
    .selectFrom('prompt')
    .leftJoin('person', (join) =>
      join.onRef('person.tenant_id', '=', 'prompt.tenant_id').onRef('person.id', '=', 'prompt.owner_id'),
    )
    .select(promptColumns)
    .select((select) => [
      select.fn.coalesce('person.name', 'owner_name').as('owner_name'),
      select.fn.coalesce('person.email', 'owner_email').as('owner_email'),
    ]);

export function promptsTable(db: Db) {
  return {
    /** A prompt, also a deleted one until the sweep removes it. */
    async find(id: string): Promise<PromptRow | undefined> {
      const row = await selectPrompts(db).where('prompt.id', '=', id).executeTakeFirst();
      return row && toPrompt(row);
    },

    /** Last modified first. If there are too many, the oldest ones of other people are left out. */
    async list(
      person: Owner,
      readableSites: readonly string[],
      { prompts, bytes } = { prompts: MAX_LISTED_PROMPTS, bytes: LISTED_PROMPT_BYTES },
    ): Promise<{ prompts: PromptRow[]; truncated: boolean }> {
      const order = sql`order by prompt.owner_id = ${person.id} desc, modified_at desc, prompt.id`;
      const { rows } = await sql<{ id: string; total: number }>`
        select id, total from (
          select prompt.id, modified_at, row_number() over (${order}) as row, count(*) over ()::int as total,
            sum(bytes) over (${order} rows unbounded preceding) as bytes
          from prompt where ${isVisible(person, readableSites)}) as visible
        where row <= ${prompts} and bytes <= ${bytes}`.execute(db);
      const ids = rows.map(({ id }) => id);
      const found = await selectPrompts(db)
        .where(sql<boolean>`prompt.id = any(${ids}::uuid[])`)
        .orderBy('modified_at', 'desc')
        .orderBy('prompt.id')
        .execute();
      return { prompts: found.map(toPrompt), truncated: (rows[0]?.total ?? 0) > rows.length };
    },

    /** Sites that other people's prompts are shared with; only these need a check of access. */
    async listTeams(person: Owner): Promise<string[]> {
      const { rows } = await sql<{ id: string }>`
        select distinct team.id from prompt, jsonb_array_elements_text(teams) as team (id)
        where tenant_id = ${person.tenantId} and owner_id <> ${person.id} and not is_private and deleted_at is null
          and teams <> '[]'::jsonb`.execute(db);
      return rows.map(({ id }) => id);
    },

    /** Saves a prompt as its next version. */
    async save(prompt: Omit<PromptRow, 'version' | 'deletedAt'>, check: SaveCheck): Promise<SavePromptResult> {
      return db.transaction().execute(async (tx) => {
        const { owner, id } = prompt;
        await lockPrompts(tx, owner);
        const found = await selectPrompts(tx).where('prompt.id', '=', id).executeTakeFirst();
        const stored = found && toPrompt(found);
        if (check.version !== null && (!stored || stored.deletedAt)) return { name: 'missing' };
        if (stored && stored.version !== check.version) return { name: 'outdated', stored };
        const row = { ...prompt, ...cleanContent(prompt), version: (stored?.version ?? 0) + 1 };
        const isRenamed = stored?.isPrivate !== row.isPrivate || toTitleKey(stored.title) !== toTitleKey(row.title);
        if (isRenamed && (await isTitleTaken(tx, row, check.readableSites))) return { name: 'title_exists' };
        if (await isFull(tx, row)) return { name: 'full' };
        await writePrompt(tx, row);
        await insertVersion(tx, row);
        return { name: 'saved', prompt: { ...row, deletedAt: null } };
      });
    },

    /** Marks a prompt as deleted. */
    async delete(id: string, now: Date): Promise<void> {
      await db.updateTable('prompt').set({ deleted_at: now }).where('id', '=', id).execute();
    },

    /** Brings a deleted prompt back, unless another one has its title now. */
    async restore(prompt: PromptRow, readableSites: readonly string[]): Promise<'restored' | 'title_exists' | 'full'> {
      return db.transaction().execute(async (tx) => {
        await lockPrompts(tx, prompt.owner);
        if (await isTitleTaken(tx, prompt, readableSites)) return 'title_exists';
        if (await isFull(tx, prompt)) return 'full';
        await tx.updateTable('prompt').set({ deleted_at: null }).where('id', '=', prompt.id).execute();
        return 'restored';
      });
    },

    /** Removes prompts that were deleted before this time, with their versions. Returns how many. */
    async removeDeleted(before: Date, limit: number): Promise<number> {
      const { rows } = await sql`delete from prompt where id = any(array(
        select id from prompt where deleted_at < ${before} limit ${limit})) returning id`.execute(db);
      return rows.length;
    },
  };
}

/** Lets one save of a person wait for another, so that two devices can't create the same title. */
async function lockPrompts(tx: Tx, { tenantId, id }: Owner): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`prompts ${tenantId}/${id}`}, 0))`.execute(tx);
}

async function isTitleTaken(
  tx: Tx,
  { id, owner, title, isPrivate }: Pick<PromptRow, 'id' | 'owner' | 'title' | 'isPrivate'>,
  readableSites: readonly string[],
): Promise<boolean> {
  const row = await tx
    .selectFrom('prompt')
    .select('id')
    .where('title_key', '=', toTitleKey(title))
    .where('id', '<>', id)
    .where('is_private', '=', isPrivate)
    .where(isVisible(owner, readableSites))
    .executeTakeFirst();
  return row !== undefined;
}

/** Whether the person has no space for this prompt beside their others. */
async function isFull(tx: Tx, { id, owner, text }: Pick<PromptRow, 'id' | 'owner' | 'text'>): Promise<boolean> {
  const { count, bytes } = await tx
    .selectFrom('prompt')
    .select([sql<number>`count(*)::int`.as('count'), sql<number>`coalesce(sum(bytes), 0)::float8`.as('bytes')])
    .where('tenant_id', '=', owner.tenantId)
    .where('owner_id', '=', owner.id)
    .where('id', '<>', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow();
  return count >= PROMPTS_PER_PERSON || bytes + Buffer.byteLength(text) > PROMPT_BYTES_PER_PERSON;
}

async function writePrompt(tx: Tx, row: Omit<PromptRow, 'deletedAt'>): Promise<void> {
  const { id, owner, createdAt } = row;
  const columns = toColumns(row);
  const values = { id, tenant_id: owner.tenantId, owner_id: owner.id, created_at: createdAt, deleted_at: null };
  await tx
    .insertInto('prompt')
    .values({ ...values, ...columns })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(columns))
    .execute();
}
