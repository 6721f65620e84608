import { useEffect } from 'react';
import { matchesShortcut } from '../../../shell/keyboard/shortcuts.ts';
import { isChatAnswering } from '../chat.actions.ts';
import { stop } from '../sending/send.actions.ts';

/** Selector of elements that Escape closes; only without them it stops an answer. */
const OPEN_LAYERS = '[role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"], .fui-PopoverSurface';

/** Escape stops the answer that is being written, unless it closes something or leaves a field. */
export function useEscapeToStop(chatId: string): void {
  useEffect(() => {
    // In the capture phase: a layer that Escape closes is still open here.
    const onKeyDown = (event: KeyboardEvent) => {
      if (!matchesShortcut(event, 'stop') || event.isComposing || !isChatAnswering(chatId)) return;
      if (isInField(event.target) || isLayerOpen()) return;
      event.preventDefault();
      void stop(chatId);
    };
    window.addEventListener('keydown', onKeyDown, true);
    return () => window.removeEventListener('keydown', onKeyDown, true);
  }, [chatId]);
}

/** Whether Escape has a meaning of its own where the focus is: in a form field, or in the text of an entry. */
function isInField(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return (
    target.closest('input, textarea, select') !== null ||
    (target.isContentEditable && target.closest('article') !== null)
  );
}

function isLayerOpen(): boolean {
  return [...document.querySelectorAll(OPEN_LAYERS)].some((layer) => layer.checkVisibility?.() ?? true);
}
