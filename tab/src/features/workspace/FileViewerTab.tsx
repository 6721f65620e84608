import { Button, Caption1, makeStyles, Subtitle2, tokens, Tooltip } from '@fluentui/react-components';
import { Dismiss20Regular, DocumentText20Regular } from '@fluentui/react-icons';
import { useMemo } from 'react';
import { useSnapshot } from 'valtio';
import { texts } from '../../texts.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorLine } from '../../ui/ErrorLine.tsx';
import { TextSkeleton } from '../../ui/TextSkeleton.tsx';
import { FileParts } from './FileParts.tsx';
import { findPassage } from './passage.rules.ts';
import { closeViewer, openInViewer } from './workspace.actions.ts';
import { workspace, type Viewer } from './workspace.state.ts';

const useStyles = makeStyles({
  root: { display: 'flex', flexDirection: 'column', flex: '1 1 0', minHeight: 0 },
  head: {
    display: 'flex',
    alignItems: 'center',
    gap: tokens.spacingHorizontalS,
    padding: `${tokens.spacingVerticalS} ${tokens.spacingHorizontalS} ${tokens.spacingVerticalS} ${tokens.spacingHorizontalM}`,
  },
  name: { flex: '1 1 0', minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  note: { padding: `0 ${tokens.spacingHorizontalM} ${tokens.spacingVerticalS}`, color: tokens.colorNeutralForeground3 },
  padded: { padding: tokens.spacingHorizontalM },
});

/** The text of a file by its places, with the passage that an answer rests on. */
export function FileViewerTab() {
  const styles = useStyles();
  const viewer = useSnapshot(workspace).viewer as Viewer;
  if (viewer.name === 'empty') {
    const { title, line } = texts.workspace.empty['File Viewer'];
    return <EmptyState icon={<DocumentText20Regular />} title={title} line={line} />;
  }
  const { target } = viewer;
  return (
    <div className={styles.root}>
      <div className={styles.head}>
        <Subtitle2 as="h2" className={styles.name} title={target.fileName}>
          {target.fileName}
        </Subtitle2>
        <Tooltip content={texts.workspace.closeFile} relationship="label">
          <Button size="small" appearance="subtle" icon={<Dismiss20Regular />} onClick={closeViewer} />
        </Tooltip>
      </div>
      {viewer.name === 'loading' && <TextSkeleton label={target.fileName} lines={12} />}
      {viewer.name === 'failed' && (
        <div className={styles.padded}>
          <ErrorLine
            text={viewer.detail}
            retry={{ label: texts.shell.retry, action: () => void openInViewer({ ...target }) }}
          />
        </div>
      )}
      {viewer.name === 'ready' && <OpenFile viewer={viewer} />}
    </div>
  );
}

function OpenFile({ viewer }: { viewer: Extract<Viewer, { name: 'ready' }> }) {
  const styles = useStyles();
  const { parts, unreadPages = [] } = viewer.file.extraction;
  const { target } = viewer;
  const passage = useMemo(() => findPassage(parts, target), [parts, target]);
  const lost = Boolean(target.quote) && !passage?.range;
  return (
    <>
      {lost && <Caption1 className={styles.note}>{texts.workspace.passageMissing}</Caption1>}
      {unreadPages.length > 0 && (
        <Caption1 className={styles.note}>{texts.workspace.unreadPages(unreadPages.join(', '))}</Caption1>
      )}
      <FileParts parts={parts} passage={passage} />
    </>
  );
}
