import { useEffect } from 'react';
import { matchesShortcut } from '../../../shell/keyboard/shortcuts.ts';
import { getOpenTask, isTaskRunning } from '../tasks.state.ts';
import { cancelRun } from './cancel.actions.ts';

/** Layers and fields in which Escape does something else. */
const OPEN_LAYERS = '[role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"], .fui-PopoverSurface';

/** Escape cancels the run of a task, unless it closes something or leaves a field. */
export function useEscapeToCancel(taskId: string): void {
  useEffect(() => {
    // In the capture phase: a layer that Escape closes is still open here.
    const onKeyDown = (event: KeyboardEvent) => {
      const open = getOpenTask(taskId);
      if (!matchesShortcut(event, 'stop') || event.isComposing || !open || !isTaskRunning(open)) return;
      const target = event.target instanceof HTMLElement ? event.target : null;
      const isLayerOpen = [...document.querySelectorAll(OPEN_LAYERS)].some(
        (layer) => layer.checkVisibility?.() ?? true,
      );
      if (isLayerOpen || target?.closest('input, textarea, select')) return;
      event.preventDefault();
      void cancelRun(taskId);
    };
    window.addEventListener('keydown', onKeyDown, true);
    return () => window.removeEventListener('keydown', onKeyDown, true);
  }, [taskId]);
}
