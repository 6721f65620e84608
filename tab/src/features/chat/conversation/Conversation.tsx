import { useSnapshot } from 'valtio';
import { useSlots } from '../../../shell/layout/slots.ts';
import { ErrorLine } from '../../../ui/ErrorMessage.tsx';
import { TextSkeleton } from '../../../ui/TextSkeleton.tsx';
import { openChat } from '../chat.actions.ts';
import { chats } from '../chat.state.ts';
import { chatTexts } from '../chat.texts.ts';
import { typeOf } from '../metadata.actions.ts';
import { Announcer } from './Announcer.tsx';
import { useConversationStyles } from './conversation.styles.ts';
import { EntryList } from './EntryList.tsx';
import { OfferedChat } from './OfferedChat.tsx';
import { Splash } from './Splash.tsx';

/** What has been said in a chat, or what stands in its place. */
export function Conversation({ chatId }: { chatId: string }) {
  const styles = useConversationStyles();
  const { sitePanel } = useSlots();
  const seen = useSnapshot(chats).open[chatId];
  const chat = chats.open[chatId];
  const loading = seen?.loading;
  // Read so that another last entry draws this again.
  const lastKey = seen?.entries.at(-1)?.key;
  if (!chat || !loading || (loading.name === 'loading' && lastKey === undefined)) {
    return (
      <div className={styles.frame}>
        <div className={styles.part}>
          <TextSkeleton label={chatTexts.conversation} />
        </div>
      </div>
    );
  }
  if (loading.name === 'failed') {
    return (
      <div className={styles.frame}>
        <div className={styles.part} role="alert">
          <ErrorLine text={loading.detail} retry={{ label: chatTexts.retry, action: () => void openChat(chatId) }} />
        </div>
      </div>
    );
  }
  const last = chat.entries.at(-1);
  if (!last) {
    return (
      <>
        <OfferedChat besides={chatId} />
        {typeOf(chatId) === 'search' ? sitePanel : <Splash chatId={chatId} />}
      </>
    );
  }
  return (
    <>
      <EntryList key={chatId} chatId={chatId} chat={chat} />
      {last.source === 'AVA' && <Announcer key={last.key} answer={last} />}
    </>
  );
}
