import * as contract from '#contract/chats/history.ts';
import { searchChats } from '#api/chat/searchChats.ts';
import { deleteFolder, listFolders, saveFolder, organizeChats } from '#api/chat/organizeChats.ts';
import type { AppContext } from '#api/context.ts';
import type { Mounting } from '#api/http/mount.ts';

export function mountHistory({ call }: Mounting, ctx: AppContext): void {
  call(contract.organizeChats, async (fields, person) => ({ changed: await organizeChats(ctx, person, fields) }));
  call(contract.getFolders, async (_, person) => ({ folders: await listFolders(ctx, person) }));
  call(contract.saveFolder, ({ folder_id: id, name }, person) => saveFolder(ctx, person, { id, name }));
  call(contract.deleteFolder, async ({ folder_id }, person) => ({
    deleted: await deleteFolder(ctx, person, folder_id),
  }));
  call(contract.searchChats, async ({ text, chat_type }, person) => ({
    results: await searchChats(ctx, person, text, chat_type),
  }));
}
