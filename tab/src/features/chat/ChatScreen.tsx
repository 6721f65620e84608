import { useEffect, type ReactNode } from 'react';
import { useSnapshot } from 'valtio';
import { useLocation } from 'wouter';
import type { ChatType } from '../../../../api/contract/chat.ts';
import { pathOfType } from '../../shell/areas.tsx';
import { Frame } from '../../shell/layout/Frame.tsx';
import { useSlots } from '../../shell/layout/slots.ts';
import { logFailure } from '../../state/log.ts';
import { usePerson } from '../../state/session.state.ts';
import { Failsafe } from '../../ui/ErrorBoundary.tsx';
import { addFiles } from '../files/files.actions.ts';
import { DropOverlay } from '../files/drop/FileDropOverlay.tsx';
import { useFileDrop } from '../files/drop/useFileDrop.ts';
import { useSiteOfChat } from '../knowledge/useRestoredSite.ts';
import { beginChats } from './chat.actions.ts';
import { chats } from './chat.state.ts';
import { startSync } from './chat.sync.ts';
import { chatTexts } from './chat.texts.ts';
import { useScreenStyles } from './ChatScreen.styles.ts';
import { Composer } from './composer/Composer.tsx';
import { Conversation } from './conversation/Conversation.tsx';
import { FailedChat } from './FailedChat.tsx';
import { HistoryPane } from './history/HistoryPane.tsx';
import { metadataOf, typeOf } from './metadata.actions.ts';
import { noteFailed } from './undrawnChat.ts';

/** Chat, or Knowledge Search: the history, a conversation with its composer, the workspace beside it. */
export function ChatScreen({ type = 'chat' }: { type?: ChatType }) {
  const person = usePerson();
  const { openId, metadata } = useSnapshot(chats);
  const [, navigate] = useLocation();
  const personId = person?.id;
  useEffect(() => {
    if (personId === undefined) return;
    void beginChats(personId, type);
    return startSync();
  }, [personId, type]);
  // A link may lead to a search; which of the two a chat is, only the server knows.
  useEffect(() => {
    const open = chats.openId;
    if (open !== null && metadataOf(open) !== null && typeOf(open) !== type) navigate(pathOfType(typeOf(open)));
  }, [openId, metadata, type, navigate]);
  const here = openId !== null && typeOf(openId) === type;
  return (
    <Frame
      history={<HistoryPane type={type} />}
      conversation={here ? <Shown key={openId} chatId={openId} type={type} /> : <div />}
    />
  );
}

/** The open chat. Where it can't be drawn, the person can go on with another one. */
function Shown({ chatId, type }: { chatId: string; type: ChatType }) {
  const failed = (cause: unknown) => {
    logFailure(chatTexts.notDrawn, cause);
    noteFailed(chatId);
  };
  return (
    <Failsafe onError={failed} fallback={(retry) => <FailedChat chatId={chatId} retry={retry} />}>
      {conversationOf[type](chatId)}
    </Failsafe>
  );
}

const conversationOf: Record<ChatType, (chatId: string) => ReactNode> = {
  chat: (chatId) => <OpenChat chatId={chatId} />,
  search: (chatId) => <OpenSearch chatId={chatId} />,
};

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

/** A search takes no files: what is dropped does nothing, not even leave the page. */
function OpenSearch({ chatId }: { chatId: string }) {
  const styles = useScreenStyles();
  const { siteLine } = useSlots();
  useSiteOfChat(chatId);
  useFileDrop(ignore);
  return (
    <div className={styles.screen}>
      <Conversation chatId={chatId} />
      {siteLine}
      <Composer chatId={chatId} mode="ks" />
    </div>
  );
}

function ignore(): void {}
