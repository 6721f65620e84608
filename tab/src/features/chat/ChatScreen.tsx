import { useEffect, type ReactNode } from 'react';
import { useSnapshot } from 'valtio';
import { useLocation } from 'wouter';
import { makeStyles } from '@fluentui/react-components';
import type { ChatType } from '#contract/chats/chat.ts';
import { getChatPath } from '#tab/shell/areas.tsx';
import { Frame } from '#tab/shell/layout/Frame.tsx';
import { useSlots } from '#tab/shell/layout/slots.ts';
import { logFailure } from '#tab/state/log.ts';
import { usePerson } from '#tab/state/session.state.ts';
import { ErrorBoundary } from '#tab/ui/ErrorBoundary.tsx';
import { addFiles } from '#tab/features/files/files.actions.ts';
import { FileDropOverlay } from '#tab/features/files/drop/FileDropOverlay.tsx';
import { useFileDrop } from '#tab/features/files/drop/useFileDrop.ts';
import { useRestoredSite } from '#tab/features/knowledge/useRestoredSite.ts';
import { startChats } from './chat.actions.ts';
import { chats } from './chat.state.ts';
import { startSync } from './opening/chat.sync.ts';
import { chatTexts } from './chat.texts.ts';
import { Composer } from './composer/Composer.tsx';
import { Conversation } from './conversation/Conversation.tsx';
import { FailedChat } from './FailedChat.tsx';
import { HistoryPane } from './history/HistoryPane.tsx';
import { getMetadata, getChatType } from './history/metadata.actions.ts';
import { useStopReading } from './reading/useStopReading.ts';
import { markChatFailed } from './opening/renderGuard.ts';

const useScreenStyles = makeStyles({
  screen: { position: 'relative', display: 'flex', flexDirection: 'column', flex: '1 1 0', minHeight: 0, minWidth: 0 },
});

/** Chat or Knowledge Search: the history, and the open conversation with its composer. */
export function ChatScreen({ type = 'chat' }: { type?: ChatType }) {
  const person = usePerson();
  const { openId, metadata } = useSnapshot(chats);
  const [, navigate] = useLocation();
  const personId = person?.id;
  useEffect(() => {
    if (personId === undefined) return;
    void startChats(personId, type);
    return startSync();
  }, [personId, type]);
  // A link can lead to a search; only the server knows the type of a chat.
  useEffect(() => {
    const open = chats.openId;
    if (open !== null && getMetadata(open) !== null && getChatType(open) !== type)
      navigate(getChatPath(getChatType(open)));
  }, [openId, metadata, type, navigate]);
  useStopReading();
  const isOpen = openId !== null && getChatType(openId) === type;
  return (
    <Frame
      history={<HistoryPane type={type} />}
      conversation={isOpen ? <GuardedChat key={openId} chatId={openId} type={type} /> : <div />}
    />
  );
}

/** The open chat. If it fails to render, the person can open another one. */
function GuardedChat({ chatId, type }: { chatId: string; type: ChatType }) {
  const onFailed = (cause: unknown) => {
    logFailure(chatTexts.notShown, cause);
    markChatFailed(chatId);
  };
  return (
    <ErrorBoundary onError={onFailed} fallback={(retry) => <FailedChat chatId={chatId} retry={retry} />}>
      {conversationByType[type](chatId)}
    </ErrorBoundary>
  );
}

const conversationByType: Record<ChatType, (chatId: string) => ReactNode> = {
  chat: (chatId) => <OpenChat chatId={chatId} />,
  search: (chatId) => <OpenSearch chatId={chatId} />,
};

function OpenChat({ chatId }: { chatId: string }) {
  const styles = useScreenStyles();
  return (
    <div className={styles.screen}>
      <Conversation chatId={chatId} />
      <Composer chatId={chatId} mode="chat" />
      <FileDropOverlay onFiles={(files) => addFiles(chatId, files)} />
    </div>
  );
}

/** A search takes no files. Drops are ignored; otherwise the browser would open the file and leave the page. */
function OpenSearch({ chatId }: { chatId: string }) {
  const styles = useScreenStyles();
  const { siteBar: siteLine } = useSlots();
  useRestoredSite(chatId);
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
