import { Button } from '@fluentui/react-components';
import { chatTexts } from '#tab/features/chat/chat.texts.ts';
import { stop } from '#tab/features/chat/exchange/stop.actions.ts';
import { useEntryStyles } from './entry.styles.ts';

/** Shown in place of an answer whose question waits for the network. Cancel returns the text to the composer. */
export function WaitingToSend({ chatId }: { chatId: string }) {
  const styles = useEntryStyles();
  return (
    <div className={styles.waiting} role="status">
      <span>{chatTexts.waitingToSend}</span>
      <Button size="small" onClick={() => void stop(chatId)}>
        {chatTexts.cancel}
      </Button>
    </div>
  );
}
