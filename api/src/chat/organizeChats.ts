import type { z } from 'zod';
import { AvaError } from '#contract/errors.ts';
import type { Folder, organizeChats as organizeChatsEndpoint } from '#contract/chats/history.ts';
import { MAX_FOLDERS, RESTORE_CHATS_MS } from '#contract/limits.ts';
import type { AppContext } from '#api/context.ts';
import type { Person } from '#api/identity/person.ts';

const TOO_MANY_FOLDERS = `You can have ${MAX_FOLDERS} folders. Delete the ones you no longer need.`;

/**
 * Changes the person's own chats among `ids`, and returns their ids. Throws `not_found` if none is theirs, or if the
 * folder is not.
 */
export async function organizeChats(
  ctx: AppContext,
  person: Person,
  { convo_ids: ids, pinned, folder_id: folderId, unread, deleted }: z.output<typeof organizeChatsEndpoint.body>,
): Promise<string[]> {
  const { store, clock } = ctx;
  if (folderId && !(await store.folders.has(person, folderId))) throw new AvaError('not_found');
  const now = clock.now();
  const restored =
    deleted === false ? await store.chats.restore(person, ids, new Date(now.getTime() - RESTORE_CHATS_MS)) : [];
  const marks = {
    ...(pinned === undefined ? {} : { pinned }),
    ...(folderId === undefined ? {} : { folderId }),
    ...(unread === undefined ? {} : { unread }),
  };
  const marked = await store.chats.mark(person, ids, marks);
  if (deleted) await deleteChats(ctx, person, marked);
  const changed = [...new Set([...restored, ...marked])];
  if (changed.length === 0) throw new AvaError('not_found');
  return changed;
}

async function deleteChats({ store, runs, clock }: AppContext, person: Person, ids: readonly string[]): Promise<void> {
  const deleted = new Set(ids);
  for (const chatId of await store.chats.listAnswering(person)) {
    if (!deleted.has(chatId)) continue;
    for (const run of await store.runs.listUnended(chatId)) await runs.cancel(run);
  }
  await store.chats.markDeleted(person, ids, clock.now());
}

export async function listFolders({ store }: AppContext, person: Person): Promise<Folder[]> {
  return (await store.folders.list(person)).map(({ id, name }) => ({ FolderId: id, Name: name }));
}

/** Creates a folder or renames it. Throws `storage_full` if the person has the maximum number of folders. */
export async function saveFolder(
  { store, clock }: AppContext,
  person: Person,
  folder: { id: string; name: string },
): Promise<Folder> {
  if (!(await store.folders.save(person, folder, MAX_FOLDERS, clock.now())))
    throw new AvaError('storage_full', { detail: TOO_MANY_FOLDERS });
  return { FolderId: folder.id, Name: folder.name };
}

export async function deleteFolder({ store }: AppContext, person: Person, id: string): Promise<boolean> {
  return store.folders.delete(person, id);
}
