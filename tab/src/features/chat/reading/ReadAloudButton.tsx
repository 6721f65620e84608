import { Button, Tooltip } from '@fluentui/react-components';
import { Speaker2Regular, SpeakerOffRegular } from '@fluentui/react-icons';
import { useSnapshot } from 'valtio';
import type { Entry } from '#tab/features/chat/chat.state.ts';
import { canReadAloud, readAloud, reading, stopReading } from './reading.actions.ts';
import { readingTexts } from './reading.texts.ts';

/** Reads an answer aloud, or stops it. Renders nothing in a browser that cannot speak. */
export function ReadAloudButton({ entry, messageId }: { entry: Entry; messageId: string }) {
  const isReading = useSnapshot(reading).messageId === messageId;
  if (!canReadAloud()) return null;
  return (
    <Tooltip content={isReading ? readingTexts.stop : readingTexts.read} relationship="label">
      <Button
        appearance="subtle"
        size="small"
        icon={isReading ? <SpeakerOffRegular /> : <Speaker2Regular />}
        onClick={() => (isReading ? stopReading() : void readAloud(entry))}
      />
    </Tooltip>
  );
}
