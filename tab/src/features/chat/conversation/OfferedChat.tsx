import { Button, MessageBar, MessageBarActions, MessageBarBody } from '@fluentui/react-components';
import { useSnapshot } from 'valtio';
import { chats } from '#tab/features/chat/chat.state.ts';
import { chatTexts } from '#tab/features/chat/chat.texts.ts';
import { openChat } from '#tab/features/chat/opening/open.actions.ts';

/** Offers the chat that failed to render last time, in the new chat that was opened instead. */
export function OfferedChat({ besides }: { besides: string }) {
  const { offeredChat: offered } = useSnapshot(chats);
  if (offered?.newChatId !== besides) return null;
  const open = () => {
    chats.offeredChat = null;
    void openChat(offered.chatId);
  };
  return (
    <MessageBar intent="warning" layout="multiline">
      <MessageBarBody>{chatTexts.notReopened}</MessageBarBody>
      <MessageBarActions>
        <Button size="small" onClick={open}>
          {chatTexts.openAgain}
        </Button>
      </MessageBarActions>
    </MessageBar>
  );
}
