import { useEffect } from 'react';
import { useSnapshot } from 'valtio';
import { Frame } from '../../shell/Frame.tsx';
import { usePerson } from '../../state/session.state.ts';
import { addFiles } from '../files/files.actions.ts';
import { DropOverlay } from '../files/DropOverlay.tsx';
import { beginChats } from './chat.actions.ts';
import { chats } from './chat.state.ts';
import { startSync } from './chat.sync.ts';
import { useScreenStyles } from './ChatScreen.styles.ts';
import { Composer } from './composer/Composer.tsx';
import { Conversation } from './conversation/Conversation.tsx';
import { HistoryPane } from './history/HistoryPane.tsx';

/** Chat: the history, a conversation with its composer, the workspace beside it. */
export function ChatScreen() {
  const person = usePerson();
  const { openId } = useSnapshot(chats);
  const personId = person?.id;
  useEffect(() => {
    if (personId === undefined) return;
    void beginChats(personId);
    return startSync();
  }, [personId]);
  return <Frame history={<HistoryPane />} conversation={openId === null ? null : <OpenChat chatId={openId} />} />;
}

function OpenChat({ chatId }: { chatId: string }) {
  const styles = useScreenStyles();
  return (
    <div className={styles.screen}>
      <Conversation chatId={chatId} />
      <Composer chatId={chatId} mode="chat" />
      <DropOverlay onFiles={(files) => addFiles(chatId, files, 'drop')} />
    </div>
  );
}
