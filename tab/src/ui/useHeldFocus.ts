import { useEffect } from 'react';
import { findTopDialog } from './topDialog.ts';

/**
 * Keeps the focus in a dialog when the focused control is removed or disabled, for example when its content has loaded:
 * the browser would move it to the page behind, and keys would no longer reach the dialog. A dialog with another one above
 * it takes no focus: Fluent would hide the upper one from screen readers.
 * @param surface of the dialog, which gets the focus then
 */
export function useHeldFocus(surface: HTMLElement | null): void {
  useEffect(() => {
    if (!surface) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const hold = () => {
      if (findTopDialog() !== surface) return;
      const focused = document.activeElement;
      if (focused === null || focused === document.body || (surface.contains(focused) && focused.matches(':disabled')))
        surface.focus();
    };
    const observer = new MutationObserver(() => {
      clearTimeout(timer);
      // Deferred: a dialog above this one that closes now returns the focus itself.
      timer = setTimeout(hold);
    });
    observer.observe(surface, { childList: true, subtree: true, attributes: true, attributeFilter: ['disabled'] });
    return () => {
      observer.disconnect();
      clearTimeout(timer);
    };
  }, [surface]);
}
