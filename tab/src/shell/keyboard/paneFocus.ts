/** The panes of a window in the order F6 walks them. */
export const panes = ['header', 'history', 'conversation', 'workspace'] as const;
export type PaneName = (typeof panes)[number];

/** The pane after the present one, or before it; from outside all panes the first one. */
export function nextPane(present: PaneName | null, shown: readonly PaneName[], step: 1 | -1): PaneName | null {
  if (shown.length === 0) return null;
  const at = present === null ? -1 : shown.indexOf(present);
  if (at === -1) return shown[step === 1 ? 0 : shown.length - 1] ?? null;
  return shown[(at + step + shown.length) % shown.length] ?? null;
}

const focusable =
  'button:not([disabled]), [href], input:not([disabled]), textarea:not([disabled]), [contenteditable="true"], [tabindex]:not([tabindex="-1"])';

function element(pane: PaneName): HTMLElement | null {
  return document.querySelector<HTMLElement>(`[data-pane="${pane}"]`);
}

/** Puts the focus into a pane: where the pane says its focus belongs, else on the first thing that takes it. */
export function focusPane(pane: PaneName): void {
  const root = element(pane);
  const target =
    root?.querySelector<HTMLElement>('[data-pane-focus]') ?? root?.querySelector<HTMLElement>(focusable) ?? root;
  target?.focus();
}

function paneOf(node: Element | null): PaneName | null {
  const name = node?.closest<HTMLElement>('[data-pane]')?.dataset['pane'];
  return panes.find((pane) => pane === name) ?? null;
}

/** Moves the focus to the next or the previous pane. */
export function movePane(step: 1 | -1): void {
  const shown = panes.filter((pane) => element(pane) !== null);
  const next = nextPane(paneOf(document.activeElement), shown, step);
  if (next !== null) focusPane(next);
}
