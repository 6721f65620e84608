import { useEffect, useRef, useState } from 'react';
import { subscribe } from 'valtio';
import { isStreaming } from '../chat.rules.ts';
import type { Entry } from '../chat.state.ts';
import { getNextSentences } from './announce.rules.ts';
import { useConversationStyles } from './conversation.styles.ts';

/** Sentences are collected for this many milliseconds, so a screen reader is not interrupted by each one. */
const GATHER_MS = 1_000;

/** Announces a streaming answer to screen readers, sentence by sentence. */
export function Announcer({ answer }: { answer: Entry }) {
  const styles = useConversationStyles();
  const [announcement, setAnnouncement] = useState('');
  const upTo = useRef(isStreaming(answer) ? 0 : answer.content.length);

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const read = () => {
      timer = undefined;
      const next = getNextSentences(answer.content, upTo.current, !isStreaming(answer));
      upTo.current = next.upTo;
      if (next.words !== '') setAnnouncement(next.words);
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
      {announcement}
    </div>
  );
}
