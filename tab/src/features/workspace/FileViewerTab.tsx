import { Button, Caption1, Subtitle2, Tooltip } from '@fluentui/react-components';
import { Dismiss20Regular, DocumentText20Regular, Open20Regular } from '@fluentui/react-icons';
import { lazy, Suspense, useCallback, useMemo } from 'react';
import { useSnapshot } from 'valtio';
import { texts } from '../../texts.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorMessage } from '../../ui/ErrorMessage.tsx';
import { FileIcon } from '../../shell/FileIcon.tsx';
import { FileName } from '../../ui/FileName.tsx';
import { TextSkeleton } from '../../ui/TextSkeleton.tsx';
import { TextParts } from './viewer/TextParts.tsx';
import { findPassage } from './viewer/findInText.rules.ts';
import { closeViewer, openAsText, openInSharePoint, openInViewer } from './viewer/viewer.actions.ts';
import { useViewerStyles } from './viewer/viewer.styles.ts';
import { workspace, type Viewer, type ViewerTarget } from './workspace.state.ts';

const PdfPages = lazy(() => import('./viewer/pdf/PdfPages.tsx'));

/** Shows the pages or the text of a file, with the cited passage highlighted. */
export function FileViewerTab() {
  const styles = useViewerStyles();
  const viewer = useSnapshot(workspace).viewer as Viewer;
  if (viewer.name === 'empty') {
    const { title, line } = texts.workspace.empty['File Viewer'];
    return <EmptyState icon={<DocumentText20Regular />} title={title} line={line} />;
  }
  const { target } = viewer;
  return (
    <div className={styles.root}>
      <div className={styles.head}>
        <FileIcon fileType={target.fileType} />
        <Subtitle2 as="h3" className={styles.name}>
          <FileName name={target.fileName} />
        </Subtitle2>
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
      {target.standing === 'changed' && <Caption1 className={styles.note}>{texts.workspace.fileChanged}</Caption1>}
      {viewer.name === 'loading' && <TextSkeleton label={target.fileName} lines={12} />}
      {viewer.name === 'failed' && (
        <div className={styles.padded}>
          <ErrorMessage
            text={viewer.detail}
            retry={{ label: texts.shell.retry, action: () => void openInViewer({ ...target }) }}
          />
        </div>
      )}
      {viewer.name === 'text' && <OpenText viewer={viewer} />}
      {viewer.name === 'pages' && <OpenPages target={target} bytes={viewer.bytes} />}
    </div>
  );
}

function OpenText({ viewer }: { viewer: Extract<Viewer, { name: 'text' }> }) {
  const styles = useViewerStyles();
  const { parts, unreadPages = [], warning } = viewer.extraction;
  const { target } = viewer;
  const passage = useMemo(() => findPassage(parts, target), [parts, target]);
  const lost = Boolean(target.quote) && !passage?.range;
  return (
    <>
      {lost && <Caption1 className={styles.note}>{texts.workspace.passageMissing}</Caption1>}
      {warning && <Caption1 className={styles.note}>{warning}</Caption1>}
      {unreadPages.length > 0 && (
        <Caption1 className={styles.note}>{texts.workspace.unreadPages(formatRanges(unreadPages))}</Caption1>
      )}
      <TextParts parts={parts} passage={passage} />
    </>
  );
}

function OpenPages({ target, bytes }: { target: ViewerTarget; bytes: Blob }) {
  const onBroken = useCallback((cause: unknown) => void openAsText(target, cause), [target]);
  return (
    <Suspense fallback={<TextSkeleton label={target.fileName} lines={12} />}>
      <PdfPages bytes={bytes} target={target} onBroken={onBroken} />
    </Suspense>
  );
}

/** Numbers in ascending order with consecutive ones joined: `3, 61–235`. */
function formatRanges(numbers: readonly number[]): string {
  const ranges: { from: number; to: number }[] = [];
  for (const number of numbers) {
    const last = ranges.at(-1);
    if (last?.to === number - 1) last.to = number;
    else ranges.push({ from: number, to: number });
  }
  return ranges.map(({ from, to }) => (from === to ? from : `${from}–${to}`)).join(', ');
}
