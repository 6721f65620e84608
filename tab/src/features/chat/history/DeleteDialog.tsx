import { Button, DialogActions, DialogContent } from '@fluentui/react-components';
import type { ChatMetadata } from '../../../../../api/contract/chat.ts';
import { remove } from '../chat.actions.ts';
import { chatTexts } from '../chat.texts.ts';
import { Modal } from '../../../ui/Modal.tsx';

/** Asks before a chat is deleted: there is no way back. */
export default function DeleteDialog({ chat, onClose }: { chat: ChatMetadata; onClose: (confirmed: boolean) => void }) {
  const confirm = () => {
    void remove(chat.ConversationId);
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
