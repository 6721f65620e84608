import { Button, DialogActions, DialogContent, makeStyles, tokens } from '@fluentui/react-components';
import { useEffect, useState } from 'react';
import type { AnswerMetadata } from '#contract/chats/chat.ts';
import { logFailure } from '#tab/state/log.ts';
import { ErrorMessage } from '#tab/ui/ErrorMessage.tsx';
import { TextSkeleton } from '#tab/ui/TextSkeleton.tsx';
import { chatTexts } from '#tab/features/chat/chat.texts.ts';
import { fetchAnswerInsights } from '#tab/features/chat/history/history.actions.ts';
import { insightRows } from './insights.rules.ts';
import { Modal } from '#tab/ui/Modal.tsx';

const useStyles = makeStyles({
  list: {
    display: 'grid',
    gridTemplateColumns: 'auto 1fr',
    columnGap: tokens.spacingHorizontalL,
    rowGap: tokens.spacingVerticalS,
    margin: '0',
    '& dt': { color: tokens.colorNeutralForeground3 },
    '& dd': { margin: '0', overflowWrap: 'anywhere' },
  },
});

type Insights = { name: 'loading' } | { name: 'ready'; insights: AnswerMetadata } | { name: 'failed' };

/** Model, timing and token counts of an answer. */
export default function InsightsDialog({ messageId, onClose }: { messageId: string; onClose: () => void }) {
  const styles = useStyles();
  const [state, setState] = useState<Insights>({ name: 'loading' });
  const [attempt, setAttempt] = useState(1);
  useEffect(() => {
    const controller = new AbortController();
    fetchAnswerInsights(messageId, controller.signal).then(
      (insights) => setState({ name: 'ready', insights }),
      (cause: unknown) => {
        if (controller.signal.aborted) return;
        logFailure(chatTexts.insight.failed, cause);
        setState({ name: 'failed' });
      },
    );
    return () => controller.abort();
  }, [messageId, attempt]);
  const reload = () => {
    setState({ name: 'loading' });
    setAttempt(attempt + 1);
  };
  return (
    <Modal title={chatTexts.insights} onClose={onClose}>
      <DialogContent>
        {state.name === 'loading' && <TextSkeleton label={chatTexts.insights} />}
        {state.name === 'failed' && (
          <ErrorMessage text={chatTexts.insight.failed} retry={{ label: chatTexts.retry, action: reload }} />
        )}
        {state.name === 'ready' && (
          <dl className={styles.list}>
            {insightRows(state.insights).map(({ label, value }) => [
              <dt key={`${label}-name`}>{label}</dt>,
              <dd key={label}>{value}</dd>,
            ])}
          </dl>
        )}
      </DialogContent>
      <DialogActions>
        <Button appearance="primary" onClick={onClose}>
          {chatTexts.close}
        </Button>
      </DialogActions>
    </Modal>
  );
}
