import * as contract from '../../contract/workspace.ts';
import type { Mounting } from '../http/mount.ts';
import { readWorkspace, saveWorkspace } from '../workspace/workspace.ts';
import type { AppContext } from '../context.ts';

export function mountWorkspace({ call }: Mounting, ctx: AppContext): void {
  call(contract.getWorkspace, ({ workspace_id }, person) => readWorkspace(ctx, person, workspace_id));
  call(contract.saveWorkspace, (workspace, person) => saveWorkspace(ctx, person, workspace));
  call(contract.getFileViewers, async (_, person) => ({
    fileViewers: await ctx.store.workspaces.listFileViewers(person),
  }));
  call(contract.saveFileViewer, async (viewer, person) => {
    await ctx.store.workspaces.saveFileViewer(person, viewer.file_viewer_id, viewer.document_url, ctx.clock.now());
    return viewer;
  });
}
