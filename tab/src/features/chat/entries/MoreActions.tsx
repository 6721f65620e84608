import { isWrittenByRun } from '../../../../../api/contract/messages.ts';
import type { Entry } from '../chat.state.ts';
import { FeedbackButtons } from '../feedback/FeedbackButtons.tsx';
import { ReadAloudButton } from '../reading/ReadAloudButton.tsx';

interface MoreActionsProps {
  chatId: string;
  entry: Entry;
  messageId: string;
}

/** Rating and reading aloud; loaded with the first answer, because an empty chat needs neither. */
export default function MoreActions({ chatId, entry, messageId }: MoreActionsProps) {
  return (
    <>
      {isWrittenByRun(entry) && <FeedbackButtons chatId={chatId} messageId={messageId} />}
      <ReadAloudButton entry={entry} messageId={messageId} />
    </>
  );
}
