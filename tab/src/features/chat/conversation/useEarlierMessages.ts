import { useCallback, type RefObject, type UIEvent } from 'react';
import { setAutoscroll } from '../chat.actions.ts';
import { chats } from '../chat.state.ts';
import { loadEarlier } from '../opening/earlier.actions.ts';

/** Distance to the top in pixels at which the earlier page is loaded ahead of time. */
const NEAR_TOP_PX = 400;

/** Loads the messages before the first entry: on a button press and when the person scrolls near them. */
export function useEarlierMessages(chatId: string, scroller: RefObject<HTMLDivElement | null>) {
  const focusList = useCallback(() => scroller.current?.focus({ preventScroll: true }), [scroller]);
  const show = () => {
    setAutoscroll(chatId, false);
    // Arrow keys should scroll.
    void loadEarlier(chatId).then(focusList);
  };
  const onScroll = ({ currentTarget }: UIEvent<HTMLDivElement>) => {
    const chat = chats.open[chatId];
    const isNear = currentTarget.scrollTop < NEAR_TOP_PX;
    if (isNear && chat && !chat.isAutoscrolling && chat.earlier.name === 'available') void loadEarlier(chatId);
  };
  return { show, onScroll, focusList };
}
