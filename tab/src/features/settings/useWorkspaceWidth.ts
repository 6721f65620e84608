import { useEffect } from 'react';
import { useSnapshot } from 'valtio';
import { subscribeKey } from 'valtio/utils';
import { RESIZE_PAUSE_MS } from '../../../../api/contract/limits.ts';
import { setWorkspacePx } from '../../shell/layout/layout.actions.ts';
import { layout } from '../../shell/layout/layout.state.ts';
import { logFailure } from '../../state/log.ts';
import { texts } from '../../texts.ts';
import { saveSettings } from './settings.actions.ts';
import { settings } from './settings.state.ts';

const PANEL = 'workspace';

/** Brings back the workspace's width and, while sizes are sticky, remembers it a second after the last move. */
export function usePanelSizes(): void {
  const { panelSizes, stickyPanelSizes } = useSnapshot(settings);
  const kept = panelSizes[PANEL];
  useEffect(() => {
    if (stickyPanelSizes && kept !== undefined) setWorkspacePx(kept);
  }, [stickyPanelSizes, kept]);
  useEffect(rememberPanelSize, []);
}

/** Watches the workspace's width until the function it gives is called. */
export function rememberPanelSize(): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const stop = subscribeKey(layout, 'workspacePx', () => {
    clearTimeout(timer);
    timer = setTimeout(keep, RESIZE_PAUSE_MS);
  });
  return () => {
    stop();
    clearTimeout(timer);
  };
}

function keep(): void {
  const { panelSizes, stickyPanelSizes } = settings;
  if (!stickyPanelSizes || panelSizes[PANEL] === layout.workspacePx) return;
  saveSettings({ panelSizes: { ...panelSizes, [PANEL]: layout.workspacePx } }).catch((cause: unknown) =>
    logFailure(texts.failures.saveSettings, cause),
  );
}
