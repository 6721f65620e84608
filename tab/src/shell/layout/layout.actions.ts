import { z } from 'zod';
import { workspaceTabs, type WorkspaceTab } from '#contract/workspace.ts';
import { readLocal, writeLocal } from '#tab/state/localStorage.ts';
import { layout, type Layout, type LayoutWidth } from './layout.state.ts';
import { fitWorkspaceWidth, HISTORY_PX, WORKSPACE_READING_PX } from './workspaceWidth.rules.ts';

const StoredLayout = z.object({
  historyOpen: z.boolean(),
  workspaceOpen: z.boolean(),
  workspaceTab: z.enum(workspaceTabs),
});

/** Pane state of a wide window; drawers always start closed. */
let widePanes = { historyOpen: true, workspaceOpen: false };

function saveLayout(): void {
  if (layout.width === 'wide') widePanes = { historyOpen: layout.historyOpen, workspaceOpen: layout.workspaceOpen };
  writeLocal('layout', { ...widePanes, workspaceTab: layout.workspaceTab });
}

/** Restores the signed-in person's last layout. */
export function restoreLayout(): void {
  const stored = readLocal('layout', StoredLayout, { ...widePanes, workspaceTab: layout.workspaceTab });
  widePanes = { historyOpen: stored.historyOpen, workspaceOpen: stored.workspaceOpen };
  layout.workspaceTab = stored.workspaceTab;
  if (layout.width === 'wide') Object.assign(layout, widePanes);
}

/** Applies the window's width. A pane becomes a closed drawer and is restored when the window is wide again. */
export function setLayoutWidth(width: LayoutWidth): void {
  if (width === layout.width) return;
  layout.width = width;
  Object.assign(layout, width === 'wide' ? widePanes : { historyOpen: false, workspaceOpen: false });
}

export function setHistoryOpen(open: boolean): void {
  layout.historyOpen = open;
  saveLayout();
}

/** Opens the workspace, optionally at a given tab. */
export function openWorkspace(tab: WorkspaceTab = layout.workspaceTab): void {
  layout.workspaceTab = tab;
  layout.workspaceOpen = true;
  saveLayout();
}

export function closeWorkspace(): void {
  layout.workspaceOpen = false;
  saveLayout();
}

/** Selects a tab of the workspace without opening it. */
export function selectWorkspaceTab(tab: WorkspaceTab): void {
  layout.workspaceTab = tab;
  saveLayout();
}

/** Closes the drawers of a narrow window, for example after a chat was chosen in the history. Panes stay open. */
export function closeDrawers(): void {
  if (layout.width !== 'wide') Object.assign(layout, { historyOpen: false, workspaceOpen: false });
}

/** Sets which panes the current screen has, so that the header shows no button for a missing one. */
export function setAvailablePanes(panes: Layout['panes']): void {
  layout.panes = panes;
}

let hasChosenWidth = false;

/** Sets the width that a person has chosen. */
export function setWorkspacePx(widthPx: number): void {
  hasChosenWidth = true;
  layout.workspacePx = widthPx;
}

/** Makes the workspace wide enough to read a page in it, unless the person has chosen a width. */
export function widenWorkspace(): void {
  if (hasChosenWidth || layout.width !== 'wide') return;
  const framePx = window.innerWidth - (layout.historyOpen ? HISTORY_PX : 0);
  layout.workspacePx = Math.max(layout.workspacePx, fitWorkspaceWidth(WORKSPACE_READING_PX, framePx));
}
