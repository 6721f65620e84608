import { useEffect, useState } from 'react';

/**
 * Gives the keyboard back, when a dialog or a drawer goes, to what had it before; to the button of a menu where an item
 * of it was chosen, since the item is gone by then. What has taken the focus meanwhile keeps it.
 */
export function useFocusReturn(): void {
  const [before] = useState(() => lasting(document.activeElement));
  useEffect(
    () => () => {
      // Later, because the dialog is still in the page and lets nothing out of it.
      setTimeout(() => {
        if (document.activeElement === null || document.activeElement === document.body) before?.focus();
      });
    },
    [before],
  );
}

function lasting(element: Element | null): HTMLElement | null {
  const owner = element?.closest('[role=menu]')?.getAttribute('aria-labelledby');
  const found = owner ? document.getElementById(owner) : element;
  return found instanceof HTMLElement ? found : null;
}
