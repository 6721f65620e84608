import { Button, Card, CardFooter, makeStyles, tokens, Tooltip } from '@fluentui/react-components';
import { Delete20Regular } from '@fluentui/react-icons';
import { useEffect, type ReactNode } from 'react';
import { useSnapshot } from 'valtio';
import { texts } from '#tab/texts.ts';
import { ErrorMessage } from '#tab/ui/ErrorMessage.tsx';
import Markdown from '#tab/ui/Markdown.tsx';
import { TextSkeleton } from '#tab/ui/TextSkeleton.tsx';
import { loadWorkspace, removeResult } from './workspace.actions.ts';
import { workspace } from './workspace.state.ts';

const useStyles = makeStyles({
  list: {
    display: 'flex',
    flexDirection: 'column',
    gap: tokens.spacingVerticalM,
    margin: 0,
    padding: tokens.spacingHorizontalM,
    listStyleType: 'none',
    overflowY: 'auto',
    flex: '1 1 0',
  },
  card: { boxShadow: tokens.shadow2, border: `1px solid ${tokens.colorNeutralStroke2}` },
  content: { maxHeight: '320px', overflowY: 'auto' },
  footer: { justifyContent: 'flex-end' },
  padded: { padding: tokens.spacingHorizontalM },
});

/** Answers that the person kept from this conversation, in the order in which they were kept. */
export function ResultsTab({ empty }: { empty: ReactNode }) {
  const styles = useStyles();
  const { id, loading, content } = useSnapshot(workspace);
  useEffect(() => {
    void loadWorkspace();
  }, [id]);

  if (loading.name === 'failed') {
    return (
      <div className={styles.padded}>
        <ErrorMessage text={loading.detail} retry={{ label: texts.shell.retry, action: () => void loadWorkspace() }} />
      </div>
    );
  }
  if (content.results.length === 0) {
    return loading.name === 'ready' ? empty : <TextSkeleton label={texts.shell.workspace} />;
  }
  return (
    <ul className={styles.list}>
      {content.results.map((result) => (
        <li key={result.messageId}>
          <Card className={styles.card}>
            <div className={styles.content} tabIndex={0} role="group" aria-label={texts.workspace.result}>
              <Markdown text={result.content} />
            </div>
            <CardFooter className={styles.footer}>
              <Tooltip content={texts.workspace.removeResult} relationship="label">
                <Button
                  size="small"
                  appearance="subtle"
                  icon={<Delete20Regular />}
                  onClick={() => removeResult(result.messageId)}
                />
              </Tooltip>
            </CardFooter>
          </Card>
        </li>
      ))}
    </ul>
  );
}
