import { Button, makeStyles, Switch, tokens } from '@fluentui/react-components';
import { useEffect, useState, type ReactNode } from 'react';
import { useSnapshot } from 'valtio';
import type { Message } from '#contract/chats/chat.ts';
import { logFailure } from '#tab/state/log.ts';
import { texts } from '#tab/texts.ts';
import { ErrorMessage } from '#tab/ui/ErrorMessage.tsx';
import { TextSkeleton } from '#tab/ui/TextSkeleton.tsx';
import { chats } from '#tab/features/chat/chat.state.ts';
import { fetchPassages, PASSAGES_STEP, type Passages } from './passages.actions.ts';
import { shownPassages } from './passages.state.ts';
import { PassageCard } from './PassageCard.tsx';
import { SourceSearch } from './sources/SourceSearch.tsx';
import { SearchInsights } from './SearchInsights.tsx';

type Answer = Pick<Message, 'message_id' | 'source' | 'state'> & { readonly links: readonly { site: string | null }[] };

const useStyles = makeStyles({
  root: { display: 'flex', flexDirection: 'column', flex: '1 1 0', minHeight: 0, overflowY: 'auto' },
  bar: { padding: `0 ${tokens.spacingHorizontalXS}` },
  list: {
    display: 'flex',
    flexDirection: 'column',
    gap: tokens.spacingVerticalM,
    margin: 0,
    padding: `0 ${tokens.spacingHorizontalM} ${tokens.spacingVerticalM}`,
    listStyleType: 'none',
  },
  padded: { padding: tokens.spacingHorizontalM },
  more: { alignSelf: 'center', marginBottom: tokens.spacingVerticalM },
});

type PassagesState = { name: 'loading' } | { name: 'ready'; passages: Passages } | { name: 'failed' };

/** Search in all sources; without words, the passages that were found for an answer, the best first. */
export function SearchTab({ empty }: { empty: ReactNode }) {
  return (
    <SourceSearch>
      <FoundPassages empty={empty} />
    </SourceSearch>
  );
}

/** Passages of an answer, including those that it cites. */
function FoundPassages({ empty }: { empty: ReactNode }) {
  const { openId, open } = useSnapshot(chats);
  const { messageId: selectedId } = useSnapshot(shownPassages);
  const messageId = findAnswerWithPassages(open[openId ?? '']?.entries ?? [], selectedId);
  return messageId === null ? empty : <PassageList key={messageId} messageId={messageId} empty={empty} />;
}

function PassageList({ messageId, empty }: { messageId: string; empty: ReactNode }) {
  const styles = useStyles();
  const [request, setRequest] = useState({ end: PASSAGES_STEP, delta: 0, attempt: 0 });
  const [state, setState] = useState<PassagesState>({ name: 'loading' });
  useEffect(() => {
    const controller = new AbortController();
    fetchPassages(messageId, request, controller.signal).then(
      (passages) => controller.signal.aborted || setState({ name: 'ready', passages }),
      (cause: unknown) => {
        if (controller.signal.aborted) return;
        logFailure(texts.workspace.foundFailed, cause);
        setState({ name: 'failed' });
      },
    );
    return () => controller.abort();
  }, [messageId, request]);

  if (state.name === 'loading') return <TextSkeleton label={texts.workspace.foundLabel} lines={8} />;
  if (state.name === 'failed') {
    const retry = () => {
      setState({ name: 'loading' });
      setRequest({ ...request, attempt: request.attempt + 1 });
    };
    return (
      <div className={styles.padded} role="alert">
        <ErrorMessage text={texts.workspace.foundFailed} retry={{ label: texts.shell.retry, action: retry }} />
      </div>
    );
  }
  const { results, total } = state.passages;
  if (results.length === 0) return empty;
  return (
    <div className={styles.root}>
      <SearchInsights messageId={messageId} />
      <div className={styles.bar}>
        <Switch
          label={texts.workspace.neighbors}
          checked={request.delta > 0}
          onChange={(_, { checked }) => setRequest({ ...request, delta: checked ? 1 : 0 })}
        />
      </div>
      <ol className={styles.list} aria-label={texts.workspace.foundLabel}>
        {results.map((passage, index) => (
          <li key={`${passage.fileid} ${passage.location} ${index}`}>
            <PassageCard passage={passage} rank={index + 1} />
          </li>
        ))}
      </ol>
      {results.length < total && (
        <Button className={styles.more} onClick={() => setRequest({ ...request, end: request.end + PASSAGES_STEP })}>
          {texts.workspace.morePassages(total - results.length)}
        </Button>
      )}
    </div>
  );
}

/**
 * Returns the answer whose passages are shown: the selected one if it is in this conversation, else the newest one that
 * cites a site; `null` without one.
 */
function findAnswerWithPassages(entries: readonly Answer[], selectedId: string | null): string | null {
  const settled = entries.filter((entry) => entry.source === 'AVA' && entry.state.name !== 'streaming');
  if (settled.some((entry) => entry.message_id === selectedId)) return selectedId;
  return settled.findLast((entry) => entry.links.some((link) => link.site !== null))?.message_id ?? null;
}
