import { ErrorMessage } from '#tab/ui/ErrorMessage.tsx';
import { canRetry } from '#tab/features/chat/chat.rules.ts';
import { toApology } from '#tab/features/chat/exchange/failure.rules.ts';
import type { Entry } from '#tab/features/chat/chat.state.ts';
import { chatTexts } from '#tab/features/chat/chat.texts.ts';
import { AvaError } from '#contract/errors.ts';
import { getSendStep } from '#tab/features/chat/exchange/request.ts';
import { ContinueButton } from '#tab/features/chat/versions/ContinueButton.tsx';
import { useEntryStyles } from './entry.styles.ts';
import { retry } from '#tab/features/chat/exchange/retry.actions.ts';

interface AnswerEndProps {
  chatId: string;
  answer: Entry;
  withFiles: boolean;
}

/** Why an answer failed, was stopped or was cut, with a retry button. */
export function AnswerEnd({ chatId, answer, withFiles }: AnswerEndProps) {
  const styles = useEntryStyles();
  const failure = getFailure(answer, withFiles);
  if (failure !== null) {
    const retryAction = { label: chatTexts.retry, action: () => void retry(chatId, answer.message_id) };
    return (
      <div className={styles.failure} role="alert">
        <ErrorMessage text={failure} {...(canRetry(answer) ? { retry: retryAction } : {})} />
        <ContinueButton chatId={chatId} answer={answer} />
      </div>
    );
  }
  const note = getNote(answer);
  if (note === null) return null;
  return (
    <div className={styles.note}>
      <span className={styles.noteText}>{note}</span>
      <ContinueButton chatId={chatId} answer={answer} />
    </div>
  );
}

function getFailure({ failure, state }: Entry, withFiles: boolean): string | null {
  if (failure !== null) return failure;
  if (state.name === 'interrupted') return chatTexts.interrupted;
  if (state.name !== 'failed') return null;
  const { code, detail } = state.error;
  return toApology(getSendStep(withFiles ? [true] : []), new AvaError(code, { detail }));
}

function getNote({ state }: Entry): string | null {
  if (state.name === 'stopped') return chatTexts.stopped;
  if (state.name === 'complete' && state.finish === 'length') return chatTexts.cutShort;
  return null;
}
