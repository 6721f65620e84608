import { Button, DialogActions, DialogContent } from '@fluentui/react-components';
import type { ChatMetadata } from '../../../../../api/contract/chat.ts';
import { chatTexts } from '../chat.texts.ts';
import { Modal } from '../../../ui/Modal.tsx';
import { removeChat } from './history.actions.ts';

/** Confirms the deletion of a chat: it cannot be undone. */
export default function DeleteDialog({ chat, onClose }: { chat: ChatMetadata; onClose: (confirmed: boolean) => void }) {
  const confirm = () => {
    void removeChat(chat.ConversationId);
    onClose(true);
  };
  return (
    <Modal title={chatTexts.deleteTitle} modalType="alert" onClose={() => onClose(false)}>
      <DialogContent>{chatTexts.deleteQuestion(chat.Title)}</DialogContent>
      <DialogActions>
        <Button onClick={() => onClose(false)}>{chatTexts.cancel}</Button>
        <Button appearance="primary" onClick={confirm}>
          {chatTexts.delete}
        </Button>
      </DialogActions>
    </Modal>
  );
}
