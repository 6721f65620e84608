import { Input } from '@fluentui/react-components';
import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import type { ChatMetadata } from '../../../../../api/contract/chat.ts';
import { MAX_TITLE_CHARACTERS } from '../../../../../api/contract/limits.ts';
import { rename } from '../chat.actions.ts';
import { chatTexts } from '../chat.texts.ts';
import { useHistoryStyles } from './history.styles.ts';

/** A chat's title as a field: Enter and leaving it save, Escape does not. */
export function RenameField({ chat, onDone }: { chat: ChatMetadata; onDone: (byKey: boolean) => void }) {
  const styles = useHistoryStyles();
  const [title, setTitle] = useState(chat.Title);
  const field = useRef<HTMLDivElement>(null);
  const finished = useRef(false);
  useEffect(() => {
    const input = field.current?.querySelector('input');
    input?.focus();
    input?.select();
  }, []);
  const finish = (save: boolean, byKey: boolean) => {
    if (finished.current) return;
    finished.current = true;
    if (save) void rename(chat.ConversationId, title);
    onDone(byKey);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' && event.key !== 'Escape') return;
    event.preventDefault();
    event.stopPropagation();
    finish(event.key === 'Enter', true);
  };
  return (
    <div ref={field} className={styles.rename}>
      <Input
        size="small"
        className={styles.renameInput}
        value={title}
        maxLength={MAX_TITLE_CHARACTERS}
        aria-label={chatTexts.newTitle}
        onChange={(_, { value }) => setTitle(value)}
        onKeyDown={onKeyDown}
        onBlur={() => finish(true, false)}
      />
    </div>
  );
}
