import { useEffect, useEffectEvent } from 'react';
import { matchesShortcut } from '#tab/shell/keyboard/shortcuts.ts';

/** Selector of elements that Escape closes; only without them it stops a run. */
const OPEN_LAYERS =
  '[role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"], .fui-PopoverSurface, [data-escape-closes]';

/** Escape stops the run on the screen, unless it closes something or leaves a field. */
export function useEscapeToStop(isRunning: () => boolean, stop: () => Promise<void>): void {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (!matchesShortcut(event, 'stop') || event.isComposing || !isRunning()) return;
    if (isInField(event.target) || isLayerOpen()) return;
    event.preventDefault();
    void stop();
  });
  useEffect(() => {
    // The handler runs in the capture phase, when a layer that Escape closes is still open.
    window.addEventListener('keydown', onKeyDown, true);
    return () => window.removeEventListener('keydown', onKeyDown, true);
  }, []);
}

/** Whether Escape has another meaning where the focus is: in a form field, or in the text of an entry. */
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
