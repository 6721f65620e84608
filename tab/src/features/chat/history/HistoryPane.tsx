import { Button, SearchBox } from '@fluentui/react-components';
import { AddRegular, Chat20Regular } from '@fluentui/react-icons';
import { useDeferredValue, useState } from 'react';
import { useSnapshot } from 'valtio';
import type { ChatMetadata, ChatType } from '../../../../../api/contract/chat.ts';
import { closeDrawers } from '../../../shell/layout/layout.actions.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { ErrorMessage } from '../../../ui/ErrorMessage.tsx';
import { TextSkeleton } from '../../../ui/TextSkeleton.tsx';
import { chats } from '../chat.state.ts';
import { chatTexts } from '../chat.texts.ts';
import { filterChats, filterByType } from './history.rules.ts';
import { HistoryList } from './HistoryList.tsx';
import { useHistoryStyles } from './history.styles.ts';
import { loadChats, openNewChat } from '../opening/open.actions.ts';

const textsByType = {
  chat: { create: chatTexts.newChat, search: chatTexts.searchChats, none: chatTexts.noChats },
  search: { create: chatTexts.newSearch, search: chatTexts.searchSearches, none: chatTexts.noSearches },
} satisfies Record<ChatType, object>;

/** The person's chats or searches: a button for a new one, a search box and the list by day. */
export function HistoryPane({ type = 'chat' }: { type?: ChatType }) {
  const styles = useHistoryStyles();
  const [typed, setTyped] = useState('');
  const search = useDeferredValue(typed);
  const paneTexts = textsByType[type];
  const create = () => {
    openNewChat(type);
    closeDrawers();
  };
  return (
    <div className={styles.pane}>
      <div className={styles.head}>
        <Button appearance="primary" icon={<AddRegular />} className={styles.newChat} onClick={create}>
          {paneTexts.create}
        </Button>
        <SearchBox
          value={typed}
          placeholder={paneTexts.search}
          aria-label={paneTexts.search}
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
  const metadata = filterByType(all as ChatMetadata[], type);
  const found = filterChats(metadata, search);
  if (list.name === 'loading' && metadata.length === 0) return <TextSkeleton label={chatTexts.chatHistory} lines={8} />;
  if (list.name === 'failed' && metadata.length === 0) {
    return (
      <div className={styles.part} role="alert">
        <ErrorMessage text={list.detail} retry={{ label: chatTexts.retry, action: () => void loadChats() }} />
      </div>
    );
  }
  if (metadata.length === 0) return <EmptyState icon={<Chat20Regular />} title={textsByType[type].none} />;
  if (found.length === 0) return <EmptyState title={chatTexts.noChatsFound} />;
  return <HistoryList chats={found} />;
}
