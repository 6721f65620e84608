import { Suspense } from 'react';
import { useSnapshot } from 'valtio';
import { isWrittenByRun } from '#contract/chats/messages.ts';
import { useSlots } from '#tab/shell/layout/slots.ts';
import { proposeName } from '#tab/features/exports/exports.rules.ts';
import { getMetadata } from '#tab/features/chat/history/metadata.actions.ts';
import { chats, type Entry } from '#tab/features/chat/chat.state.ts';
import { AnswerMenu } from '#tab/features/chat/answerMenu/AnswerMenu.tsx';
import { FeedbackButtons } from '#tab/features/chat/feedback/FeedbackButtons.tsx';
import { ReadAloudButton } from '#tab/features/chat/reading/ReadAloudButton.tsx';
import KeepMenu from './KeepMenu.tsx';

interface MoreActionsProps {
  chatId: string;
  entry: Entry;
  messageId: string;
}

/** Rating, reading aloud, keeping and the menu; loaded with the first answer, because an empty chat needs neither. */
export default function MoreActions({ chatId, entry, messageId }: MoreActionsProps) {
  const { ExportMenu } = useSlots();
  const { linkedExportId } = useSnapshot(chats);
  return (
    <>
      {isWrittenByRun(entry) && <FeedbackButtons chatId={chatId} messageId={messageId} />}
      <ReadAloudButton entry={entry} messageId={messageId} />
      <Suspense>
        <ExportMenu
          as="icon"
          target={{ kind: 'answer', chatId, messageId }}
          text={entry.content}
          propose={() => proposeName(entry.content, getMetadata(chatId)?.Title ?? '')}
          isLinked={linkedExportId === messageId}
          onLinkOpened={() => {
            chats.linkedExportId = null;
          }}
        />
      </Suspense>
      <KeepMenu entry={entry} messageId={messageId} />
      <AnswerMenu chatId={chatId} entry={entry} messageId={messageId} />
    </>
  );
}
