import { Caption1, SearchBox } from '@fluentui/react-components';
import { Chat20Regular } from '@fluentui/react-icons';
import { useDeferredValue, useState } from 'react';
import { useSnapshot } from 'valtio';
import type { ChatMetadata, ChatType } from '#contract/chats/chat.ts';
import type { Folder } from '#contract/chats/history.ts';
import { EmptyState } from '#tab/ui/EmptyState.tsx';
import { ErrorMessage } from '#tab/ui/ErrorMessage.tsx';
import { TextSkeleton } from '#tab/ui/TextSkeleton.tsx';
import { useOrganization } from '#tab/state/session.state.ts';
import { chats } from '#tab/features/chat/chat.state.ts';
import { chatTexts } from '#tab/features/chat/chat.texts.ts';
import { filterChats, filterByType, toFoundItems, toSectionItems } from './history.rules.ts';
import { HistoryHead } from './HistoryHead.tsx';
import { HistoryList } from './HistoryList.tsx';
import { useHistoryStyles } from './history.styles.ts';
import { historyTexts } from './history.texts.ts';
import { useContentSearch } from './search/useContentSearch.ts';
import { loadChats } from '#tab/features/chat/opening/open.actions.ts';
import { useSelection } from './useSelection.ts';

/**
 * The person's chats or searches: a button for a new one, a search box and the list: pinned chats, folders, then by day. A
 * search shows matching titles at once, and then the messages that the server finds.
 */
export function HistoryPane({ type = 'chat' }: { type?: ChatType }) {
  const styles = useHistoryStyles();
  const retentionDays = useOrganization()?.retentionDays ?? null;
  const [typed, setTyped] = useState('');
  const search = useDeferredValue(typed);
  const content = useContentSearch(typed, type);
  const [openFolders, setOpenFolders] = useState<ReadonlySet<string>>(new Set());
  const { list, metadata, folders } = useSnapshot(chats);
  const all = filterByType(metadata as ChatMetadata[], type);
  const isSearching = search.trim() !== '';
  const rows = isSearching
    ? toFoundItems(filterChats(all, search), content.results)
    : toSectionItems(all, folders as Folder[], openFolders);
  const selection = useSelection(rows);
  const toggleFolder = (folderId: string, open: boolean) => {
    const next = new Set(openFolders);
    if (open) next.add(folderId);
    else next.delete(folderId);
    setOpenFolders(next);
  };

  const renderList = () => {
    if (list.name === 'loading' && all.length === 0) return <TextSkeleton label={chatTexts.chatHistory} lines={8} />;
    if (list.name === 'failed' && all.length === 0) {
      return (
        <div className={styles.part} role="alert">
          <ErrorMessage text={list.detail} retry={{ label: chatTexts.retry, action: () => void loadChats() }} />
        </div>
      );
    }
    if (all.length === 0 && !isSearching && folders.length === 0)
      return (
        <EmptyState icon={<Chat20Regular />} title={type === 'search' ? chatTexts.noSearches : chatTexts.noChats} />
      );
    if (rows.length > 0) return <HistoryList rows={rows} selection={selection} onToggleFolder={toggleFolder} />;
    return content.name === 'searching' ? null : <EmptyState title={chatTexts.noChatsFound} />;
  };

  return (
    <div className={styles.pane}>
      <HistoryHead type={type} onSelect={selection.start}>
        <SearchBox
          className={styles.search}
          value={typed}
          placeholder={type === 'search' ? chatTexts.searchSearches : chatTexts.searchChats}
          aria-label={type === 'search' ? chatTexts.searchSearches : chatTexts.searchChats}
          onChange={(_, { value }) => setTyped(value)}
        />
        {isSearching && (
          <span role="status" className={styles.searchStatus}>
            {content.name === 'searching' && historyTexts.searching}
            {content.name === 'onlySymbols' && historyTexts.onlySymbols}
            {content.name === 'failed' && historyTexts.searchFailed}
          </span>
        )}
      </HistoryHead>
      {renderList()}
      {retentionDays !== null && <Caption1 className={styles.footer}>{historyTexts.retention(retentionDays)}</Caption1>}
    </div>
  );
}
