import { Button } from '@fluentui/react-components';
import { useSnapshot } from 'valtio';
import { ErrorLine } from '../../../ui/ErrorMessage.tsx';
import { chatTexts } from '../chat.texts.ts';
import type { OpenChat } from '../chat.state.ts';
import { useConversationStyles } from './conversation.styles.ts';

/** Height that the list leaves free for it above the first entry. */
export const EARLIER_PX = 56;

/** What stands above the first entry of a chat that the server has more of; it loads by itself when scrolled to. */
export function EarlierMessages({ chat, onShow }: { chat: OpenChat; onShow: () => void }) {
  const styles = useConversationStyles();
  const { earlier } = useSnapshot(chat);
  if (earlier.name === 'none') return null;
  const isLoading = earlier.name === 'loading';
  return (
    <div className={styles.earlier} style={{ height: EARLIER_PX }}>
      {earlier.name === 'failed' ? (
        <div role="alert">
          <ErrorLine text={chatTexts.fetchEarlierFailed} retry={{ label: chatTexts.retry, action: onShow }} />
        </div>
      ) : (
        // Focusable while it loads, or the keyboard would lose its place.
        <Button size="small" appearance="subtle" disabledFocusable={isLoading} onClick={onShow}>
          {isLoading ? chatTexts.loadingEarlier : chatTexts.showEarlier}
        </Button>
      )}
    </div>
  );
}
