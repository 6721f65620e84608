import { Button } from '@fluentui/react-components';
import { texts } from '#tab/texts.ts';
import { EmptyState } from '#tab/ui/EmptyState.tsx';
import { chatTexts } from './chat.texts.ts';
import { getChatType } from './history/metadata.actions.ts';
import { openNewChat } from './opening/open.actions.ts';

/** Shown instead of a chat that failed to render. */
export function FailedChat({ chatId, retry }: { chatId: string; retry: () => void }) {
  return (
    <EmptyState
      level={1}
      title={chatTexts.notShown}
      line={chatTexts.notShownDetail}
      action={
        <>
          <Button appearance="primary" onClick={() => openNewChat(getChatType(chatId))}>
            {texts.shell.newChat}
          </Button>{' '}
          <Button onClick={retry}>{texts.session.retry}</Button>
        </>
      }
    />
  );
}
