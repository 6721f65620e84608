import { memo } from 'react';
import { useSnapshot } from 'valtio';
import { isSettled } from '#contract/runs/answerEvents.ts';
import { Logo } from '#tab/ui/Logo.tsx';
import { isInvalidMention, isStreaming } from '#tab/features/chat/chat.rules.ts';
import type { Entry } from '#tab/features/chat/chat.state.ts';
import { chatTexts } from '#tab/features/chat/chat.texts.ts';
import { CitationsProvider } from '#tab/features/chat/citations/CitationsContext.ts';
import { SourcesRow } from '#tab/features/chat/citations/SourcesRow.tsx';
import { FunctionCalls } from '#tab/features/chat/functions/FunctionCalls.tsx';
import { quotable } from '#tab/features/chat/quoting/QuoteButton.tsx';
import { Thoughts } from '#tab/features/chat/thoughts/Thoughts.tsx';
import { Pause, WaitingTime } from '#tab/features/chat/thoughts/WaitingTime.tsx';
import { AnswerEnd } from './AnswerEnd.tsx';
import { AnswerText } from './AnswerText.tsx';
import { AnswerVersions } from '#tab/features/chat/versions/AnswerVersions.tsx';
import { EditQuestion } from './EditQuestion.tsx';
import { useEntryStyles } from './entry.styles.ts';
import { EntryFrame } from './EntryFrame.tsx';
import { EntryTime } from './EntryTime.tsx';
import { FollowUps } from './FollowUps.tsx';
import { WaitingToSend } from './WaitingToSend.tsx';

interface AnswerEntryProps {
  chatId: string;
  entry: Entry;
  /** Whether the question had files: a failed answer then says that sending a message with files failed. */
  withFiles: boolean;
  /** Whether the conversation ends with this answer, so that its follow-up questions are shown. */
  isLast: boolean;
}

/** AVA's answer: a loading message or thoughts, then text, and when complete its sources, follow-up questions and actions. */
export const AnswerEntry = memo(function AnswerEntry({ chatId, entry, withFiles, isLast }: AnswerEntryProps) {
  const styles = useEntryStyles();
  const answer = useSnapshot(entry) as Entry;
  const { content, links, thoughts, calls, timestamp, connection, loadingMessage } = answer;
  const underWay = isStreaming(answer);
  const limit = answer.state.name === 'streaming' ? (answer.state.detail ?? '') : '';
  const isWaiting = content === '' && underWay && connection !== 'offline';
  const askedAt = Date.parse(timestamp);
  const isThinking = isWaiting && thoughts !== null && limit === '';
  return (
    <EntryFrame
      label={chatTexts.ava}
      messageId={answer.message_id}
      content={() => entry.content}
      className={styles.answer}
    >
      <header className={styles.head}>
        <Logo size={20} />
        <h2 className={styles.name}>{chatTexts.ava}</h2>
        <EntryTime timestamp={timestamp} />
      </header>
      <CitationsProvider value={links}>
        <div aria-busy={underWay}>
          {thoughts && <Thoughts thoughts={thoughts} waitingSince={isThinking ? askedAt : null} />}
          <FunctionCalls calls={calls} />
          {isWaiting && !isThinking && (
            <LoadingMessage text={limit || loadingMessage || chatTexts.thinking} since={askedAt} />
          )}
          {underWay && connection === 'offline' && <WaitingToSend chatId={chatId} />}
          {content !== '' && (
            <div {...(isSettled(answer) ? quotable(answer.message_id) : {})}>
              <AnswerText text={content} streaming={underWay} numbers={links.map((link) => link.number)} />
            </div>
          )}
        </div>
        {content !== '' && underWay && <Pause content={content} limit={limit} />}
        {underWay && connection === 'lost' && <div className={styles.caption}>{chatTexts.reconnecting}</div>}
        <AnswerEnd chatId={chatId} answer={answer} withFiles={withFiles} />
        {isInvalidMention(answer) && <EditQuestion chatId={chatId} answerId={answer.message_id} />}
        {isSettled(answer) && <SourcesRow links={links} />}
      </CitationsProvider>
      {isLast && <FollowUps chatId={chatId} questions={answer.followUpQuestions} links={underWay ? [] : links} />}
      {!underWay && (
        <AnswerVersions chatId={chatId} entry={entry} messageId={answer.message_id} hasText={content !== ''} />
      )}
    </EntryFrame>
  );
});

function LoadingMessage({ text, since }: { text: string; since: number }) {
  const styles = useEntryStyles();
  return (
    <div className={styles.loading}>
      <span className={styles.shimmer}>{text}</span>
      <WaitingTime since={since} />
    </div>
  );
}
