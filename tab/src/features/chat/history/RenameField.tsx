import { Input } from '@fluentui/react-components';
import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import type { ChatMetadata } from '#contract/chats/chat.ts';
import { MAX_TITLE_CHARACTERS } from '#contract/limits.ts';
import { chatTexts } from '#tab/features/chat/chat.texts.ts';
import { isComposing } from '#tab/ui/isComposing.ts';
import { useHistoryStyles } from './history.styles.ts';
import { renameChatTitle } from './history.actions.ts';

/** Input for a chat's title: Enter and blur save, Escape cancels. */
export function RenameField({ chat, onDone }: { chat: ChatMetadata; onDone: (byKey: boolean) => void }) {
  const styles = useHistoryStyles();
  const [title, setTitle] = useState(chat.Title);
  const field = useRef<HTMLDivElement>(null);
  const isFinished = useRef(false);
  useEffect(() => {
    const input = field.current?.querySelector('input');
    input?.focus();
    input?.select();
  }, []);
  const finish = (save: boolean, byKey: boolean) => {
    if (isFinished.current) return;
    isFinished.current = true;
    if (save) void renameChatTitle(chat.ConversationId, title);
    onDone(byKey);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event) || (event.key !== 'Enter' && event.key !== 'Escape')) return;
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
