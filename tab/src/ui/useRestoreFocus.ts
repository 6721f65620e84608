import { useEffect, useState } from 'react';
import { findTopDialog } from './topDialog.ts';

/** What was focused before each open dialog or drawer, the last opened one at the end. */
const origins: { element: HTMLElement | null }[] = [];

/**
 * Restores the focus when a dialog or drawer closes. If it was opened from a menu item, focuses the menu's button,
 * because the item no longer exists; if it replaced another dialog, what was focused before that one. An element that has
 * taken the focus keeps it.
 */
export function useRestoreFocus(): void {
  const [{ origin, replaced }] = useState(() => ({
    origin: { element: findFocusTarget(document.activeElement) },
    replaced: origins.at(-1),
  }));
  useEffect(() => {
    origins.push(origin);
    return () => {
      origins.splice(origins.indexOf(origin), 1);
      // The focus is restored later: while the dialog is in the page, it traps the focus, and Fluent moves the focus
      // once more afterwards.
      requestAnimationFrame(() => {
        if (isClaimed(document.activeElement)) return;
        [origin, replaced]
          .map((before) => before?.element)
          .find(isReachable)
          ?.focus();
      });
    };
  }, [origin, replaced]);
}

/** Whether an element is still on the page, and not behind a dialog. */
function isReachable(element: HTMLElement | null | undefined): boolean {
  if (!element?.isConnected) return false;
  const top = findTopDialog();
  return top === undefined || top.contains(element);
}

/**
 * Whether the focus was moved on purpose. A Fluent dialog without a trigger moves it to the trigger of some menu or
 * popover that was focused earlier, which does not count. Neither does the surface of the dialog below (`useHeldFocus`).
 */
function isClaimed(focused: Element | null): boolean {
  return (
    focused !== null &&
    focused !== document.body &&
    !focused.matches('[data-tabster*=restorer], [role=dialog], [role=alertdialog]')
  );
}

function findFocusTarget(element: Element | null): HTMLElement | null {
  const owner = element?.closest('[role=menu]')?.getAttribute('aria-labelledby');
  const found = owner ? document.getElementById(owner) : element;
  return found instanceof HTMLElement ? found : null;
}
