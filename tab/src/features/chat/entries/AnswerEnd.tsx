import { ErrorLine } from '../../../ui/ErrorMessage.tsx';
import { retry } from '../chat.actions.ts';
import { apology, mayRetry } from '../chat.rules.ts';
import type { Entry } from '../chat.state.ts';
import { chatTexts } from '../chat.texts.ts';
import { AvaError } from '../../../../../api/contract/errors.ts';
import { sendingStep } from '../request.ts';
import { useEntryStyles } from './entry.styles.ts';

interface AnswerEndProps {
  chatId: string;
  answer: Entry;
  withFiles: boolean;
}

/** How an answer ended, where it did not end by itself: in words, with the way on. */
export function AnswerEnd({ chatId, answer, withFiles }: AnswerEndProps) {
  const styles = useEntryStyles();
  const failure = failureOf(answer, withFiles);
  if (failure !== null) {
    const again = { label: chatTexts.retry, action: () => void retry(chatId, answer.message_id) };
    return (
      <div className={styles.failure} role="alert">
        <ErrorLine text={failure} {...(mayRetry(answer) ? { retry: again } : {})} />
      </div>
    );
  }
  const note = noteOf(answer);
  return note === null ? null : <div className={styles.caption}>{note}</div>;
}

function failureOf({ failure, state }: Entry, withFiles: boolean): string | null {
  if (failure !== null) return failure;
  if (state.name === 'interrupted') return chatTexts.interrupted;
  if (state.name !== 'failed') return null;
  const { code, detail } = state.error;
  return apology(sendingStep(withFiles ? [true] : []), new AvaError(code, { detail }));
}

function noteOf({ state }: Entry): string | null {
  if (state.name === 'stopped') return chatTexts.stopped;
  if (state.name === 'complete' && state.finish === 'length') return chatTexts.cutShort;
  return null;
}
