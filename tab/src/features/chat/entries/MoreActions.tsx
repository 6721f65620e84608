import { isWrittenByRun } from '../../../../../api/contract/messages.ts';
import type { Entry } from '../chat.state.ts';
import { FeedbackButtons } from '../feedback/FeedbackButtons.tsx';
import { ReadAloudButton } from '../reading/ReadAloudButton.tsx';
import KeepMenu from './KeepMenu.tsx';

interface MoreActionsProps {
  chatId: string;
  entry: Entry;
  messageId: string;
}

/** Rating, reading aloud and keeping; loaded with the first answer, because an empty chat needs neither. */
export default function MoreActions({ chatId, entry, messageId }: MoreActionsProps) {
  return (
    <>
      {isWrittenByRun(entry) && <FeedbackButtons chatId={chatId} messageId={messageId} />}
      <ReadAloudButton entry={entry} messageId={messageId} />
      <KeepMenu entry={entry} messageId={messageId} />
    </>
  );
}
