import { z } from 'zod';
import { workspaceTabs, type WorkspaceTab } from '../../../../api/contract/workspace.ts';
import { readLocal, writeLocal } from '../../state/localStorage.ts';
import { layout, type Layout, type LayoutWidth } from './layout.state.ts';

const Kept = z.object({ historyOpen: z.boolean(), workspaceOpen: z.boolean(), workspaceTab: z.enum(workspaceTabs) });

/** How the panes of a wide window stood; drawers always begin closed. */
let wideChoice = { historyOpen: true, workspaceOpen: false };

function keep(): void {
  if (layout.width === 'wide') wideChoice = { historyOpen: layout.historyOpen, workspaceOpen: layout.workspaceOpen };
  writeLocal('layout', { ...wideChoice, workspaceTab: layout.workspaceTab });
}

/** Brings back how the signed-in person left the panes. */
export function restoreLayout(): void {
  const kept = readLocal('layout', Kept, { ...wideChoice, workspaceTab: layout.workspaceTab });
  wideChoice = { historyOpen: kept.historyOpen, workspaceOpen: kept.workspaceOpen };
  layout.workspaceTab = kept.workspaceTab;
  if (layout.width === 'wide') Object.assign(layout, wideChoice);
}

/** Follows the window's width; what was a pane becomes a closed drawer, and comes back as it was. */
export function setLayoutWidth(width: LayoutWidth): void {
  if (width === layout.width) return;
  layout.width = width;
  Object.assign(layout, width === 'wide' ? wideChoice : { historyOpen: false, workspaceOpen: false });
}

export function setHistoryOpen(open: boolean): void {
  layout.historyOpen = open;
  keep();
}

/** Shows the workspace, at a tab where one is given. */
export function openWorkspace(tab: WorkspaceTab = layout.workspaceTab): void {
  layout.workspaceTab = tab;
  layout.workspaceOpen = true;
  keep();
}

export function closeWorkspace(): void {
  layout.workspaceOpen = false;
  keep();
}

/** Chooses the tab that the workspace shows, without opening it. */
export function selectWorkspaceTab(tab: WorkspaceTab): void {
  layout.workspaceTab = tab;
  keep();
}

/** Closes the drawers of a narrow window, as after a chat was chosen in the history; panes stay. */
export function closeDrawers(): void {
  if (layout.width !== 'wide') Object.assign(layout, { historyOpen: false, workspaceOpen: false });
}

/** Says which panes the screen now shown has, so that the header offers no button for a missing one. */
export function setPanes(panes: Layout['panes']): void {
  layout.panes = panes;
}

export function setWorkspacePx(widthPx: number): void {
  layout.workspacePx = widthPx;
}
