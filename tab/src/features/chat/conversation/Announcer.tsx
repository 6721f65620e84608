import { useEffect, useRef, useState } from 'react';
import { subscribe } from 'valtio';
import { isUnderWay } from '../chat.rules.ts';
import type { Entry } from '../chat.state.ts';
import { nextSentences } from './announce.rules.ts';
import { useConversationStyles } from './conversation.styles.ts';

/** Sentences are gathered for this long, in milliseconds, so that a screen reader is not cut off in each. */
const GATHER_MS = 1_000;

/** Reads an answer out as it arrives, sentence by sentence. One that was there before is not read again. */
export function Announcer({ answer }: { answer: Entry }) {
  const styles = useConversationStyles();
  const [words, setWords] = useState('');
  const upTo = useRef(isUnderWay(answer) ? 0 : answer.content.length);

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const read = () => {
      timer = undefined;
      const next = nextSentences(answer.content, upTo.current, !isUnderWay(answer));
      upTo.current = next.upTo;
      if (next.words !== '') setWords(next.words);
    };
    const soon = () => {
      if (answer.content.length < upTo.current) upTo.current = 0;
      timer ??= setTimeout(read, GATHER_MS);
    };
    const unsubscribe = subscribe(answer, soon);
    if (answer.content.length > upTo.current) soon();
    return () => {
      unsubscribe();
      clearTimeout(timer);
    };
  }, [answer]);

  return (
    <div role="status" aria-live="polite" className={styles.announcer}>
      {words}
    </div>
  );
}
