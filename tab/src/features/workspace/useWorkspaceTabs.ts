import { useSnapshot } from 'valtio';
import { workspaceTabs, type WorkspaceTab } from '#contract/workspace.ts';
import { layout } from '#tab/shell/layout/layout.state.ts';
import { useOrganization } from '#tab/state/session.state.ts';

/** The workspace's tabs and the selected one. Task Output exists only where the organization uses Tasks. */
export function useWorkspaceTabs(): { tabs: readonly WorkspaceTab[]; selected: WorkspaceTab } {
  const { workspaceTab } = useSnapshot(layout);
  const usesTasks = useOrganization()?.features.tasks ?? false;
  const tabs = workspaceTabs.filter((tab) => usesTasks || tab !== 'Task Output');
  return { tabs, selected: tabs.includes(workspaceTab) ? workspaceTab : 'File Viewer' };
}
