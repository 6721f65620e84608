import type { RefObject, UIEvent } from 'react';
import { loadEarlier, setFollowing } from '../chat.actions.ts';
import { chats } from '../chat.state.ts';

/** Scrolled so near to the top, in pixels, the page before is fetched, so that few wait for it. */
const NEAR_TOP_PX = 400;

/** Loads the messages before the first entry: at a press, and when the person scrolls near to them. */
export function useEarlier(chatId: string, scroller: RefObject<HTMLDivElement | null>) {
  const show = () => {
    setFollowing(chatId, false);
    // The button has scrolled away, or is gone; from the list, the arrow keys go on to what has come.
    void loadEarlier(chatId).then(() => scroller.current?.focus({ preventScroll: true }));
  };
  const onScroll = ({ currentTarget }: UIEvent<HTMLDivElement>) => {
    const chat = chats.open[chatId];
    const isNear = currentTarget.scrollTop < NEAR_TOP_PX;
    if (isNear && chat && !chat.follow && chat.earlier.name === 'there') void loadEarlier(chatId);
  };
  return { show, onScroll };
}
