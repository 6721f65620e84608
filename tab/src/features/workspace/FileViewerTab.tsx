import { Button, Caption1, Link, Subtitle2, ToggleButton, Tooltip } from '@fluentui/react-components';
import {
  Dismiss20Regular,
  Document20Regular,
  DocumentText20Regular,
  Open20Regular,
  Search20Regular,
  TextDescription20Regular,
} from '@fluentui/react-icons';
import { useEffect, useRef, useState } from 'react';
import { useSnapshot } from 'valtio';
import { texts } from '#tab/texts.ts';
import { EmptyState } from '#tab/ui/EmptyState.tsx';
import { FileIcon } from '#tab/shell/FileIcon.tsx';
import { FileName } from '#tab/ui/FileName.tsx';
import { logFailure } from '#tab/state/log.ts';
import { chats } from '#tab/features/chat/chat.state.ts';
import { FindBar } from './viewer/find/FindBar.tsx';
import type { Finder } from './viewer/find/finder.ts';
import { canShowAsText, closeViewer, openInSharePoint, openInViewer, showInViewer } from './viewer/viewer.actions.ts';
import { useViewerStyles } from './viewer/viewer.styles.ts';
import { ViewerBody } from './viewer/ViewerBody.tsx';
import { workspaceTexts } from './workspace.texts.ts';
import { workspace, type Viewer, type ViewerTarget } from './workspace.state.ts';
import { findOpenDocument } from './viewer/openDocument.actions.ts';

/** Shows a file as it looks, or its text, with the cited passage marked, and searches inside it. */
export function FileViewerTab() {
  const styles = useViewerStyles();
  const viewer = useSnapshot(workspace).viewer as Viewer;
  const [finder, setFinder] = useState<Finder | null>(null);
  const [isFinding, setIsFinding] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  useOpenDocument();
  useEffect(() => {
    const element = root.current;
    if (!finder || !element) return;
    const startFinding = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'f' || !(event.ctrlKey || event.metaKey) || event.shiftKey) return;
      event.preventDefault();
      setIsFinding(true);
    };
    element.addEventListener('keydown', startFinding);
    return () => element.removeEventListener('keydown', startFinding);
  }, [finder]);
  if (viewer.name === 'empty') {
    const { title, line } = texts.workspace.empty['File Viewer'];
    return <EmptyState icon={<DocumentText20Regular />} title={title} line={line} />;
  }
  const { target } = viewer;

  return (
    <div ref={root} role="group" aria-label={target.fileName} className={styles.root}>
      <div className={styles.head}>
        <FileIcon fileType={target.fileType} />
        <Subtitle2 as="h3" className={styles.name}>
          <FileName name={target.fileName} />
        </Subtitle2>
        {finder && (
          <Tooltip content={workspaceTexts.find.open} relationship="label">
            <ToggleButton
              size="small"
              appearance="subtle"
              icon={<Search20Regular />}
              checked={isFinding}
              onClick={() => setIsFinding(!isFinding)}
            />
          </Tooltip>
        )}
        {canShowAsText(target) && (
          <Tooltip
            content={viewer.name === 'text' ? workspaceTexts.showAsItLooks : workspaceTexts.showAsText}
            relationship="label"
          >
            <Button
              size="small"
              appearance="subtle"
              icon={viewer.name === 'text' ? <Document20Regular /> : <TextDescription20Regular />}
              onClick={() => void showInViewer({ ...target, view: viewer.name === 'text' ? 'look' : 'text' })}
            />
          </Tooltip>
        )}
        {target.site !== undefined && (
          <Tooltip content={texts.workspace.openInSharePoint} relationship="label">
            <Button
              size="small"
              appearance="subtle"
              icon={<Open20Regular />}
              onClick={() => void openInSharePoint(target)}
            />
          </Tooltip>
        )}
        <Tooltip content={texts.workspace.closeFile} relationship="label">
          <Button size="small" appearance="subtle" icon={<Dismiss20Regular />} onClick={closeViewer} />
        </Tooltip>
      </div>
      {finder && isFinding && <FindBar finder={finder} onClose={() => setIsFinding(false)} />}
      <OpenedElsewhere />
      {target.standing === 'changed' && <Caption1 className={styles.note}>{texts.workspace.fileChanged}</Caption1>}
      <ViewerBody viewer={viewer} onFinder={setFinder} />
    </div>
  );
}

/** Says that another device opened another document beside this chat, and offers it. */
function OpenedElsewhere() {
  const styles = useViewerStyles();
  const target = useSnapshot(workspace).openedElsewhere as ViewerTarget | null;
  if (!target) return null;
  const open = () => {
    workspace.openedElsewhere = null;
    void openInViewer({ ...target });
  };
  return (
    <Caption1 role="status" className={styles.note}>
      {workspaceTexts.openedElsewhere(target.fileName)}{' '}
      <Link as="button" inline onClick={open}>
        {workspaceTexts.openOther}
      </Link>
      {' · '}
      <Link as="button" inline onClick={() => (workspace.openedElsewhere = null)}>
        {workspaceTexts.keepOpen}
      </Link>
    </Caption1>
  );
}

/** Shows the document that was last open beside the chat, also on another device, when the viewer is shown. */
function useOpenDocument(): void {
  const { id } = useSnapshot(workspace);
  const { metadata, openId } = useSnapshot(chats);
  // The list of chats can arrive after the chat is open.
  const documentId = metadata.find(({ ConversationId }) => ConversationId === openId)?.FileViewerId ?? null;
  useEffect(() => {
    const before = workspace.viewer;
    if (before.name !== 'empty' || documentId === null) return;
    findOpenDocument().then(
      (target) => {
        if (target && workspace.id === id && workspace.viewer === before) void showInViewer(target);
      },
      (cause: unknown) => logFailure(texts.failures.fileViewers, cause),
    );
  }, [id, documentId]);
}
