import { Button } from '@fluentui/react-components';
import { useSnapshot } from 'valtio';
import { chats, type Entry } from '#tab/features/chat/chat.state.ts';
import { continueAnswer } from '#tab/features/chat/exchange/continue.actions.ts';
import { focusAfterSend } from './focus.ts';
import { canContinueEntry } from './versions.rules.ts';
import { versionTexts } from './versions.texts.ts';

/** Continues the last answer of a chat if it was stopped or cut, or has met a budget that is used up. */
export function ContinueButton({ chatId, answer }: { chatId: string; answer: Entry }) {
  const last = useSnapshot(chats).open[chatId]?.entries.at(-1) as Entry | undefined;
  if (!last || !canContinueEntry([last], answer)) return null;
  const start = () => {
    void continueAnswer(chatId, answer.message_id);
    focusAfterSend();
  };
  return (
    <Button size="small" onClick={start}>
      {versionTexts.continue}
    </Button>
  );
}
