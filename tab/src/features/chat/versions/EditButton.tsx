import { Button, Tooltip } from '@fluentui/react-components';
import { EditRegular } from '@fluentui/react-icons';
import { useIsChatAnswering } from '#tab/features/chat/chat.actions.ts';
import type { Entry } from '#tab/features/chat/chat.state.ts';
import { chatTexts } from '#tab/features/chat/chat.texts.ts';
import { startEdit } from '#tab/features/chat/exchange/edit.actions.ts';
import { versionTexts } from './versions.texts.ts';

/** Opens the editor of a question. While an answer is being written it is disabled and says why. */
export function EditButton({ chatId, entry }: { chatId: string; entry: Entry }) {
  const isAnswering = useIsChatAnswering(chatId);
  return (
    <Tooltip
      content={isAnswering ? chatTexts.sendBlocked.responding : versionTexts.edit}
      relationship={isAnswering ? 'description' : 'label'}
    >
      <Button
        aria-label={versionTexts.edit}
        appearance="subtle"
        size="small"
        icon={<EditRegular />}
        data-edits={entry.message_id}
        disabledFocusable={isAnswering}
        onClick={() => startEdit(chatId, entry)}
      />
    </Tooltip>
  );
}
