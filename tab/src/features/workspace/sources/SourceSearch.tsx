import { makeStyles, SearchBox, Tab, TabList, tokens } from '@fluentui/react-components';
import { useEffect, useState, type ReactNode } from 'react';
import { useSnapshot } from 'valtio';
import { isAvaError } from '#contract/errors.ts';
import { SEARCH_DEBOUNCE_MS } from '#contract/limits.ts';
import { logFailure } from '#tab/state/log.ts';
import { useOrganization } from '#tab/state/session.state.ts';
import { texts } from '#tab/texts.ts';
import { EmptyState } from '#tab/ui/EmptyState.tsx';
import { ErrorMessage } from '#tab/ui/ErrorMessage.tsx';
import { TextSkeleton } from '#tab/ui/TextSkeleton.tsx';
import { chats } from '#tab/features/chat/chat.state.ts';
import { getChatType } from '#tab/features/chat/history/metadata.actions.ts';
import { workspaceTexts } from '#tab/features/workspace/workspace.texts.ts';
import { findInSource } from './sources.actions.ts';
import { getFoundKey, sourceNames, type Found, type SourceName } from './sources.rules.ts';
import { SourceResult } from './SourceResult.tsx';

const useStyles = makeStyles({
  head: {
    display: 'flex',
    flexDirection: 'column',
    gap: tokens.spacingVerticalXS,
    padding: `${tokens.spacingVerticalS} ${tokens.spacingHorizontalM}`,
  },
  box: { maxWidth: 'none' },
  list: {
    display: 'flex',
    flexDirection: 'column',
    gap: tokens.spacingVerticalS,
    flex: '1 1 0',
    minHeight: 0,
    overflowY: 'auto',
    margin: 0,
    padding: `0 ${tokens.spacingHorizontalM} ${tokens.spacingVerticalM}`,
    listStyleType: 'none',
  },
  padded: { padding: tokens.spacingHorizontalM },
});

const { sources } = workspaceTexts;

type Hits =
  { name: 'none' } | { name: 'searching' } | { name: 'found'; found: Found[] } | { name: 'failed'; detail: string };

/** Searches files, chats, mail and sites of Microsoft 365. Without words, `children` are shown. */
export function SourceSearch({ children }: { children: ReactNode }) {
  const styles = useStyles();
  const [typed, setTyped] = useState('');
  const [source, setSource] = useState<SourceName>('files');
  const [hits, setHits] = useState<Hits>({ name: 'none' });
  const [attempt, setAttempt] = useState(0);
  const attachTo = useAttachTarget();
  const text = typed.trim();

  useEffect(() => {
    if (text === '') return setHits({ name: 'none' });
    const controller = new AbortController();
    setHits({ name: 'searching' });
    const timer = setTimeout(() => {
      findInSource(source, text, controller.signal).then(
        (found) => controller.signal.aborted || setHits({ name: 'found', found }),
        (cause: unknown) => {
          if (controller.signal.aborted) return;
          logFailure(sources.failed, cause);
          setHits({ name: 'failed', detail: isAvaError(cause) ? cause.detail : sources.failed });
        },
      );
    }, SEARCH_DEBOUNCE_MS);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [source, text, attempt]);

  return (
    <>
      <div className={styles.head} role="search">
        <SearchBox
          className={styles.box}
          value={typed}
          maxLength={200}
          placeholder={sources.label}
          aria-label={sources.label}
          onChange={(_, { value }) => setTyped(value)}
        />
        <TabList
          size="small"
          aria-label={sources.choose}
          selectedValue={source}
          onTabSelect={(_, { value }) => setSource(sourceNames.find((name) => name === value) ?? 'files')}
        >
          {sourceNames.map((name) => (
            <Tab key={name} value={name}>
              {sources.names[name]}
            </Tab>
          ))}
        </TabList>
      </div>
      {hits.name === 'none' && children}
      {hits.name === 'searching' && <TextSkeleton label={sources.label} lines={8} />}
      {hits.name === 'failed' && (
        <div className={styles.padded} role="alert">
          <ErrorMessage
            text={hits.detail}
            retry={{ label: texts.shell.retry, action: () => setAttempt((previous) => previous + 1) }}
          />
        </div>
      )}
      {hits.name === 'found' && hits.found.length === 0 && <EmptyState title={sources.nothingFound} />}
      {hits.name === 'found' && hits.found.length > 0 && (
        <ul className={styles.list} aria-label={sources.results}>
          {hits.found.map((found) => (
            <li key={getFoundKey(found)}>
              <SourceResult found={found} attachTo={attachTo} />
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

/** The open chat, if files can be attached to it. Knowledge Search answers from its own files. */
function useAttachTarget(): string | null {
  const { openId } = useSnapshot(chats);
  const uploads = useOrganization()?.features.uploadBlob ?? false;
  return openId !== null && uploads && getChatType(openId) === 'chat' ? openId : null;
}
