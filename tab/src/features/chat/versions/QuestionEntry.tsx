import { lazy, Suspense } from 'react';
import { useSnapshot } from 'valtio';
import type { Entry } from '#tab/features/chat/chat.state.ts';
import { PersonEntry } from '#tab/features/chat/entries/PersonEntry.tsx';
import { edits } from './versions.state.ts';

const QuestionEditor = lazy(() => import('./QuestionEditor.tsx'));

interface QuestionEntryProps {
  chatId: string;
  entry: Entry;
  divided: boolean;
}

/** A question, or its editor while the person edits it. */
export function QuestionEntry({ chatId, entry, divided }: QuestionEntryProps) {
  const edit = useSnapshot(edits)[chatId];
  const { message_id: messageId } = useSnapshot(entry);
  const question = <PersonEntry chatId={chatId} entry={entry} divided={divided} />;
  if (edit?.messageId !== messageId) return question;
  return (
    <Suspense fallback={question}>
      <QuestionEditor chatId={chatId} entry={entry} edit={edit} divided={divided} />
    </Suspense>
  );
}
