import { sql, type Selectable } from 'kysely';
import type { TaskSettings } from '#contract/tasks/tasks.ts';
import { toStorable, toJson } from '#api/storage/json.ts';
import type { Db, Owner, Schema, Tx } from '#api/storage/schema.ts';
import type { Quota } from '#api/storage/tables/chats/chatQuota.ts';
import { findTaskRefusal, nothingMore } from './taskQuota.ts';
import { listFileIds, readStepContent, type StepRow } from './taskRow.ts';

export interface LibraryTaskRow {
  id: string;
  owner: Owner & { name: string; email: string };
  title: string;
  description: string;
  /** The site whose readers can load the item; null if only its owner and its peers can. */
  teamId: string | null;
  tags: string[];
  settings: TaskSettings;
  steps: StepRow[];
  peers: string[];
  updatedAt: Date;
}

/** An item in lists, without the content of its steps. */
export type LibraryTaskSummary = Omit<LibraryTaskRow, 'settings' | 'steps' | 'peers'> & { stepTitles: string[] };

type SummaryColumns = Omit<
  Selectable<Schema['library_task']>,
  'settings' | 'steps' | 'file_ids' | 'step_titles' | 'bytes'
>;

/** Why an item was not saved. `taken`: its id belongs to another item. */
export type LibraryRefusal = 'taken' | 'library_full' | 'task_storage_full';

/** A save that was refused; thrown to roll back the transaction. */
class Refusal extends Error {
  readonly reason: LibraryRefusal;
  constructor(reason: LibraryRefusal) {
    super(reason);
    this.reason = reason;
  }
}

const summaryColumns = [
  'id',
  'tenant_id',
  'owner_id',
  'owner_name',
  'owner_email',
  'title',
  'description',
  'team_id',
  'tags',
  'updated_at',
] as const;

const toCommon = (row: SummaryColumns) => ({
  id: row.id,
  owner: { tenantId: row.tenant_id, id: row.owner_id, name: row.owner_name, email: row.owner_email },
  title: row.title,
  description: row.description,
  teamId: row.team_id,
  tags: row.tags,
  updatedAt: row.updated_at,
});

const MAX_LISTED = 1_000;

