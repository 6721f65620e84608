import { useEffect, useState } from 'react';
import { subscribe } from 'valtio';
import { isStreaming } from '#tab/features/chat/chat.rules.ts';
import type { Entry, OpenChat } from '#tab/features/chat/chat.state.ts';
import { chatTexts } from '#tab/features/chat/chat.texts.ts';
import { describeCall } from '#tab/features/chat/functions/functions.rules.ts';
import { getNextSentences, nothingSpoken } from './announce.rules.ts';
import { useConversationStyles } from './conversation.styles.ts';

/** Sentences are collected for this many milliseconds, so a screen reader is not interrupted by each one. */
const GATHER_MS = 1_000;
/** Announcements in the page. Each gets its own paragraph, so that a new one does not replace an unread one. */
const KEPT = 20;

interface Announcement {
  id: number;
  text: string;
}

/** Announces answers to screen readers: that one begins, what AVA looked up, its sentences while it is written, and its end. */
export function Announcer({ chat }: { chat: OpenChat }) {
  const styles = useConversationStyles();
  const [announcements, setAnnouncements] = useState<readonly Announcement[]>([]);
  useEffect(() => {
    let lastId = 0;
    return announce(chat, (texts) => {
      const added = texts.map((text) => ({ id: (lastId += 1), text }));
      setAnnouncements((before) => [...before, ...added].slice(-KEPT));
    });
  }, [chat]);
  return (
    <div role="log" aria-live="polite" className={styles.announcer}>
      {announcements.map(({ id, text }) => (
        <p key={id}>{text}</p>
      ))}
    </div>
  );
}

/** Follows the answers of a chat. Returns a stop function. */
function announce(chat: OpenChat, say: (texts: string[]) => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let current = follow(chat.entries.at(-1));

  /** Announces the new sentences of an answer; with `complete`, also an unfinished last sentence. */
  const read = (complete: boolean) => {
    const { answer } = current;
    if (!answer || current.isOver || answer.connection === 'offline') return;
    const texts: string[] = current.hasBegun ? [] : [chatTexts.answerBegins];
    current.hasBegun = true;
    const isOver = complete || !isStreaming(answer);
    texts.push(...getNewCalls(answer, current.spokenCalls));
    // A retry empties the answer.
    if (answer.content.length < current.spoken.upTo) current.spoken = nothingSpoken;
    for (let before = -1; before !== current.spoken.upTo;) {
      before = current.spoken.upTo;
      const next = getNextSentences(answer.content, current.spoken, isOver);
      texts.push(...next.sentences);
      current.spoken = next.spoken;
    }
    if (isOver) {
      current.isOver = true;
      texts.push(...getEnd(answer));
    }
    if (texts.length > 0) say(texts);
  };

  const onChange = () => {
    const last = chat.entries.at(-1);
    if (last?.key !== current.answer?.key) {
      read(true);
      current = follow(last);
    } else if (current.isOver && last && isStreaming(last)) {
      // A continued answer starts with the calls and the text that were announced before.
      const { spokenCalls } = current;
      current = { ...follow(last), spokenCalls, spoken: { ...nothingSpoken, upTo: last.content.length } };
    }
    if (!current.isOver) timer ??= setTimeout(onTimer, GATHER_MS);
  };
  const onTimer = () => {
    timer = undefined;
    read(false);
  };
  if (!current.isOver) timer = setTimeout(onTimer, GATHER_MS);
  const unsubscribe = subscribe(chat, onChange);
  return () => {
    unsubscribe();
    clearTimeout(timer);
  };
}

/** An answer that is complete when it is first seen is not announced. */
function follow(entry: Entry | undefined) {
  const answer = entry?.source === 'AVA' ? entry : undefined;
  return {
    answer,
    spoken: nothingSpoken,
    spokenCalls: new Set<string>(),
    hasBegun: false,
    isOver: !answer || !isStreaming(answer),
  };
}

/** The calls that have ended since the last announcement; adds them to `spoken`. */
function getNewCalls({ calls }: Entry, spoken: Set<string>): string[] {
  const ended = calls.filter(({ id, state }) => state.name !== 'running' && !spoken.has(id));
  for (const { id } of ended) spoken.add(id);
  return ended.map(describeCall);
}

/** The announcement at the end; failures are announced by their alerts. */
function getEnd({ state, failure }: Entry): string[] {
  if (failure !== null) return [];
  if (state.name === 'stopped') return [chatTexts.stopped];
  return state.name === 'complete' ? [chatTexts.answerEnds] : [];
}
