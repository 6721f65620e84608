/** Panes in the order in which F6 moves through them. */
export const panes = ['header', 'history', 'conversation', 'workspace'] as const;
export type PaneName = (typeof panes)[number];

/** Returns the next or previous pane; the first or last one if the focus is outside all panes. */
export function findNextPane(
  current: PaneName | null,
  visiblePanes: readonly PaneName[],
  step: 1 | -1,
): PaneName | null {
  if (visiblePanes.length === 0) return null;
  const index = current === null ? -1 : visiblePanes.indexOf(current);
  if (index === -1) return visiblePanes[step === 1 ? 0 : visiblePanes.length - 1] ?? null;
  return visiblePanes[(index + step + visiblePanes.length) % visiblePanes.length] ?? null;
}

const focusable =
  'button:not([disabled]), [href], input:not([disabled]), textarea:not([disabled]), [contenteditable="true"], [tabindex]:not([tabindex="-1"])';

function findPaneElement(pane: PaneName): HTMLElement | null {
  return document.querySelector<HTMLElement>(`[data-pane="${pane}"]`);
}

/** Focuses a pane: its `data-pane-focus` element, else its first focusable element. */
export function focusPane(pane: PaneName): void {
  const root = findPaneElement(pane);
  const target =
    root?.querySelector<HTMLElement>('[data-pane-focus]') ?? root?.querySelector<HTMLElement>(focusable) ?? root;
  target?.focus();
}

function findPaneOf(node: Element | null): PaneName | null {
  const name = node?.closest<HTMLElement>('[data-pane]')?.dataset['pane'];
  return panes.find((pane) => pane === name) ?? null;
}

/** Moves the focus to the next or previous pane. */
export function focusNextPane(step: 1 | -1): void {
  const visiblePanes = panes.filter((pane) => findPaneElement(pane) !== null);
  const next = findNextPane(findPaneOf(document.activeElement), visiblePanes, step);
  if (next !== null) focusPane(next);
}
