import { useEffect } from 'react';
import { movePane } from './paneFocus.ts';

/** The keys that work from anywhere: Ctrl or Cmd with K begins anew, F6 and Shift+F6 walk the panes. */
export function useShortcuts(begin: () => void): void {
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      if (event.key === 'F6') {
        event.preventDefault();
        movePane(event.shiftKey ? -1 : 1);
      }
      const withModifier = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey;
      if (withModifier && event.key.toLowerCase() === 'k') {
        event.preventDefault();
        begin();
      }
    }
    // Captured, so that an editor that has its own use for the key does not swallow it.
    window.addEventListener('keydown', onKeyDown, true);
    return () => window.removeEventListener('keydown', onKeyDown, true);
  }, [begin]);
}
