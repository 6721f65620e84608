import { Button, mergeClasses, Spinner, Tooltip } from '@fluentui/react-components';
import {
  ArrowClockwiseRegular,
  CheckmarkRegular,
  ClockRegular,
  DismissRegular,
  ErrorCircleRegular,
  InfoRegular,
  SearchRegular,
} from '@fluentui/react-icons';
import type { KeyboardEvent, KeyboardEventHandler, MouseEvent, MouseEventHandler } from 'react';
import { useSnapshot } from 'valtio';
import { layout } from '#tab/shell/layout/layout.state.ts';
import { useChipStyles } from './FileChip.styles.ts';
import { FileChipMenu, isByKeyboard } from './FileChipMenu.tsx';
import { FileIcon } from '#tab/shell/FileIcon.tsx';
import { FileName } from '#tab/ui/FileName.tsx';
import type { FileStateName } from '#tab/features/files/files.state.ts';
import { fileTexts } from '#tab/features/files/files.texts.ts';

/** State of a file in a chip: `name` selects the icon, `word` is the label. */
export interface ChipState {
  name: FileStateName | 'partlyRead' | 'lookedUp';
  word: string;
}

/** @param byKeyboard whether the person is not using a pointer and needs the focus nearby */
export type RemoveFile = (byKeyboard: boolean) => void;

export interface FileChipProps {
  name: string;
  fileType: string;
  /** `null` for a file of a sent message. */
  state: ChipState | null;
  /** Full name and details, such as why the file failed. */
  tooltip: string;
  /** URL of a thumbnail, for images. */
  thumbnail?: string | undefined;
  /** `null` when the file cannot be opened; the chip is dimmed then. */
  onOpen: (() => void) | null;
  onRemove?: RemoveFile | undefined;
  onRetry?: (() => void) | undefined;
}

/** Chip of one file. Below 680 px a menu replaces its buttons. The Delete key removes the file at any width. */
export function FileChip(props: FileChipProps) {
  const phone = useSnapshot(layout).width === 'phone';
  const { name, onOpen, onRemove, onRetry } = props;
  const styles = useChipStyles();
  const chip = mergeClasses(styles.chip, props.state?.name === 'failed' && styles.failed);
  if (phone && (onRemove || onRetry)) {
    return (
      <div className={chip}>
        <FileChipMenu name={name} details={props.tooltip} onOpen={onOpen} onRemove={onRemove} onRetry={onRetry}>
          <ChipFace {...props} />
        </FileChipMenu>
      </div>
    );
  }
  return (
    <div className={chip}>
      <Tooltip content={props.tooltip} relationship="description" withArrow>
        <ChipFace {...props} onClick={() => onOpen?.()} />
      </Tooltip>
      {onRetry && <ChipButton icon={<ArrowClockwiseRegular />} label={fileTexts.retryNamed(name)} onClick={onRetry} />}
      {onRemove && (
        <ChipButton
          icon={<DismissRegular />}
          label={fileTexts.removeNamed(name)}
          onClick={(event) => onRemove(isByKeyboard(event))}
        />
      )}
    </div>
  );
}

type FaceProps = FileChipProps & { onClick?: MouseEventHandler; onKeyDown?: KeyboardEventHandler };

/** The clickable part: thumbnail, name, state. Tooltip and menu pass their attributes to its button. */
function ChipFace({
  name,
  fileType,
  state,
  tooltip: _tooltip,
  thumbnail,
  onOpen,
  onRemove,
  onRetry: _onRetry,
  onKeyDown,
  ...attributes
}: FaceProps) {
  const styles = useChipStyles();
  const inMenu = 'aria-haspopup' in attributes;
  const closed = onOpen === null && !inMenu;
  const removeByKey = (event: KeyboardEvent) => {
    if (onRemove && (event.key === 'Delete' || event.key === 'Backspace')) {
      event.preventDefault();
      onRemove(true);
    } else {
      onKeyDown?.(event);
    }
  };
  return (
    <button
      type="button"
      {...attributes}
      onKeyDown={removeByKey}
      aria-disabled={closed || undefined}
      aria-keyshortcuts={onRemove ? 'Delete' : undefined}
      className={mergeClasses(styles.main, closed && styles.dimmed)}
    >
      {thumbnail === undefined ? (
        <FileIcon fileType={fileType} />
      ) : (
        <img src={thumbnail} alt="" className={styles.thumbnail} />
      )}
      <span className={styles.words}>
        <FileName name={name} className={styles.name} />
        {state && (
          <span className={mergeClasses(styles.state, state.name === 'failed' && styles.failedState)}>
            <StateIcon name={state.name} />
            {state.word}
          </span>
        )}
      </span>
    </button>
  );
}

function StateIcon({ name }: Pick<ChipState, 'name'>) {
  if (name === 'ready') return <CheckmarkRegular aria-hidden />;
  if (name === 'partlyRead') return <InfoRegular aria-hidden />;
  if (name === 'lookedUp') return <SearchRegular aria-hidden />;
  if (name === 'failed') return <ErrorCircleRegular aria-hidden />;
  if (name === 'waiting') return <ClockRegular aria-hidden />;
  return <Spinner size="extra-tiny" aria-hidden />;
}

interface ChipButtonProps {
  icon: React.JSX.Element;
  label: string;
  onClick: (event: MouseEvent) => void;
}

function ChipButton({ icon, label, onClick }: ChipButtonProps) {
  const styles = useChipStyles();
  return (
    <Tooltip content={label} relationship="label">
      <Button appearance="subtle" size="small" className={styles.button} icon={icon} onClick={onClick} />
    </Tooltip>
  );
}
