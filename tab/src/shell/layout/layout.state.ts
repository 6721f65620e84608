import { proxy } from 'valtio';
import type { WorkspaceTab } from '#contract/workspace.ts';
import { WORKSPACE_DEFAULT_PX } from './workspaceWidth.rules.ts';

/** phone: below 680 px; medium: up to 1023 px, history and workspace are drawers; wide: all panes side by side. */
export type LayoutWidth = 'phone' | 'medium' | 'wide';

export interface Layout {
  width: LayoutWidth;
  historyOpen: boolean;
  workspaceOpen: boolean;
  workspaceTab: WorkspaceTab;
  /** Width of the workspace beside a conversation, in pixels. */
  workspacePx: number;
  /** Panes that the current screen has. Both until the screen is loaded, so that the header does not move. */
  panes: { history: boolean; workspace: boolean };
}

export const layout = proxy<Layout>({
  width: 'wide',
  historyOpen: true,
  workspaceOpen: false,
  workspaceTab: 'File Viewer',
  workspacePx: WORKSPACE_DEFAULT_PX,
  panes: { history: true, workspace: true },
});
