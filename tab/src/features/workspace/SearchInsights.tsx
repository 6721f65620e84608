import { makeStyles, tokens } from '@fluentui/react-components';
import { useEffect, useState } from 'react';
import type { AnswerMetadata } from '#contract/chats/chat.ts';
import { logFailure } from '#tab/state/log.ts';
import { texts } from '#tab/texts.ts';
import { chatTexts } from '#tab/features/chat/chat.texts.ts';
import { insightRows } from '#tab/features/chat/entries/insights.rules.ts';
import { fetchAnswerInsights } from '#tab/features/chat/history/history.actions.ts';

const useStyles = makeStyles({
  list: {
    display: 'grid',
    gridTemplateColumns: 'auto minmax(0, 1fr)',
    columnGap: tokens.spacingHorizontalM,
    rowGap: tokens.spacingVerticalXS,
    margin: '0',
    padding: `${tokens.spacingVerticalS} ${tokens.spacingHorizontalM}`,
    fontSize: tokens.fontSizeBase200,
    '& dt': { color: tokens.colorNeutralForeground3 },
    '& dd': { margin: '0', overflowWrap: 'anywhere' },
  },
});

const { intent, embedding, search } = chatTexts.insight.rows;
const searchLabels: readonly string[] = [intent, embedding, search];

/** Intent of the question, embedding model and search time of an answer; nothing if they could not be loaded. */
export function SearchInsights({ messageId }: { messageId: string }) {
  const styles = useStyles();
  const [metadata, setMetadata] = useState<AnswerMetadata | null>(null);
  useEffect(() => {
    const controller = new AbortController();
    fetchAnswerInsights(messageId, controller.signal).then(
      (answer) => controller.signal.aborted || setMetadata(answer),
      (cause: unknown) => controller.signal.aborted || logFailure(chatTexts.insight.failed, cause),
    );
    return () => controller.abort();
  }, [messageId]);
  const rows = metadata ? insightRows(metadata).filter(({ label }) => searchLabels.includes(label)) : [];
  if (rows.length === 0) return null;
  return (
    <dl className={styles.list} aria-label={texts.workspace.searchInsights}>
      {rows.map(({ label, value }) => [<dt key={`${label}-name`}>{label}</dt>, <dd key={label}>{value}</dd>])}
    </dl>
  );
}
