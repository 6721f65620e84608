import { useRef } from 'react';
import { Button, makeStyles, Popover, PopoverSurface, PopoverTrigger, tokens } from '@fluentui/react-components';
import { AttachRegular, ChevronDownRegular } from '@fluentui/react-icons';
import { fileTexts } from '../files.texts.ts';
import type { ChatFile } from '../files.state.ts';
import { DraftFileChip } from './DraftFileChip.tsx';
import { removeFile } from '../files.actions.ts';

/** With more chips than this, too little space would be left for the text, so they are shown in a popover. */
const CHIPS_SHOWN = 4;

const useStyles = makeStyles({
  row: {
    display: 'flex',
    flexWrap: 'wrap',
    gap: tokens.spacingHorizontalS,
    margin: 0,
    padding: `${tokens.spacingVerticalM} ${tokens.spacingHorizontalM} 0`,
    listStyleType: 'none',
  },
  surface: { padding: tokens.spacingHorizontalM, maxHeight: '320px', overflowY: 'auto' },
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
  /** Called after a removal when no other chip gets the focus. */
  focusAfter: () => void;
}

/** The files of a draft: a row of chips, or one button with the number of files. */
export function DraftFileChips(props: Props) {
  const styles = useStyles();
  const { files } = props;
  if (files.length === 0) return null;
  if (files.length <= CHIPS_SHOWN) return <ChipList {...props} className={styles.row} />;
  return (
    <div className={styles.row}>
      <Popover trapFocus positioning="above-start">
        <PopoverTrigger disableButtonEnhancement>
          <Button size="small" icon={<AttachRegular />}>
            {fileTexts.uploaded(files.length)}
            {summary(files)}
            <ChevronDownRegular />
          </Button>
        </PopoverTrigger>
        <PopoverSurface aria-label={fileTexts.attached} className={styles.surface}>
          <ChipList {...props} className={styles.column} />
        </PopoverSurface>
      </Popover>
    </div>
  );
}

function ChipList({ chatId, files, focusAfter, className }: Props & { className: string }) {
  const list = useRef<HTMLUListElement>(null);
  const remove = (file: ChatFile, index: number) => {
    const hadFocus = list.current?.contains(document.activeElement) ?? false;
    removeFile(chatId, file.id);
    // After React has removed the chip, its neighbor gets the focus.
    requestAnimationFrame(() => {
      const chips = list.current?.querySelectorAll<HTMLElement>('li > div > button:first-child');
      const next = chips?.[Math.min(index, chips.length - 1)];
      if (hadFocus && next) next.focus();
      else focusAfter();
    });
  };
  return (
    <ul ref={list} className={className} aria-label={fileTexts.attached}>
      {files.map((file, index) => (
        <li key={file.id}>
          <DraftFileChip chatId={chatId} file={file} onRemove={() => remove(file, index)} />
        </li>
      ))}
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
