import { lazy, Suspense } from 'react';
import { useEntryStyles } from './entry.styles.ts';

const AnswerMarkdown = lazy(() => import('#tab/features/chat/markdown/AnswerMarkdown.tsx'));

interface AnswerTextProps {
  text: string;
  streaming: boolean;
  numbers: readonly number[];
}

/** An answer's text; plain until the Markdown renderer is loaded. */
export function AnswerText(props: AnswerTextProps) {
  const styles = useEntryStyles();
  return (
    <Suspense fallback={<div className={styles.plain}>{props.text}</div>}>
      <AnswerMarkdown {...props} />
    </Suspense>
  );
}
