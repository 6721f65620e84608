import { useEffect } from 'react';
import { useSnapshot } from 'valtio';
import { RESIZE_PAUSE_MS } from '../../../../api/contract/limits.ts';
import { setWorkspacePx } from '../../shell/layout.actions.ts';
import { layout } from '../../shell/layout.state.ts';
import { logFailure } from '../../state/log.ts';
import { texts } from '../../texts.ts';
import { saveSettings } from './settings.actions.ts';
import { settings } from './settings.state.ts';

const PANEL = 'workspace';

/** Brings back the workspace's width and, while sizes are sticky, remembers it a second after the last move. */
export function usePanelSizes(): void {
  const { panelSizes, stickyPanelSizes } = useSnapshot(settings);
  const { workspacePx } = useSnapshot(layout);
  const kept = panelSizes[PANEL];

  useEffect(() => {
    if (stickyPanelSizes && kept !== undefined) setWorkspacePx(kept);
  }, [stickyPanelSizes, kept]);

  useEffect(() => {
    if (!stickyPanelSizes || workspacePx === kept || settings.status.name === 'loading') return undefined;
    const timer = setTimeout(() => {
      const sizes = { ...settings.panelSizes, [PANEL]: workspacePx };
      saveSettings({ panelSizes: sizes }).catch((cause: unknown) => logFailure(texts.failures.saveSettings, cause));
    }, RESIZE_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [workspacePx]);
}
