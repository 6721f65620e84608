import { MessageBar, MessageBarBody } from '@fluentui/react-components';
import { useSnapshot } from 'valtio';
import { chats } from '#tab/features/chat/chat.state.ts';
import { historyTexts } from '#tab/features/chat/history/history.texts.ts';

/** Says that a chat is a copy of another person's, or that it is temporary. */
export function ChatBanner({ chatId }: { chatId: string }) {
  const { metadata, open } = useSnapshot(chats);
  const chat = metadata.find((item) => item.ConversationId === chatId);
  const text =
    open[chatId]?.isTemporary || chat?.Temporary
      ? historyTexts.temporaryBanner
      : chat?.SharedBy && historyTexts.sharedBanner(chat.SharedBy);
  if (!text) return null;
  return (
    <MessageBar intent="info" layout="multiline">
      <MessageBarBody>{text}</MessageBarBody>
    </MessageBar>
  );
}
