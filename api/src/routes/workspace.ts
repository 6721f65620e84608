import * as contract from '../../contract/workspace.ts';
import type { Mounting } from '../http/mount.ts';
import { readWorkspace, saveWorkspace } from '../workspace/workspace.ts';
import type { World } from '../world.ts';

export function mountWorkspace({ call }: Mounting, world: World): void {
  call(contract.getWorkspace, ({ workspace_id }, person) => readWorkspace(world, person, workspace_id));
  call(contract.saveWorkspace, (workspace, person) => saveWorkspace(world, person, workspace));
  call(contract.getFileViewers, async (_, person) => ({
    fileViewers: await world.store.workspaces.fileViewers(person),
  }));
  call(contract.saveFileViewer, async (viewer, person) => {
    await world.store.workspaces.saveFileViewer(person, viewer.file_viewer_id, viewer.document_url, world.clock.now());
    return viewer;
  });
}
