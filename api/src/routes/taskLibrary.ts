import * as contract from '#contract/tasks/taskLibrary.ts';
import type { Mounting } from '#api/http/mount.ts';
import { deleteLibraryTask, listLibrary, saveLibraryTask, updateLibraryTask } from '#api/tasks/library.ts';
import type { AppContext } from '#api/context.ts';

export function mountTaskLibrary({ call }: Mounting, ctx: AppContext): void {
  call(contract.getTaskLibrary, (_, person) => listLibrary(ctx, person));
  call(contract.saveLibraryTask, ({ library_task }, person) => saveLibraryTask(ctx, person, library_task));
  call(contract.updateLibraryTask, ({ library_task }, person) => updateLibraryTask(ctx, person, library_task));
  call(contract.deleteLibraryTask, async ({ task_id }, person) => {
    await deleteLibraryTask(ctx, person, task_id);
    return { deleted: true as const };
  });
}
