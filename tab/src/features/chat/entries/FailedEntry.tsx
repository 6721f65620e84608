import { useSnapshot } from 'valtio';
import { PlainText } from '#tab/ui/markdown/PlainText.tsx';
import type { Entry } from '#tab/features/chat/chat.state.ts';
import { chatTexts } from '#tab/features/chat/chat.texts.ts';
import { CopyButton } from '#tab/features/chat/CopyButton.tsx';
import { useEntryStyles } from './entry.styles.ts';
import { EntryFrame } from './EntryFrame.tsx';

interface FailedEntryProps {
  entry: Entry;
  divided: boolean;
}

/** An entry that failed to render: its plain text, which can still be copied. */
export function FailedEntry({ entry, divided }: FailedEntryProps) {
  const styles = useEntryStyles();
  const { message_id: messageId, content, source } = useSnapshot(entry) as Entry;
  const label = source === 'User' ? chatTexts.you : chatTexts.ava;
  return (
    <EntryFrame label={label} messageId={messageId} content={() => entry.content} divided={divided}>
      <h2 className={styles.name}>{label}</h2>
      <PlainText text={content} />
      <CopyButton text={() => entry.content} label={chatTexts.copy} />
    </EntryFrame>
  );
}
