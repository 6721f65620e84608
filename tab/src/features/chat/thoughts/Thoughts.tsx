import { Button } from '@fluentui/react-components';
import { ChevronDownRegular, ChevronRightRegular } from '@fluentui/react-icons';
import { useId, useState } from 'react';
import type { Thoughts as ModelThoughts } from '#contract/runs/answerEvents.ts';
import { chatTexts } from '#tab/features/chat/chat.texts.ts';
import { useEntryStyles } from '#tab/features/chat/entries/entry.styles.ts';
import { useThoughtStyles } from './thoughts.styles.ts';
import { thoughtTexts } from './thoughts.texts.ts';
import { WaitingTime } from './WaitingTime.tsx';

interface ThoughtsProps {
  thoughts: ModelThoughts;
  /** When the person began to wait, while the model thinks; null afterwards. */
  waitingSince: number | null;
}

/**
 * What the model thought before it answered. Folded at first, and shown as plain text without Markdown, links or
 * images.
 */
export function Thoughts({ thoughts, waitingSince }: ThoughtsProps) {
  const styles = useThoughtStyles();
  const entryStyles = useEntryStyles();
  const [isOpen, setOpen] = useState(false);
  const textId = useId();
  const isThinking = waitingSince !== null;
  return (
    <div className={styles.thoughts}>
      <div className={styles.line}>
        <Button
          appearance="transparent"
          className={styles.button}
          aria-expanded={isOpen}
          aria-controls={isOpen ? textId : undefined}
          onClick={() => setOpen(!isOpen)}
        >
          <span className={styles.icon}>{isOpen ? <ChevronDownRegular /> : <ChevronRightRegular />}</span>
          <span className={isThinking ? entryStyles.shimmer : undefined}>
            {isThinking ? chatTexts.thinking : thoughtTexts.thoughts}
          </span>
        </Button>
        {isThinking && <WaitingTime since={waitingSince} />}
      </div>
      {isOpen && (
        // Tab reaches the text, so that it can be scrolled by keyboard.
        <div id={textId} role="region" aria-label={thoughtTexts.thoughts} tabIndex={0} className={styles.text}>
          {thoughts.text}
          {thoughts.shortened && <p className={styles.note}>{thoughtTexts.shortened}</p>}
        </div>
      )}
    </div>
  );
}
