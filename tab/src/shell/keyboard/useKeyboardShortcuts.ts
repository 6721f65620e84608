import { useEffect } from 'react';
import { focusNextPane } from './paneFocus.ts';

/** Global shortcuts: Ctrl or Cmd+K starts a new chat; F6 and Shift+F6 move between panes. */
export function useKeyboardShortcuts(onNewChat: () => void): void {
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      if (event.key === 'F6') {
        event.preventDefault();
        focusNextPane(event.shiftKey ? -1 : 1);
      }
      const withModifier = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey;
      if (withModifier && event.key.toLowerCase() === 'k') {
        event.preventDefault();
        onNewChat();
      }
    }
    // In the capture phase, so that an editor that handles the key cannot swallow it.
    window.addEventListener('keydown', onKeyDown, true);
    return () => window.removeEventListener('keydown', onKeyDown, true);
  }, [onNewChat]);
}
