import { Button, SearchBox } from '@fluentui/react-components';
import { AddRegular, Chat20Regular } from '@fluentui/react-icons';
import { useDeferredValue, useState } from 'react';
import { useSnapshot } from 'valtio';
import type { ChatMetadata } from '../../../../../api/contract/chat.ts';
import { closeDrawers } from '../../../shell/layout.actions.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { ErrorLine } from '../../../ui/ErrorLine.tsx';
import { TextSkeleton } from '../../../ui/TextSkeleton.tsx';
import { loadChats, newChat } from '../chat.actions.ts';
import { chats } from '../chat.state.ts';
import { chatTexts } from '../chat.texts.ts';
import { filterChats } from '../history.rules.ts';
import { HistoryList } from './HistoryList.tsx';
import { useHistoryStyles } from './history.styles.ts';

/** The chats of the person: a new one, a search, and all of them by day. */
export function HistoryPane() {
  const styles = useHistoryStyles();
  const [typed, setTyped] = useState('');
  const search = useDeferredValue(typed);
  const begin = () => {
    newChat();
    closeDrawers();
  };
  return (
    <div className={styles.pane}>
      <div className={styles.head}>
        <Button appearance="primary" icon={<AddRegular />} className={styles.newChat} onClick={begin}>
          {chatTexts.newChat}
        </Button>
        <SearchBox
          value={typed}
          placeholder={chatTexts.searchChats}
          aria-label={chatTexts.searchChats}
          onChange={(_, { value }) => setTyped(value)}
        />
      </div>
      <History search={search} />
    </div>
  );
}

function History({ search }: { search: string }) {
  const styles = useHistoryStyles();
  const { list, metadata } = useSnapshot(chats);
  const found = filterChats(metadata as ChatMetadata[], search);
  if (list.name === 'loading' && metadata.length === 0) return <TextSkeleton label={chatTexts.chatHistory} lines={8} />;
  if (list.name === 'failed' && metadata.length === 0) {
    return (
      <div className={styles.part} role="alert">
        <ErrorLine text={list.detail} retry={{ label: chatTexts.retry, action: () => void loadChats() }} />
      </div>
    );
  }
  if (metadata.length === 0) return <EmptyState icon={<Chat20Regular />} title={chatTexts.noChats} />;
  if (found.length === 0) return <EmptyState title={chatTexts.noChatsFound} />;
  return <HistoryList chats={found} />;
}
