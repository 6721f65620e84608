import { AvaError } from '#contract/errors.ts';
import type { FileViewer } from '#contract/workspace.ts';
import type { Person } from '#api/identity/person.ts';
import type { AppContext } from '#api/context.ts';

export async function listFileViewers({ store }: AppContext, person: Person): Promise<{ fileViewers: FileViewer[] }> {
  return { fileViewers: await store.fileViewers.list(person) };
}

/** Saves an open document. If a newer version is stored, throws `newer_version` with it. */
export async function saveFileViewer(
  { store, clock }: AppContext,
  person: Person,
  viewer: FileViewer,
): Promise<FileViewer> {
  const { isSaved, stored } = await store.fileViewers.save(person, viewer, clock.now());
  if (!isSaved) throw new AvaError('newer_version', { data: stored });
  return stored;
}
