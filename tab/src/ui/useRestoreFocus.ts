import { useEffect, useState } from 'react';

/**
 * Restores the focus when a dialog or drawer closes. If it was opened from a menu item, focuses the menu's button,
 * because the item no longer exists. An element that has taken the focus keeps it.
 */
export function useRestoreFocus(): void {
  const [before] = useState(() => findFocusTarget(document.activeElement));
  useEffect(
    () => () => {
      // Deferred: while the dialog is in the page, it traps the focus, and Fluent moves it once more afterwards.
      requestAnimationFrame(() => {
        if (!isClaimed(document.activeElement)) before?.focus();
      });
    },
    [before],
  );
}

/**
 * Whether the focus was moved on purpose. A Fluent dialog without a trigger moves it to the trigger of some menu or
 * popover that was focused earlier, which does not count.
 */
function isClaimed(focused: Element | null): boolean {
  return focused !== null && focused !== document.body && !focused.matches('[data-tabster*=restorer]');
}

function findFocusTarget(element: Element | null): HTMLElement | null {
  const owner = element?.closest('[role=menu]')?.getAttribute('aria-labelledby');
  const found = owner ? document.getElementById(owner) : element;
  return found instanceof HTMLElement ? found : null;
}
