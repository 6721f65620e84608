import { Suspense } from 'react';
import { isWrittenByRun } from '../../../../../api/contract/messages.ts';
import { useSlots } from '../../../shell/layout/slots.ts';
import { proposeName } from '../../exports/exports.rules.ts';
import { getMetadata } from '../history/metadata.actions.ts';
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
  const { ExportMenu } = useSlots();
  return (
    <>
      {isWrittenByRun(entry) && <FeedbackButtons chatId={chatId} messageId={messageId} />}
      <ReadAloudButton entry={entry} messageId={messageId} />
      <Suspense>
        <ExportMenu
          as="icon"
          target={{ kind: 'answer', chatId, messageId }}
          propose={() => proposeName(entry.content, getMetadata(chatId)?.Title ?? '')}
        />
      </Suspense>
      <KeepMenu entry={entry} messageId={messageId} />
    </>
  );
}
