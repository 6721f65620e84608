import { lazy, Suspense, useCallback, useEffect, useRef, useState } from 'react';
import { Button, makeStyles, tokens, useRestoreFocusTarget } from '@fluentui/react-components';
import { AttachRegular, ChevronDownRegular } from '@fluentui/react-icons';
import { LOW_WINDOW } from '#tab/shell/layout/lowWindow.ts';
import { fileTexts } from '#tab/features/files/files.texts.ts';
import { MAX_CHIPS_IN_ROW, mergeRemovedFiles } from '#tab/features/files/files.rules.ts';
import type { ChatFile, RemovedFile } from '#tab/features/files/files.state.ts';
import { DraftFileChip } from './DraftFileChip.tsx';
import { forgetRemovedFiles, removeFile, restoreFile } from '#tab/features/files/files.actions.ts';
import { RemovedFileChip } from './RemovedFileChip.tsx';

const loadPopover = () => import('./AttachedFilesPopover.tsx');
const AttachedFilesPopover = lazy(loadPopover);

const useStyles = makeStyles({
  row: {
    display: 'flex',
    flexWrap: 'wrap',
    gap: tokens.spacingHorizontalS,
    margin: 0,
    padding: `${tokens.spacingVerticalM} ${tokens.spacingHorizontalM} 0`,
    listStyleType: 'none',
    '& > li': { minWidth: 0, maxWidth: '100%' },
    // In a low window, the chips are in one line beside the text, which can be scrolled.
    [LOW_WINDOW]: {
      gridColumn: '1',
      maxWidth: 'min(40vw, 320px)',
      boxSizing: 'border-box',
      flexWrap: 'nowrap',
      overflowX: 'auto',
      padding: `${tokens.spacingVerticalXXS} ${tokens.spacingHorizontalXS}`,
      '& > li': { flexShrink: 0, maxWidth: 'none' },
    },
    [`${LOW_WINDOW} and (max-width: 480px)`]: { gridColumn: '1 / -1', maxWidth: '100%' },
  },
  column: {
    display: 'flex',
    flexDirection: 'column',
    alignItems: 'flex-start',
    gap: tokens.spacingVerticalS,
    margin: 0,
    padding: 0,
    listStyleType: 'none',
  },
});

interface Props {
  chatId: string;
  files: ChatFile[];
  /** Removed files that can still be restored. */
  removed: readonly RemovedFile[];
  /** Called after a removal by pointer. */
  focusAfter: () => void;
}

/** The files of a draft: a row of chips, or one button with the number of files. */
export function DraftFileChips(props: Props) {
  const styles = useStyles();
  const { files, removed } = props;
  const [isOpen, setOpen] = useState(false);
  const [button, setButton] = useState<HTMLElement | null>(null);
  const restoreFocusTarget = useRestoreFocusTarget();
  const count = files.length + removed.length;
  const isRow = count <= MAX_CHIPS_IN_ROW;
  useEffect(() => {
    if (isRow) setOpen(false);
    // Loaded in advance. If that fails, opening the list tries again.
    else loadPopover().catch(() => undefined);
  }, [isRow]);
  if (count === 0) return null;
  if (isRow) return <ChipList {...props} className={styles.row} />;
  return (
    <div className={styles.row}>
      {/* This button is outside the popover: the popover's own trigger is replaced when it has loaded, and a click would be lost. */}
      <Button
        ref={setButton}
        size="small"
        icon={<AttachRegular />}
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
        {...restoreFocusTarget}
      >
        {fileTexts.uploaded(files.length)}
        {summary(files)}
        <ChevronDownRegular />
      </Button>
      {isOpen && (
        <Suspense>
          <AttachedFilesPopover button={button} onClose={() => setOpen(false)}>
            <ChipList {...props} className={styles.column} />
          </AttachedFilesPopover>
        </Suspense>
      )}
    </div>
  );
}

function ChipList({ chatId, files, removed, focusAfter, className }: Props & { className: string }) {
  const list = useRef<HTMLUListElement>(null);
  const [widths, setWidths] = useState<Readonly<Record<string, number>>>({});
  const forget = useCallback((fileId: string) => forgetRemovedFiles(chatId, fileId), [chatId]);
  const getChip = (fileId: string) =>
    [...(list.current?.children ?? [])].find((chip) => chip instanceof HTMLElement && chip.dataset['file'] === fileId);
  /** Focuses the button in the place of a chip in the next frame, when React has replaced the chip. */
  const focusChip = (fileId: string) =>
    requestAnimationFrame(() => getChip(fileId)?.querySelector<HTMLElement>('button')?.focus());
  const remove = (fileId: string, byKeyboard: boolean) => {
    const widthPx = getChip(fileId)?.getBoundingClientRect().width ?? 0;
    setWidths((before) => ({ ...before, [fileId]: widthPx }));
    removeFile(chatId, fileId);
    if (byKeyboard) focusChip(fileId);
    else requestAnimationFrame(focusAfter);
  };
  const undo = (fileId: string) => {
    restoreFile(chatId, fileId);
    focusChip(fileId);
  };
  return (
    <ul ref={list} className={className} aria-label={fileTexts.attached}>
      {mergeRemovedFiles<ChatFile, RemovedFile>(files, removed).map((chip) =>
        'position' in chip ? (
          <li key={chip.file.id} data-file={chip.file.id}>
            <RemovedFileChip
              name={chip.file.name}
              fileId={chip.file.id}
              widthPx={widths[chip.file.id] || null}
              onUndo={() => undo(chip.file.id)}
              onForget={forget}
            />
          </li>
        ) : (
          <li key={chip.id} data-file={chip.id}>
            <DraftFileChip chatId={chatId} file={chip} onRemove={(byKeyboard) => remove(chip.id, byKeyboard)} />
          </li>
        ),
      )}
    </ul>
  );
}

/** Counts files in progress and failed files, so that they are visible without opening the popover. */
function summary(files: readonly ChatFile[]): string {
  const failedCount = files.filter((file) => file.state === 'failed').length;
  const underWay = files.filter((file) => file.state !== 'failed' && file.state !== 'ready').length;
  const parts = [underWay > 0 && fileTexts.underWay(underWay), failedCount > 0 && fileTexts.failedCount(failedCount)];
  const label = parts.filter(Boolean).join(', ');
  return label && ` · ${label}`;
}
