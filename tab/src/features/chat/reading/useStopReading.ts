import { useEffect } from 'react';
import { subscribeKey } from 'valtio/utils';
import { chats } from '#tab/features/chat/chat.state.ts';
import { stopReading } from './reading.actions.ts';

/** Stops reading aloud when another chat is opened, and when the chat or the page is left. */
export function useStopReading(): void {
  useEffect(() => {
    const unsubscribe = subscribeKey(chats, 'openId', stopReading);
    window.addEventListener('pagehide', stopReading);
    return () => {
      unsubscribe();
      window.removeEventListener('pagehide', stopReading);
      stopReading();
    };
  }, []);
}
