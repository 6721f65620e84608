import * as contract from '../../contract/workspace.ts';
import type { Mounting } from '../http/mount.ts';
import { listFileViewers, saveFileViewer } from '../workspace/fileViewers.ts';
import { readWorkspace, saveWorkspace } from '../workspace/workspace.ts';
import type { AppContext } from '../context.ts';

export function mountWorkspace({ call }: Mounting, ctx: AppContext): void {
  call(contract.getWorkspace, ({ workspace_id }, person) => readWorkspace(ctx, person, workspace_id));
  call(contract.saveWorkspace, (workspace, person) => saveWorkspace(ctx, person, workspace));
  call(contract.getFileViewers, (_, person) => listFileViewers(ctx, person));
  call(contract.saveFileViewer, (viewer, person) => saveFileViewer(ctx, person, viewer));
}
