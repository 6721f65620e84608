import { Checkbox } from '@fluentui/react-components';
import { useHistoryStyles } from './history.styles.ts';
import { historyTexts } from './history.texts.ts';

interface SelectionCheckboxProps {
  title: string;
  isSelected: boolean;
  /** Called with `true` to select all chats up to this one. */
  onSelect: (range: boolean) => void;
}

/** Selects a chat; with Shift, all up to it. */
export default function SelectionCheckbox({ title, isSelected, onSelect }: SelectionCheckboxProps) {
  const styles = useHistoryStyles();
  return (
    <Checkbox
      className={styles.checkbox}
      tabIndex={-1}
      checked={isSelected}
      aria-label={historyTexts.selectChat(title)}
      onClick={(event) => {
        if (!event.shiftKey) return;
        event.preventDefault();
        onSelect(true);
      }}
      onChange={() => onSelect(false)}
    />
  );
}
