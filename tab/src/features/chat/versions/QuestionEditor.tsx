import { Button, Textarea, Tooltip } from '@fluentui/react-components';
import { useEffect, useRef, type KeyboardEvent } from 'react';
import { useSnapshot } from 'valtio';
import { ErrorMessage } from '#tab/ui/ErrorMessage.tsx';
import { chats, type Entry } from '#tab/features/chat/chat.state.ts';
import { chatTexts } from '#tab/features/chat/chat.texts.ts';
import { EntryFrame } from '#tab/features/chat/entries/EntryFrame.tsx';
import { cancelEdit, changeEdit, sendEdit } from '#tab/features/chat/exchange/edit.actions.ts';
import { hasKeyboard } from '#tab/shell/keyboard/shortcuts.ts';
import { isComposing } from '#tab/ui/isComposing.ts';
import { focusAfterSend, focusEditButton } from './focus.ts';
import { findEditBlocker } from './versions.rules.ts';
import type { QuestionEdit } from './versions.state.ts';
import { useVersionStyles } from './versions.styles.ts';
import { versionTexts } from './versions.texts.ts';

interface QuestionEditorProps {
  chatId: string;
  entry: Entry;
  edit: QuestionEdit;
  divided: boolean;
}

/** The editor of a question. Enter sends if the keyboard has Shift+Enter, which starts a line; Escape cancels. */
export default function QuestionEditor({ chatId, entry, edit, divided }: QuestionEditorProps) {
  const styles = useVersionStyles();
  const editor = useRef<HTMLDivElement>(null);
  const entries = (useSnapshot(chats).open[chatId]?.entries ?? []) as Entry[];
  const blocker = findEditBlocker(edit.text, entries.slice(-1));
  useEffect(() => {
    const input = editor.current?.querySelector('textarea');
    input?.focus();
    input?.setSelectionRange(input.value.length, input.value.length);
  }, []);

  function send() {
    if (blocker !== null) return;
    void sendEdit(chatId);
    focusAfterSend();
  }

  function cancel() {
    cancelEdit(chatId);
    focusEditButton(entry.message_id);
  }

  function onKeyDown(event: KeyboardEvent) {
    if (isComposing(event)) return;
    if (event.key === 'Escape') {
      event.stopPropagation();
      cancel();
    } else if (event.key === 'Enter' && !event.shiftKey && hasKeyboard()) {
      event.preventDefault();
      send();
    }
  }

  return (
    <EntryFrame label={chatTexts.you} messageId={entry.message_id} content={() => edit.text} divided={divided}>
      <div ref={editor} className={styles.editor}>
        <Textarea
          className={styles.textarea}
          aria-label={versionTexts.editedQuestion}
          value={edit.text}
          onChange={(_, { value }) => changeEdit(chatId, value)}
          onKeyDown={onKeyDown}
        />
        {entry.files.length > 0 && <span className={styles.note}>{versionTexts.filesKept}</span>}
        {edit.failure !== null && (
          <div role="alert">
            <ErrorMessage text={edit.failure} />
          </div>
        )}
        <div className={styles.buttons}>
          <Button size="small" onClick={cancel}>
            {versionTexts.cancel}
          </Button>
          <Tooltip content={blocker ?? versionTexts.send} relationship={blocker ? 'description' : 'label'}>
            <Button size="small" appearance="primary" disabledFocusable={blocker !== null} onClick={send}>
              {versionTexts.send}
            </Button>
          </Tooltip>
        </div>
      </div>
    </EntryFrame>
  );
}
