import * as contract from '#contract/tasks/tasks.ts';
import type { Mounting } from '#api/http/mount.ts';
import { copyTask, shareTask } from '#api/tasks/copyTask.ts';
import { deleteTask, listTasks, openTask, saveTask } from '#api/tasks/tasks.ts';
import type { AppContext } from '#api/context.ts';

export function mountTasks({ call }: Mounting, ctx: AppContext): void {
  call(contract.saveTask, ({ task_data, workspace_content: content, workspace_version: version }, person) =>
    saveTask(ctx, person, task_data, content ? { content, version } : null),
  );
  call(contract.getTasks, ({ limit }, person) => listTasks(ctx, person, limit));
  call(contract.getTask, ({ task_id }, person) => openTask(ctx, person, task_id));
  call(contract.deleteTask, async ({ session_id }, person) => {
    await deleteTask(ctx, person, session_id);
    return { deleted: true as const };
  });
  call(contract.copyTask, ({ task_id, library_id, new_task_id }, person) =>
    copyTask(ctx, person, { taskId: task_id, libraryId: library_id, newId: new_task_id }),
  );
  call(contract.shareTask, async ({ task_id, peers }, person) => ({
    shared: await shareTask(ctx, person, task_id, peers),
  }));
}
