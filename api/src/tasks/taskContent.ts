import { AvaError } from '#contract/errors.ts';
import type { TaskSettings } from '#contract/tasks/tasks.ts';
import type { Person } from '#api/identity/person.ts';
import type { Owner } from '#api/storage/schema.ts';
import type { StepRow } from '#api/storage/tables/tasks/tasks.ts';
import type { AppContext } from '#api/context.ts';

/** What a copy is made from. */
export interface TaskContent {
  owner: Owner;
  title: string;
  settings: TaskSettings;
  steps: readonly StepRow[];
}

/** The other people among these ids. Throws `not_found` if one is no member of the organization. */
export async function findPeers({ graph }: AppContext, person: Person, ids: readonly string[]): Promise<string[]> {
  const others = [...new Set(ids)].filter((peer) => peer !== person.id);
  if (others.length === 0) return [];
  const known = await graph.findPeople(person, others);
  if (known.length < others.length) throw new AvaError('not_found');
  return known;
}
