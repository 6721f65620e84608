import { lazy, Suspense, useEffect } from 'react';
import { useSnapshot } from 'valtio';
import { useEscapeToStop } from '#tab/runs/useEscapeToStop.ts';
import { useSlots } from '#tab/shell/layout/slots.ts';
import { usePerson } from '#tab/state/session.state.ts';
import { ErrorMessage } from '#tab/ui/ErrorMessage.tsx';
import { TextSkeleton } from '#tab/ui/TextSkeleton.tsx';
import { isChatAnswering } from '#tab/features/chat/chat.actions.ts';
import { chats } from '#tab/features/chat/chat.state.ts';
import { chatTexts } from '#tab/features/chat/chat.texts.ts';
import { stop } from '#tab/features/chat/exchange/stop.actions.ts';
import { getChatType } from '#tab/features/chat/history/metadata.actions.ts';
import { Announcer } from './Announcer.tsx';
import { ChatBanner } from './ChatBanner.tsx';
import { ConversationHeading } from './ConversationHeading.tsx';
import { useConversationStyles } from './conversation.styles.ts';
import { EntryList } from './EntryList.tsx';
import { OfferedChat } from './OfferedChat.tsx';
import { Splash } from './Splash.tsx';
import { openChat } from '#tab/features/chat/opening/open.actions.ts';
import { endWelcome } from '#tab/features/chat/welcome/welcome.actions.ts';

const Welcome = lazy(() => import('#tab/features/chat/welcome/Welcome.tsx'));

/** The entries of a chat, or its loading, error or empty state. */
export function Conversation({ chatId }: { chatId: string }) {
  const styles = useConversationStyles();
  const { sitePanel } = useSlots();
  const snapshot = useSnapshot(chats).open[chatId];
  const chat = chats.open[chatId];
  const loading = snapshot?.loading;
  useEscapeToStop(
    () => isChatAnswering(chatId),
    () => stop(chatId),
  );
  // Subscribes to changes of the last entry.
  const lastKey = snapshot?.entries.at(-1)?.key;
  const isWelcome = usePerson()?.first_login ?? false;
  // A person who has sent a message needs no welcome.
  const isWelcomeOver = isWelcome && lastKey !== undefined;
  useEffect(() => {
    if (isWelcomeOver) endWelcome();
  }, [isWelcomeOver]);
  if (!chat || !loading || (loading.name === 'loading' && lastKey === undefined)) {
    return (
      <div className={styles.frame}>
        <ConversationHeading chatId={chatId} />
        <div className={styles.part}>
          <TextSkeleton label={chatTexts.conversation} />
        </div>
      </div>
    );
  }
  if (loading.name === 'failed') {
    return (
      <div className={styles.frame}>
        <ConversationHeading chatId={chatId} />
        <div className={styles.part} role="alert">
          <ErrorMessage text={loading.detail} retry={{ label: chatTexts.retry, action: () => void openChat(chatId) }} />
        </div>
      </div>
    );
  }
  const last = chat.entries.at(-1);
  if (!last) {
    return (
      <>
        <OfferedChat besides={chatId} />
        <ChatBanner chatId={chatId} />
        {getChatType(chatId) === 'search' ? sitePanel : <Start chatId={chatId} isWelcome={isWelcome} />}
      </>
    );
  }
  return (
    <>
      <ChatBanner chatId={chatId} />
      <EntryList key={chatId} chatId={chatId} chat={chat} />
      <Announcer key={`announcer ${chatId}`} chat={chat} />
    </>
  );
}

function Start({ chatId, isWelcome }: { chatId: string; isWelcome: boolean }) {
  if (!isWelcome) return <Splash chatId={chatId} />;
  return (
    <Suspense>
      <Welcome chatId={chatId} />
    </Suspense>
  );
}
