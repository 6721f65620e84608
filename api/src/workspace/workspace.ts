import { AvaError } from '#contract/errors.ts';
import { WorkspaceContent, type Workspace } from '#contract/workspace.ts';
import type { Person } from '#api/identity/person.ts';
import type { AppContext } from '#api/context.ts';

const QUOTA_EXCEEDED = 'Your notes and results take up all the space AVA has for you. Remove some to save this.';

/** Returns a person's workspace, empty if it was never saved. */
export async function readWorkspace({ store }: AppContext, person: Person, id: string): Promise<Workspace> {
  const stored = await store.workspaces.find(person, id);
  return presentWorkspace(id, stored ?? { content: {}, version: 0 });
}

/** Saves a workspace. If a newer version is stored, throws `newer_version` with it. */
export async function saveWorkspace(
  { store, clock }: AppContext,
  person: Person,
  workspace: Workspace,
): Promise<Workspace> {
  const { workspace_id: id } = workspace;
  const result = await store.workspaces.save(person, id, workspace, clock.now());
  if (result.name === 'outdated') throw new AvaError('newer_version', { data: presentWorkspace(id, result) });
  if (result.name === 'full') throw new AvaError('storage_full', { detail: QUOTA_EXCEEDED });
  return { ...workspace, version: result.version };
}

function presentWorkspace(
  id: string,
  { content, version }: { content: Record<string, unknown>; version: number },
): Workspace {
  return { workspace_id: id, content: WorkspaceContent.parse(content), version };
}
