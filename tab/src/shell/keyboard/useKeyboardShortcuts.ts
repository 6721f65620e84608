import { useEffect } from 'react';
import { openDialog } from '#tab/shell/dialogs.ts';
import { findToastWithAction, runToastAction } from '#tab/shell/toasts/toasts.ts';
import { focusNextPane } from './paneFocus.ts';
import { isWriting, matchesShortcut } from './shortcuts.ts';

/** The shortcuts that work everywhere; see the table in `shortcuts.ts`. */
export function useKeyboardShortcuts(onNewChat: () => void): void {
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      if (matchesShortcut(event, 'nextPane')) return handle(event, () => focusNextPane(1));
      if (matchesShortcut(event, 'previousPane')) return handle(event, () => focusNextPane(-1));
      if (matchesShortcut(event, 'newChat')) return handle(event, onNewChat);
      if (isWriting(event.target)) return;
      if (matchesShortcut(event, 'help')) return handle(event, () => openDialog({ name: 'shortcuts' }));
      const toastId = findToastWithAction();
      if (toastId !== null && matchesShortcut(event, 'undo')) handle(event, () => runToastAction(toastId));
    }
    // The handler runs in the capture phase, so that an editor that handles the key cannot hide it from the shortcuts.
    window.addEventListener('keydown', onKeyDown, true);
    return () => window.removeEventListener('keydown', onKeyDown, true);
  }, [onNewChat]);
}

function handle(event: KeyboardEvent, run: () => void): void {
  event.preventDefault();
  run();
}
