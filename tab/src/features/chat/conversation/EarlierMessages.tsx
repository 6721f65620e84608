import { Button } from '@fluentui/react-components';
import { useCallback } from 'react';
import { useSnapshot } from 'valtio';
import { ErrorMessage } from '#tab/ui/ErrorMessage.tsx';
import { chatTexts } from '#tab/features/chat/chat.texts.ts';
import type { OpenChat } from '#tab/features/chat/chat.state.ts';
import { useConversationStyles } from './conversation.styles.ts';

/** Height that the list reserves above the first entry. */
export const EARLIER_PX = 56;

interface EarlierMessagesProps {
  chat: OpenChat;
  onShow: () => void;
  /** Called if the focus is inside this part when the part disappears. */
  onFocusLost: () => void;
}

/** Shown above the first entry while the server has earlier messages; scrolling near it loads them. */
export function EarlierMessages({ chat, onShow, onFocusLost }: EarlierMessagesProps) {
  const styles = useConversationStyles();
  const { earlier } = useSnapshot(chat);
  // The focus scrolls the button into view, which loads the messages and can remove the button.
  const watchFocus = useCallback(
    (area: HTMLElement | null) => () => {
      if (area?.contains(document.activeElement)) onFocusLost();
    },
    [onFocusLost],
  );
  if (earlier.name === 'none') return null;
  const isLoading = earlier.name === 'loading';
  return (
    <div ref={watchFocus} className={styles.earlier} style={{ height: EARLIER_PX }}>
      {earlier.name === 'failed' ? (
        <div role="alert">
          <ErrorMessage text={chatTexts.fetchEarlierFailed} retry={{ label: chatTexts.retry, action: onShow }} />
        </div>
      ) : (
        // Stays focusable while loading, or the keyboard focus would be lost.
        <Button size="small" appearance="subtle" disabledFocusable={isLoading} onClick={onShow}>
          {isLoading ? chatTexts.loadingEarlier : chatTexts.showEarlier}
        </Button>
      )}
    </div>
  );
}
