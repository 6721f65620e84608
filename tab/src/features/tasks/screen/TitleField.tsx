import { Input } from '@fluentui/react-components';
import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { MAX_TITLE_CHARACTERS } from '../../../../../api/contract/limits.ts';
import { useTaskStyles } from './screen.styles.ts';

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
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    input.current?.focus();
    input.current?.select();
  }, []);
  const keep = () => {
    if (typed.trim() !== value) onChange(typed.trim());
    onDone();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter') keep();
    if (event.key === 'Escape') {
      event.stopPropagation();
      onDone();
    }
  };
  return (
    <Input
      ref={input}
      className={styles.titleInput}
      value={typed}
      placeholder={placeholder}
      maxLength={MAX_TITLE_CHARACTERS}
      aria-label={label}
      onChange={(_, { value: next }) => setTyped(next)}
      onBlur={keep}
      onKeyDown={onKeyDown}
    />
  );
}
