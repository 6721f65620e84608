import { deleteFolder, getFolders, saveFolder, type Folder } from '#contract/chats/history.ts';
import { isAvaError } from '#contract/errors.ts';
import { MAX_FOLDER_NAME_CHARACTERS } from '#contract/limits.ts';
import { api } from '#tab/api.ts';
import { showToast } from '#tab/shell/toasts/toasts.ts';
import { logFailure } from '#tab/state/log.ts';
import { chats } from '#tab/features/chat/chat.state.ts';
import { historyTexts } from '#tab/features/chat/history/history.texts.ts';
import { getMetadata } from '#tab/features/chat/history/metadata.actions.ts';
import { organizeChats } from '#tab/features/chat/history/organizeChats.ts';

/** Loads the person's folders. On failure, the known ones stay. */
export async function loadFolders(): Promise<void> {
  try {
    chats.folders = (await api.call(getFolders, {})).folders;
  } catch (cause) {
    logFailure(historyTexts.foldersFailed, cause);
  }
}

/** A name without spaces around it, at most as long as the server accepts. */
export function normalizeFolderName(typed: string): string {
  return typed.trim().slice(0, MAX_FOLDER_NAME_CHARACTERS);
}

/** Creates or renames a folder. Shows a toast and returns false on failure. */
export async function putFolder(folder: Folder): Promise<boolean> {
  try {
    const saved = await api.call(saveFolder, { folder_id: folder.FolderId, name: folder.Name });
    chats.folders = [...chats.folders.filter(({ FolderId }) => FolderId !== saved.FolderId), saved];
    return true;
  } catch (cause) {
    reportFailure(isAvaError(cause) && cause.code === 'storage_full' ? cause.detail : historyTexts.folderFailed, cause);
    return false;
  }
}

/** Moves chats into a folder, or out of their folders. They move back if the server rejects it. */
export async function moveChats(ids: readonly string[], folderId: string | null): Promise<void> {
  const before = new Map(ids.map((id) => [id, getMetadata(id)?.FolderId ?? null]));
  setFolder(ids, () => folderId);
  try {
    await organizeChats(ids, { folder_id: folderId });
  } catch (cause) {
    setFolder(ids, (id) => before.get(id) ?? null);
    reportFailure(historyTexts.moveFailed, cause);
  }
}

/** Deletes a folder and offers to undo it. Its chats stay. */
export async function removeFolder(folder: Folder): Promise<void> {
  const ids = chats.metadata.filter((chat) => chat.FolderId === folder.FolderId).map((chat) => chat.ConversationId);
  try {
    await api.call(deleteFolder, { folder_id: folder.FolderId });
  } catch (cause) {
    return reportFailure(historyTexts.deleteFolderFailed, cause);
  }
  chats.folders = chats.folders.filter(({ FolderId }) => FolderId !== folder.FolderId);
  setFolder(ids, () => null);
  const undo = async () => {
    if ((await putFolder(folder)) && ids.length > 0) await moveChats(ids, folder.FolderId);
  };
  showToast('success', historyTexts.folderDeleted(folder.Name), {
    action: { label: historyTexts.undo, run: () => void undo() },
  });
}

function setFolder(ids: readonly string[], folderOf: (id: string) => string | null): void {
  const moved = new Set(ids);
  for (const chat of chats.metadata) if (moved.has(chat.ConversationId)) chat.FolderId = folderOf(chat.ConversationId);
}

function reportFailure(sentence: string, cause: unknown): void {
  logFailure(sentence, cause);
  showToast('error', sentence);
}
