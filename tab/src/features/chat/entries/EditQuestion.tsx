import { Button } from '@fluentui/react-components';
import { EditRegular } from '@fluentui/react-icons';
import { chats } from '#tab/features/chat/chat.state.ts';
import { chatTexts } from '#tab/features/chat/chat.texts.ts';
import { fillDraft } from '#tab/features/chat/composer/draft/draft.actions.ts';
import { useEntryStyles } from './entry.styles.ts';

/** Under the answer to an invalid mention: puts the question back into the composer, where it can be corrected. */
export function EditQuestion({ chatId, answerId }: { chatId: string; answerId: string }) {
  const styles = useEntryStyles();
  const edit = () => {
    const entries = chats.open[chatId]?.entries ?? [];
    const question = entries[entries.findIndex((entry) => entry.message_id === answerId) - 1];
    if (question?.source === 'User') fillDraft(chatId, question.content);
  };
  return (
    <Button size="small" icon={<EditRegular />} className={styles.editQuestion} onClick={edit}>
      {chatTexts.editQuestion}
    </Button>
  );
}