export function libraryTasksTable(db: Db, quota: Quota) {
  return {
    async find(id: string): Promise<LibraryTaskRow | undefined> {
      const row = await db.selectFrom('library_task').selectAll().where('id', '=', id).executeTakeFirst();
      if (!row) return undefined;
      const peers = await db
        .selectFrom('library_task_peer')
        .select('person_id')
        .where('library_task_id', '=', id)
        .execute();
      return {
        ...toCommon(row),
        settings: row.settings as unknown as TaskSettings,
        steps: (row.steps as StepRow[]).map((step) => ({ ...step, content: readStepContent(step.content) })),
        peers: peers.map(({ person_id: person }) => person),
      };
    },

    /**
     * Items of the person, items shared with them, and items of these sites; the last changed ones first. If there are too many,
     * items of other people are left out.
     */
    async list(person: Owner, siteIds: readonly string[]): Promise<LibraryTaskSummary[]> {
      const rows = await db
        .selectFrom('library_task')
        .select(summaryColumns)
        .select('step_titles')
        .where('tenant_id', '=', person.tenantId)
        .where((where) =>
          where.or([
            where('owner_id', '=', person.id),
            sql<boolean>`team_id = any(${[...siteIds]}::text[])`,
            sql<boolean>`team_id is null and exists (select from library_task_peer
              where library_task_id = library_task.id and person_id = ${person.id})`,
          ]),
        )
        .orderBy(sql`owner_id = ${person.id}`, 'desc')
        .orderBy('updated_at', 'desc')
        .orderBy('id')
        .limit(MAX_LISTED)
        .execute();
      return rows
        .map((row) => ({ ...toCommon(row), stepTitles: row.step_titles }))
        .toSorted((a, b) => b.updatedAt.getTime() - a.updatedAt.getTime());
    },

    /** Sites of the items of other people; only these need a check of access. */
    async listTeams(person: Owner): Promise<string[]> {
      const rows = await db
        .selectFrom('library_task')
        .select('team_id')
        .distinct()
        .where('tenant_id', '=', person.tenantId)
        .where('owner_id', '<>', person.id)
        .where('team_id', 'is not', null)
        .execute();
      return rows.flatMap(({ team_id: id }) => id ?? []);
    },

    /** Inserts an item, or returns why not. It counts toward the quota of its owner together with their tasks. */
    insert: (item: LibraryTaskRow): Promise<LibraryRefusal | null> =>
      save(db, async (tx) => {
        const { id, owner } = item;
        const row = await tx
          .insertInto('library_task')
          .values({ id, tenant_id: owner.tenantId, owner_id: owner.id, ...toColumns(item) })
          .onConflict((conflict) => conflict.column('id').doNothing())
          .returning('id')
          .executeTakeFirst();
        if (!row) throw new Refusal('taken');
        await replacePeers(tx, item);
        await checkSpace(tx, owner, quota);
      }),

    /** Replaces an item, or returns why not. */
    update: (item: LibraryTaskRow): Promise<LibraryRefusal | null> =>
      save(db, async (tx) => {
        const { id, owner } = item;
        const find = () => tx.selectFrom('library_task').select('bytes').where('id', '=', id).executeTakeFirst();
        const before = await find();
        await tx.updateTable('library_task').set(toColumns(item)).where('id', '=', id).execute();
        await replacePeers(tx, item);
        if (((await find())?.bytes ?? 0) > (before?.bytes ?? 0)) await checkSpace(tx, owner, quota);
      }),

    async delete(id: string): Promise<void> {
      await db.deleteFrom('library_task').where('id', '=', id).execute();
    },
  };
}

async function save(db: Db, write: (tx: Tx) => Promise<void>): Promise<LibraryRefusal | null> {
  try {
    await db.transaction().execute(write);
    return null;
  } catch (error) {
    if (error instanceof Refusal) return error.reason;
    throw error;
  }
}

/** Refuses what the transaction has stored if the owner has no room for it. The check locks the owner. */
async function checkSpace(tx: Tx, owner: Owner, quota: Quota): Promise<void> {
  // The number of tasks is not checked: a person can have more than the limit, from a time before it, and still save
  // items.
  if ((await findTaskRefusal(tx, owner, nothingMore, { ...quota, tasks: Infinity })) !== null)
    throw new Refusal('task_storage_full');
  const { count } = await tx
    .selectFrom('library_task')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('tenant_id', '=', owner.tenantId)
    .where('owner_id', '=', owner.id)
    .executeTakeFirstOrThrow();
  if (count > quota.libraryTasks) throw new Refusal('library_full');
}

function toColumns({ owner, settings, steps, ...item }: LibraryTaskRow) {
  return {
    owner_name: toStorable(owner.name),
    owner_email: toStorable(owner.email),
    title: toStorable(item.title),
    description: toStorable(item.description),
    team_id: item.teamId,
    tags: toJson(item.tags),
    settings: toJson(settings),
    steps: toJson(steps),
    step_titles: toJson(steps.map(({ content }) => content.stepTitle)),
    file_ids: JSON.stringify([
      ...listFileIds(settings.taskDocuments),
      ...steps.flatMap(({ content }) => listFileIds(content.stepData)),
    ]),
    updated_at: item.updatedAt,
  };
}

async function replacePeers(tx: Tx, { id, peers }: LibraryTaskRow): Promise<void> {
  await tx.deleteFrom('library_task_peer').where('library_task_id', '=', id).execute();
  const rows = [...new Set(peers)].map((person) => ({ library_task_id: id, person_id: person }));
  if (rows.length > 0) await tx.insertInto('library_task_peer').values(rows).execute();
}
