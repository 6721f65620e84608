import { lazy, Suspense, useEffect, useRef, type ReactNode } from 'react';
import { useSnapshot } from 'valtio';
import { texts } from '#tab/texts.ts';
import { HiddenHeading } from '#tab/ui/HiddenHeading.tsx';
import { closeWorkspace, setHistoryOpen, setAvailablePanes, setWorkspacePx } from './layout.actions.ts';
import { layout } from './layout.state.ts';
import { useFrameStyles } from './Frame.styles.ts';
import { fitWorkspaceWidth } from './workspaceWidth.rules.ts';
import { ResizeHandle } from './ResizeHandle.tsx';
import { CONVERSATION_ID } from './SkipLink.tsx';
import { useSlots } from './slots.ts';

const Drawer = lazy(() => import('./Drawer.tsx'));

export interface FrameProps {
  history?: ReactNode;
  conversation: ReactNode;
  /** Default: AVA's workspace. `null` for a screen without one. */
  workspace?: ReactNode;
}

/** The three panes of a screen: side by side in a wide window; history and workspace are drawers in a narrow one. */
export function Frame({ history = null, conversation, workspace }: FrameProps) {
  const styles = useFrameStyles();
  const slots = useSlots();
  const workspacePane = workspace === undefined ? slots.workspace : workspace;
  const { width, historyOpen, workspaceOpen, workspacePx } = useSnapshot(layout);
  const frame = useRef<HTMLDivElement>(null);
  const wide = width === 'wide';

  const panes = { history: history !== null, workspace: workspacePane !== null };
  useEffect(() => {
    setAvailablePanes({ history: panes.history, workspace: panes.workspace });
  }, [panes.history, panes.workspace]);

  const resize = (px: number) => setWorkspacePx(fitWorkspaceWidth(px, frame.current?.clientWidth ?? window.innerWidth));

  return (
    <div ref={frame} className={styles.frame}>
      {wide && historyOpen && panes.history && (
        <nav data-pane="history" aria-label={texts.shell.history} className={styles.history}>
          <HiddenHeading level={2} text={texts.shell.history} />
          {history}
        </nav>
      )}
      <main
        id={CONVERSATION_ID}
        data-pane="conversation"
        tabIndex={-1}
        aria-label={texts.shell.conversation}
        className={styles.conversation}
      >
        {conversation}
      </main>
      {wide && workspaceOpen && panes.workspace && (
        <aside
          data-pane="workspace"
          aria-label={texts.shell.workspace}
          className={styles.workspace}
          style={{ width: workspacePx, maxWidth: '60%' }}
        >
          <HiddenHeading level={2} text={texts.shell.workspace} />
          <ResizeHandle widthPx={workspacePx} onResize={resize} />
          {workspacePane}
        </aside>
      )}
      {!wide && (
        <Suspense>
          {panes.history && historyOpen && (
            <Drawer pane="history" title={texts.shell.history} side="start" onClose={() => setHistoryOpen(false)}>
              {history}
            </Drawer>
          )}
          {panes.workspace && workspaceOpen && (
            <Drawer pane="workspace" title={texts.shell.workspace} side="end" onClose={closeWorkspace}>
              {workspacePane}
            </Drawer>
          )}
        </Suspense>
      )}
    </div>
  );
}
