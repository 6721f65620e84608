import { AvaError } from '../../contract/errors.ts';
import { WorkspaceContent, type Workspace } from '../../contract/workspace.ts';
import type { Person } from '../identity/person.ts';
import type { AppContext } from '../context.ts';

const QUOTA_EXCEEDED = 'Your notes and results take up all the space AVA has for you. Remove some to save this.';

/** Returns a person's workspace, empty if it was never saved. */
export async function readWorkspace({ store }: AppContext, person: Person, id: string): Promise<Workspace> {
  const content = await store.workspaces.find(person, id);
  return { workspace_id: id, content: WorkspaceContent.parse(content ?? {}) };
}

export async function saveWorkspace(
  { store, clock }: AppContext,
  person: Person,
  workspace: Workspace,
): Promise<Workspace> {
  const saved = await store.workspaces.save(person, workspace.workspace_id, workspace.content, clock.now());
  if (!saved) throw new AvaError('storage_full', { detail: QUOTA_EXCEEDED });
  return workspace;
}
