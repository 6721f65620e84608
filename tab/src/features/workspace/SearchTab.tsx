import { Button, makeStyles, Switch, tokens } from '@fluentui/react-components';
import { useEffect, useState, type ReactNode } from 'react';
import { useSnapshot } from 'valtio';
import { logFailure } from '../../state/log.ts';
import { texts } from '../../texts.ts';
import { ErrorLine } from '../../ui/ErrorMessage.tsx';
import { TextSkeleton } from '../../ui/TextSkeleton.tsx';
import { chats } from '../chat/chat.state.ts';
import { fetchPassages, PASSAGES_STEP, type Passages } from './passages.actions.ts';
import { foundFor } from './passages.rules.ts';
import { found } from './passages.state.ts';
import { PassageCard } from './PassageCard.tsx';
import { SearchInsights } from './SearchInsights.tsx';

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

type Shown = { name: 'loading' } | { name: 'ready'; passages: Passages } | { name: 'failed' };

/** Passages that were found for an answer, the closest first; those that it quotes are among them. */
export function SearchTab({ empty }: { empty: ReactNode }) {
  const { openId, open } = useSnapshot(chats);
  const { messageId: asked } = useSnapshot(found);
  const messageId = foundFor(open[openId ?? '']?.entries ?? [], asked);
  return messageId === null ? empty : <Found key={messageId} messageId={messageId} empty={empty} />;
}

function Found({ messageId, empty }: { messageId: string; empty: ReactNode }) {
  const styles = useStyles();
  const [asked, setAsked] = useState({ end: PASSAGES_STEP, delta: 0, attempt: 0 });
  const [shown, setShown] = useState<Shown>({ name: 'loading' });
  useEffect(() => {
    const controller = new AbortController();
    fetchPassages(messageId, asked, controller.signal).then(
      (passages) => controller.signal.aborted || setShown({ name: 'ready', passages }),
      (cause: unknown) => {
        if (controller.signal.aborted) return;
        logFailure(texts.workspace.foundFailed, cause);
        setShown({ name: 'failed' });
      },
    );
    return () => controller.abort();
  }, [messageId, asked]);

  if (shown.name === 'loading') return <TextSkeleton label={texts.workspace.foundLabel} lines={8} />;
  if (shown.name === 'failed') {
    const again = () => {
      setShown({ name: 'loading' });
      setAsked({ ...asked, attempt: asked.attempt + 1 });
    };
    return (
      <div className={styles.padded} role="alert">
        <ErrorLine text={texts.workspace.foundFailed} retry={{ label: texts.shell.retry, action: again }} />
      </div>
    );
  }
  const { results, total } = shown.passages;
  if (results.length === 0) return empty;
  return (
    <div className={styles.root}>
      <SearchInsights messageId={messageId} />
      <div className={styles.bar}>
        <Switch
          label={texts.workspace.neighbours}
          checked={asked.delta > 0}
          onChange={(_, { checked }) => setAsked({ ...asked, delta: checked ? 1 : 0 })}
        />
      </div>
      <ol className={styles.list} aria-label={texts.workspace.foundLabel}>
        {results.map((passage, at) => (
          <li key={`${passage.fileid} ${passage.place} ${at}`}>
            <PassageCard passage={passage} rank={at + 1} />
          </li>
        ))}
      </ol>
      {results.length < total && (
        <Button className={styles.more} onClick={() => setAsked({ ...asked, end: asked.end + PASSAGES_STEP })}>
          {texts.workspace.morePassages(total - results.length)}
        </Button>
      )}
    </div>
  );
}
