import { Button, MessageBar, MessageBarActions, MessageBarBody } from '@fluentui/react-components';
import { useSnapshot } from 'valtio';
import { openChat } from '../chat.actions.ts';
import { chats } from '../chat.state.ts';
import { chatTexts } from '../chat.texts.ts';

/** Offers the chat that could not be drawn the last time, in the new chat that was opened in its place. */
export function OfferedChat({ besides }: { besides: string }) {
  const { offered } = useSnapshot(chats);
  if (offered?.besides !== besides) return null;
  const open = () => {
    chats.offered = null;
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
