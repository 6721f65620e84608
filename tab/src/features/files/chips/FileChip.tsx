import { Button, mergeClasses, Spinner, Tooltip } from '@fluentui/react-components';
import {
  ArrowClockwiseRegular,
  CheckmarkRegular,
  ClockRegular,
  DismissRegular,
  ErrorCircleRegular,
} from '@fluentui/react-icons';
import type { KeyboardEvent, KeyboardEventHandler, MouseEventHandler } from 'react';
import { useSnapshot } from 'valtio';
import { layout } from '../../../shell/layout/layout.state.ts';
import { useChipStyles } from './FileChip.styles.ts';
import { ChipMenu } from './FileChipMenu.tsx';
import { FileIcon } from './FileIcon.tsx';
import { cutName } from '../files.rules.ts';
import type { FileStateName } from '../files.state.ts';
import { fileTexts } from '../files.texts.ts';

/** Where a file stands, as a chip says it: in a word and an icon. */
export interface ChipState {
  name: FileStateName;
  word: string;
}

export interface FileChipProps {
  name: string;
  fileType: string;
  /** `null` for a file of a message that was sent. */
  state: ChipState | null;
  /** The whole name, and what else there is to know; why it failed, or that it cannot be opened. */
  tooltip: string;
  /** Address of a small picture, for images. */
  thumbnail?: string | undefined;
  /** `null` where the file cannot be opened; the chip is dimmed then. */
  onOpen: (() => void) | null;
  onRemove?: (() => void) | undefined;
  onRetry?: (() => void) | undefined;
}

/**
 * One file. Below 680 px it has no delete button of its own: pressing the chip offers what can be done with it. The
 * Delete key removes it everywhere.
 */
export function FileChip(props: FileChipProps) {
  const phone = useSnapshot(layout).width === 'phone';
  const { name, onOpen, onRemove, onRetry } = props;
  const styles = useChipStyles();
  const chip = mergeClasses(styles.chip, props.state?.name === 'failed' && styles.failed);
  if (phone && (onRemove || onRetry)) {
    return (
      <div className={chip}>
        <ChipMenu name={name} onOpen={onOpen} onRemove={onRemove} onRetry={onRetry}>
          <ChipFace {...props} />
        </ChipMenu>
      </div>
    );
  }
  return (
    <div className={chip}>
      <Tooltip content={props.tooltip} relationship="description" withArrow>
        <ChipFace {...props} onClick={() => onOpen?.()} />
      </Tooltip>
      {onRetry && <ChipButton icon={<ArrowClockwiseRegular />} label={fileTexts.retryNamed(name)} onClick={onRetry} />}
      {onRemove && <ChipButton icon={<DismissRegular />} label={fileTexts.removeNamed(name)} onClick={onRemove} />}
    </div>
  );
}

type FaceProps = FileChipProps & { onClick?: MouseEventHandler; onKeyDown?: KeyboardEventHandler };

/** The part that is pressed: picture, name, state. Tooltip and menu hand their own attributes through it. */
export function ChipFace({
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
      onRemove();
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
        <span className={styles.name}>{cutName(name)}</span>
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

function StateIcon({ name }: { name: FileStateName }) {
  if (name === 'ready') return <CheckmarkRegular aria-hidden />;
  if (name === 'failed') return <ErrorCircleRegular aria-hidden />;
  if (name === 'waiting') return <ClockRegular aria-hidden />;
  return <Spinner size="extra-tiny" aria-hidden />;
}

function ChipButton({ icon, label, onClick }: { icon: React.JSX.Element; label: string; onClick: () => void }) {
  const styles = useChipStyles();
  return (
    <Tooltip content={label} relationship="label">
      <Button appearance="subtle" size="small" className={styles.button} icon={icon} onClick={onClick} />
    </Tooltip>
  );
}
