import { sql, type Selectable } from 'kysely';
import type { TaskSettings } from '../../../../contract/tasks/tasks.ts';
import { cleanText, toJson } from '../../json.ts';
import type { Db, Owner, Schema, Tx } from '../../schema.ts';
import { listFileIds, type StepRow } from './taskRow.ts';

export interface LibraryTaskRow {
  id: string;
  owner: Owner & { name: string; email: string };
  title: string;
  description: string;
  /** The site whose readers can load it; null for an item of its owner and of `peers`. */
  teamId: string | null;
  tags: string[];
  settings: TaskSettings;
  steps: StepRow[];
  peers: string[];
  updatedAt: Date;
}

/** An item in lists, without the content of its steps. */
export type LibraryTaskSummary = Omit<LibraryTaskRow, 'settings' | 'steps' | 'peers'> & { stepTitles: string[] };

type SummaryColumns = Omit<Selectable<Schema['library_task']>, 'settings' | 'steps' | 'file_ids'>;

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

export function libraryTasksTable(db: Db) {
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
        steps: row.steps as StepRow[],
        peers: peers.map(({ person_id: person }) => person),
      };
    },

    /** Items of the person, items shared with them, and items of these sites; the last changed ones first. */
    async list(person: Owner, siteIds: readonly string[]): Promise<LibraryTaskSummary[]> {
      const rows = await db
        .selectFrom('library_task')
        .select(summaryColumns)
        .select(
          sql<string[]>`(select coalesce(json_agg(step->'content'->>'stepTitle' order by n), '[]')
            from json_array_elements(steps) with ordinality as each (step, n))`.as('step_titles'),
        )
        .where('tenant_id', '=', person.tenantId)
        .where((where) =>
          where.or([
            where('owner_id', '=', person.id),
            sql<boolean>`team_id = any(${[...siteIds]}::text[])`,
            sql<boolean>`team_id is null and exists (select from library_task_peer
              where library_task_id = library_task.id and person_id = ${person.id})`,
          ]),
        )
        .orderBy('updated_at', 'desc')
        .orderBy('id')
        .limit(1_000)
        .execute();
      return rows.map((row) => ({ ...toCommon(row), stepTitles: row.step_titles }));
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

    async count(person: Owner): Promise<number> {
      const row = await db
        .selectFrom('library_task')
        .select(sql<number>`count(*)::int`.as('count'))
        .where('tenant_id', '=', person.tenantId)
        .where('owner_id', '=', person.id)
        .executeTakeFirstOrThrow();
      return row.count;
    },

    /** Inserts an item; false if its id is taken. */
    insert: (item: LibraryTaskRow): Promise<boolean> =>
      db.transaction().execute(async (tx) => {
        const { id, owner } = item;
        const row = await tx
          .insertInto('library_task')
          .values({ id, tenant_id: owner.tenantId, owner_id: owner.id, ...toColumns(item) })
          .onConflict((conflict) => conflict.column('id').doNothing())
          .returning('id')
          .executeTakeFirst();
        if (row) await replacePeers(tx, item);
        return row !== undefined;
      }),

    update: (item: LibraryTaskRow): Promise<void> =>
      db.transaction().execute(async (tx) => {
        await tx.updateTable('library_task').set(toColumns(item)).where('id', '=', item.id).execute();
        await replacePeers(tx, item);
      }),

    async delete(id: string): Promise<void> {
      await db.deleteFrom('library_task').where('id', '=', id).execute();
    },
  };
}

function toColumns({ owner, settings, steps, ...item }: LibraryTaskRow) {
  return {
    owner_name: cleanText(owner.name),
    owner_email: cleanText(owner.email),
    title: cleanText(item.title),
    description: cleanText(item.description),
    team_id: item.teamId,
    tags: toJson(item.tags),
    settings: toJson(settings),
    steps: toJson(steps),
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
