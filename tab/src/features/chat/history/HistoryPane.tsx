import { Button, SearchBox } from '@fluentui/react-components';
import { AddRegular, Chat20Regular } from '@fluentui/react-icons';
import { useDeferredValue, useState } from 'react';
import { useSnapshot } from 'valtio';
import type { ChatMetadata, ChatType } from '../../../../../api/contract/chat.ts';
import { closeDrawers } from '../../../shell/layout/layout.actions.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { ErrorLine } from '../../../ui/ErrorMessage.tsx';
import { TextSkeleton } from '../../../ui/TextSkeleton.tsx';
import { loadChats, newChat } from '../chat.actions.ts';
import { chats } from '../chat.state.ts';
import { chatTexts } from '../chat.texts.ts';
import { filterChats, ofType } from '../history.rules.ts';
import { HistoryList } from './HistoryList.tsx';
import { useHistoryStyles } from './history.styles.ts';

const wordsOf = {
  chat: { begin: chatTexts.newChat, search: chatTexts.searchChats, none: chatTexts.noChats },
  search: { begin: chatTexts.newSearch, search: chatTexts.searchSearches, none: chatTexts.noSearches },
} satisfies Record<ChatType, object>;

/** The chats, or the searches, of the person: a new one, a search, and all of them by day. */
export function HistoryPane({ type = 'chat' }: { type?: ChatType }) {
  const styles = useHistoryStyles();
  const [typed, setTyped] = useState('');
  const search = useDeferredValue(typed);
  const words = wordsOf[type];
  const begin = () => {
    newChat(type);
    closeDrawers();
  };
  return (
    <div className={styles.pane}>
      <div className={styles.head}>
        <Button appearance="primary" icon={<AddRegular />} className={styles.newChat} onClick={begin}>
          {words.begin}
        </Button>
        <SearchBox
          value={typed}
          placeholder={words.search}
          aria-label={words.search}
          onChange={(_, { value }) => setTyped(value)}
        />
      </div>
      <History type={type} search={search} />
    </div>
  );
}

function History({ type, search }: { type: ChatType; search: string }) {
  const styles = useHistoryStyles();
  const { list, metadata: all } = useSnapshot(chats);
  const metadata = ofType(all as ChatMetadata[], type);
  const found = filterChats(metadata, search);
  if (list.name === 'loading' && metadata.length === 0) return <TextSkeleton label={chatTexts.chatHistory} lines={8} />;
  if (list.name === 'failed' && metadata.length === 0) {
    return (
      <div className={styles.part} role="alert">
        <ErrorLine text={list.detail} retry={{ label: chatTexts.retry, action: () => void loadChats() }} />
      </div>
    );
  }
  if (metadata.length === 0) return <EmptyState icon={<Chat20Regular />} title={wordsOf[type].none} />;
  if (found.length === 0) return <EmptyState title={chatTexts.noChatsFound} />;
  return <HistoryList chats={found} />;
}
