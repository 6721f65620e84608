import {
  Button,
  Dialog,
  DialogActions,
  DialogBody,
  DialogContent,
  DialogSurface,
  DialogTitle,
} from '@fluentui/react-components';
import type { ChatMetadata } from '../../../../../api/contract/chat.ts';
import { remove } from '../chat.actions.ts';
import { chatTexts } from '../chat.texts.ts';

/** Asks before a chat is deleted: there is no way back. */
export default function DeleteDialog({ chat, onClose }: { chat: ChatMetadata; onClose: () => void }) {
  const confirm = () => {
    void remove(chat.ConversationId);
    onClose();
  };
  return (
    <Dialog open modalType="alert" onOpenChange={(_, { open }) => !open && onClose()}>
      <DialogSurface>
        <DialogBody>
          <DialogTitle>{chatTexts.deleteTitle}</DialogTitle>
          <DialogContent>{chatTexts.deleteQuestion(chat.Title)}</DialogContent>
          <DialogActions>
            <Button onClick={onClose}>{chatTexts.cancel}</Button>
            <Button appearance="primary" onClick={confirm}>
              {chatTexts.delete}
            </Button>
          </DialogActions>
        </DialogBody>
      </DialogSurface>
    </Dialog>
  );
}
