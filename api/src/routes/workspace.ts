import * as contract from '#contract/workspace.ts';
import type { Mounting } from '#api/http/mount.ts';
import { listFileViewers, saveFileViewer } from '#api/workspace/fileViewers.ts';
import { readWorkspace, saveWorkspace } from '#api/workspace/workspace.ts';
import type { AppContext } from '#api/context.ts';

export function mountWorkspace({ call }: Mounting, ctx: AppContext): void {
  call(contract.getWorkspace, ({ workspace_id }, person) => readWorkspace(ctx, person, workspace_id));
  call(contract.saveWorkspace, (workspace, person) => saveWorkspace(ctx, person, workspace));
  call(contract.getFileViewers, (_, person) => listFileViewers(ctx, person));
  call(contract.saveFileViewer, (viewer, person) => saveFileViewer(ctx, person, viewer));
}
