import { Input } from '@fluentui/react-components';
import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { MAX_TITLE_CHARACTERS } from '#contract/limits.ts';
import { useTaskStyles } from './screen.styles.ts';
import { isComposing } from '#tab/ui/isComposing.ts';

interface Props {
  value: string;
  label: string;
  placeholder?: string;
  onChange: (title: string) => void;
  onDone: () => void;
}

/** Renames a task or a step: Enter or leaving the field keeps the title, Escape discards it. */
export function TitleField({ value, label, placeholder = '', onChange, onDone }: Props) {
  const styles = useTaskStyles();
  const [typed, setTyped] = useState(value);
  const field = useRef<HTMLDivElement>(null);
  const isDone = useRef(false);
  useEffect(() => {
    const input = field.current?.querySelector('input');
    input?.focus();
    input?.select();
  }, []);
  const close = (isKept: boolean, byKey: boolean) => {
    // The browser reports that a removed field lost the focus, too.
    if (isDone.current) return;
    isDone.current = true;
    if (isKept && typed.trim() !== value) onChange(typed.trim());
    const around = field.current?.parentElement;
    onDone();
    if (byKey) requestAnimationFrame(() => around?.querySelector('button')?.focus());
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event)) return;
    if (event.key === 'Enter') close(true, true);
    if (event.key === 'Escape') {
      event.stopPropagation();
      close(false, true);
    }
  };
  return (
    <div ref={field} className={styles.titleInput}>
      <Input
        className={styles.titleWidth}
        value={typed}
        placeholder={placeholder}
        maxLength={MAX_TITLE_CHARACTERS}
        aria-label={label}
        onChange={(_, { value: next }) => setTyped(next)}
        onBlur={() => close(true, false)}
        onKeyDown={onKeyDown}
      />
    </div>
  );
}
