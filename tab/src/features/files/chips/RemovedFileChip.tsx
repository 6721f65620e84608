import { Link, makeStyles, tokens } from '@fluentui/react-components';
import { useEffect, useState } from 'react';
import { fileTexts } from '#tab/features/files/files.texts.ts';

const useStyles = makeStyles({
  place: {
    display: 'flex',
    alignItems: 'center',
    gap: tokens.spacingHorizontalS,
    minHeight: '40px',
    minWidth: '72px',
    boxSizing: 'border-box',
    padding: `0 ${tokens.spacingHorizontalS}`,
    borderRadius: tokens.borderRadiusMedium,
    border: `1px dashed ${tokens.colorNeutralStroke1}`,
    color: tokens.colorNeutralForeground3,
    overflow: 'hidden',
    whiteSpace: 'nowrap',
  },
  word: { overflow: 'hidden', textOverflow: 'ellipsis', minWidth: 0 },
});

/** How long a removed file can be restored. */
const UNDO_MS = 6_000;

interface RemovedFileChipProps {
  name: string;
  fileId: string;
  /** Width of the chip that was here, so that nothing moves under the pointer; `null` if it is not known. */
  widthPx: number | null;
  onUndo: () => void;
  onForget: (fileId: string) => void;
}

/**
 * The place of a removed file, with Undo. It disappears after some seconds, but not while the pointer or the focus is in
 * it. Undo is at the start: a second click where Remove was hits nothing.
 */
export function RemovedFileChip({ name, fileId, widthPx, onUndo, onForget }: RemovedFileChipProps) {
  const styles = useStyles();
  const [isHeld, setIsHeld] = useState(false);
  useEffect(() => {
    if (isHeld) return;
    const timer = setTimeout(() => onForget(fileId), UNDO_MS);
    return () => clearTimeout(timer);
  }, [isHeld, fileId, onForget]);
  return (
    <div
      className={styles.place}
      style={widthPx === null ? {} : { width: `${widthPx}px` }}
      onPointerEnter={() => setIsHeld(true)}
      onPointerLeave={() => setIsHeld(false)}
      onFocus={() => setIsHeld(true)}
      onBlur={() => setIsHeld(false)}
    >
      <Link as="button" aria-label={fileTexts.undoRemoval(name)} onClick={onUndo}>
        {fileTexts.undo}
      </Link>
      <span role="status" className={styles.word}>
        {fileTexts.removed}
      </span>
    </div>
  );
}
