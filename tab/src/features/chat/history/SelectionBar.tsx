import { Button, Tooltip } from '@fluentui/react-components';
import {
  DeleteRegular,
  DismissRegular,
  FolderArrowRightRegular,
  PinOffRegular,
  PinRegular,
} from '@fluentui/react-icons';
import type { ReactElement } from 'react';
import { chatTexts } from '#tab/features/chat/chat.texts.ts';
import { useHistoryStyles } from './history.styles.ts';
import { historyTexts } from './history.texts.ts';

interface SelectionBarProps {
  count: number;
  /** Whether all selected chats are pinned: the button then unpins them. */
  arePinned: boolean;
  onPin: () => void;
  onMove: () => void;
  onDelete: () => void;
  onClear: () => void;
}

/** Toolbar for the selected chats. */
export function SelectionBar({ count, arePinned, onPin, onMove, onDelete, onClear }: SelectionBarProps) {
  const styles = useHistoryStyles();
  const none = count === 0;
  return (
    <div role="toolbar" aria-label={historyTexts.selection} className={styles.selectionBar}>
      <span role="status" className={styles.selectionCount}>
        {historyTexts.selected(count)}
      </span>
      <BarButton
        label={arePinned ? historyTexts.unpin : historyTexts.pin}
        icon={arePinned ? <PinOffRegular /> : <PinRegular />}
        disabled={none}
        onClick={onPin}
      />
      <BarButton label={historyTexts.move} icon={<FolderArrowRightRegular />} disabled={none} onClick={onMove} />
      <BarButton label={chatTexts.delete} icon={<DeleteRegular />} disabled={none} onClick={onDelete} isDanger />
      <BarButton label={historyTexts.clearSelection} icon={<DismissRegular />} onClick={onClear} />
    </div>
  );
}

interface BarButtonProps {
  label: string;
  icon: ReactElement;
  disabled?: boolean;
  isDanger?: boolean;
  onClick: () => void;
}

function BarButton({ label, icon, disabled = false, isDanger = false, onClick }: BarButtonProps) {
  const styles = useHistoryStyles();
  return (
    <Tooltip content={label} relationship="label" positioning="below">
      <Button
        appearance="subtle"
        size="small"
        icon={icon}
        disabledFocusable={disabled}
        {...(isDanger && !disabled ? { className: styles.dangerIcon } : {})}
        onClick={onClick}
      />
    </Tooltip>
  );
}
