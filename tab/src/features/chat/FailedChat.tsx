import { Button } from '@fluentui/react-components';
import { texts } from '../../texts.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { newChat } from './chat.actions.ts';
import { chatTexts } from './chat.texts.ts';
import { typeOf } from './metadata.actions.ts';

/** Stands in place of a chat that could not be drawn; the history beside it still works. */
export function FailedChat({ chatId, retry }: { chatId: string; retry: () => void }) {
  return (
    <EmptyState
      title={chatTexts.notDrawn}
      line={chatTexts.notDrawnLine}
      action={
        <>
          <Button appearance="primary" onClick={() => newChat(typeOf(chatId))}>
            {texts.shell.newChat}
          </Button>{' '}
          <Button onClick={retry}>{texts.session.retry}</Button>
        </>
      }
    />
  );
}
