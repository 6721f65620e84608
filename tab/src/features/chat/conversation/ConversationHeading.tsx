import { useSnapshot } from 'valtio';
import { HiddenHeading } from '#tab/ui/HiddenHeading.tsx';
import { chats } from '#tab/features/chat/chat.state.ts';
import { chatTexts } from '#tab/features/chat/chat.texts.ts';
import { getChatType } from '#tab/features/chat/history/metadata.actions.ts';

/** The title of the open chat. It is visible in the history, so here only screen readers read it. */
export function ConversationHeading({ chatId }: { chatId: string }) {
  const { metadata } = useSnapshot(chats);
  const title = metadata.find((chat) => chat.ConversationId === chatId)?.Title;
  const untitled = getChatType(chatId) === 'search' ? chatTexts.newSearch : chatTexts.newChat;
  return <HiddenHeading level={1} text={title || untitled} />;
}
