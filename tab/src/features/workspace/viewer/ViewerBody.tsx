import { Caption1 } from '@fluentui/react-components';
import { lazy, Suspense, useCallback, useMemo } from 'react';
import { texts } from '#tab/texts.ts';
import { ErrorMessage } from '#tab/ui/ErrorMessage.tsx';
import { TextSkeleton } from '#tab/ui/TextSkeleton.tsx';
import type { Viewer } from '#tab/features/workspace/workspace.state.ts';
import { workspaceTexts } from '#tab/features/workspace/workspace.texts.ts';
import type { OnFinder } from './find/useDomFinder.ts';
import { findPassage } from './findInText.rules.ts';
import { fileTexts } from '#tab/features/files/files.texts.ts';
import { useLookedUp } from '#tab/features/files/lookedUp.ts';
import { ImageView } from './ImageView.tsx';
import { findRangeStart, makeTables, MAX_TABLE_ROWS } from './table.rules.ts';
import { TableParts } from './TableParts.tsx';
import { TextParts } from './TextParts.tsx';
import { openAsText, showInViewer } from './viewer.actions.ts';
import { useViewerStyles } from './viewer.styles.ts';

const PdfPages = lazy(() => import('./pdf/PdfPages.tsx'));
const DrawnDocument = lazy(() => import('./drawn/DrawnDocument.tsx'));

interface ViewerBodyProps {
  viewer: Exclude<Viewer, { name: 'empty' }>;
  onFinder: OnFinder;
}

/** The open document, below what the person should know about how AVA reads it. */
export function ViewerBody(props: ViewerBodyProps) {
  const styles = useViewerStyles();
  const isLookedUp = useLookedUp(props.viewer.target.fileId);
  return (
    <>
      {isLookedUp && <Caption1 className={styles.note}>{fileTexts.lookedUp}</Caption1>}
      <OpenDocument {...props} />
    </>
  );
}

/** The open document, drawn as its kind allows. */
function OpenDocument({ viewer, onFinder }: ViewerBodyProps) {
  const styles = useViewerStyles();
  const { target } = viewer;
  switch (viewer.name) {
    case 'loading':
      return <TextSkeleton label={target.fileName} lines={12} />;
    case 'failed':
      return (
        <div className={styles.padded}>
          <ErrorMessage
            text={viewer.detail}
            retry={{ label: texts.shell.retry, action: () => void showInViewer({ ...target }) }}
          />
        </div>
      );
    case 'text':
      return <OpenText viewer={viewer} onFinder={onFinder} />;
    case 'table':
      return <OpenTable viewer={viewer} onFinder={onFinder} />;
    default:
      return <OpenBytes viewer={viewer} onFinder={onFinder} />;
  }
}

interface OpenTextProps {
  viewer: Extract<Viewer, { name: 'text' | 'table' }>;
  onFinder: OnFinder;
}

function OpenText({ viewer: { extraction, target }, onFinder }: OpenTextProps) {
  const { parts } = extraction;
  const passage = useMemo(() => findPassage(parts, target), [parts, target]);
  return (
    <>
      <Notes extraction={extraction} isLost={Boolean(target.quote) && !passage?.ranges.length} />
      <TextParts parts={parts} passage={passage} label={target.fileName} onFinder={onFinder} />
    </>
  );
}

function OpenTable({ viewer: { extraction, target }, onFinder }: OpenTextProps) {
  const styles = useViewerStyles();
  const { parts } = extraction;
  const rangeStart = useMemo(() => findRangeStart(parts, target.location), [parts, target]);
  // The result of a calculation is not in the file.
  const quote = rangeStart === null ? (target.quote ?? '') : '';
  const tables = useMemo(
    () => makeTables(parts, quote, rangeStart ?? findPassage(parts, { ...target, quote: '' })?.part ?? null),
    [parts, target, quote, rangeStart],
  );
  return (
    <>
      <Notes extraction={extraction} isLost={quote !== '' && !tables.isQuoteFound} />
      {rangeStart !== null && target.location && (
        <Caption1 className={styles.note}>{workspaceTexts.calculatedOver(target.location)}</Caption1>
      )}
      {tables.isCut && (
        <Caption1 className={styles.note}>{workspaceTexts.tableCut(MAX_TABLE_ROWS.toLocaleString('en-US'))}</Caption1>
      )}
      <TableParts parts={tables.parts} label={target.fileName} onFinder={onFinder} />
    </>
  );
}

/** What the person should know of the text that is shown. */
function Notes({ extraction, isLost }: { extraction: OpenTextProps['viewer']['extraction']; isLost: boolean }) {
  const styles = useViewerStyles();
  const { unreadPages = [], warning } = extraction;
  return (
    <>
      {isLost && <Caption1 className={styles.note}>{texts.workspace.passageMissing}</Caption1>}
      {warning && <Caption1 className={styles.note}>{warning}</Caption1>}
      {unreadPages.length > 0 && (
        <Caption1 className={styles.note}>{texts.workspace.unreadPages(formatRanges(unreadPages))}</Caption1>
      )}
    </>
  );
}

interface OpenBytesProps {
  viewer: Extract<Viewer, { name: 'pages' | 'word' | 'slides' | 'image' }>;
  onFinder: OnFinder;
}

/** What cannot be drawn is shown as text. */
function OpenBytes({ viewer, onFinder }: OpenBytesProps) {
  const { target } = viewer;
  const onBroken = useCallback((cause: unknown) => void openAsText(target, cause), [target]);
  if (viewer.name === 'image') return <ImageView bytes={viewer.bytes} name={target.fileName} onBroken={onBroken} />;
  const shared = { target, onFinder, onBroken };
  return (
    <Suspense fallback={<TextSkeleton label={target.fileName} lines={12} />}>
      {viewer.name === 'pages' ? (
        <PdfPages file={viewer.file} {...shared} />
      ) : (
        <DrawnDocument kind={viewer.name} bytes={viewer.bytes} {...shared} />
      )}
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
