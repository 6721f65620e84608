import { useEffect } from 'react';
import { useSnapshot } from 'valtio';
import { subscribeKey } from 'valtio/utils';
import { RESIZE_PAUSE_MS } from '#contract/limits.ts';
import { setWorkspacePx } from '#tab/shell/layout/layout.actions.ts';
import { layout } from '#tab/shell/layout/layout.state.ts';
import { logFailure } from '#tab/state/log.ts';
import { texts } from '#tab/texts.ts';
import { saveSettings } from './settings.actions.ts';
import { settings } from './settings.state.ts';

const PANEL = 'workspace';

/** Restores the workspace's width and, if panel sizes are remembered, saves it one second after the last change. */
export function useWorkspaceWidth(): void {
  const { panelSizes, stickyPanelSizes } = useSnapshot(settings);
  const savedWidth = panelSizes[PANEL];
  useEffect(() => {
    if (stickyPanelSizes && savedWidth !== undefined) setWorkspacePx(savedWidth);
  }, [stickyPanelSizes, savedWidth]);
  useEffect(startSavingWidth, []);
}

/** Saves the workspace's width after changes, until the returned function is called. */
export function startSavingWidth(): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const stop = subscribeKey(layout, 'workspacePx', () => {
    clearTimeout(timer);
    timer = setTimeout(saveWidth, RESIZE_PAUSE_MS);
  });
  return () => {
    stop();
    clearTimeout(timer);
  };
}

function saveWidth(): void {
  const { panelSizes, stickyPanelSizes } = settings;
  if (!stickyPanelSizes || panelSizes[PANEL] === layout.workspacePx) return;
  saveSettings({ panelSizes: { ...panelSizes, [PANEL]: layout.workspacePx } }).catch((cause: unknown) =>
    logFailure(texts.failures.saveSettings, cause),
  );
}
