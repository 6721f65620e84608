import { useEffect } from 'react';
import { WIDE_PX } from '#contract/limits.ts';
import { setLayoutWidth } from './layout.actions.ts';
import type { LayoutWidth } from './layout.state.ts';

/** From this width on, history and workspace are next to the conversation. */
const PANES_PX = 1_024;

export function toLayoutWidth(px: number): LayoutWidth {
  if (px < WIDE_PX) return 'phone';
  return px < PANES_PX ? 'medium' : 'wide';
}

/** Keeps the layout's width class in sync with the window. */
export function useLayoutWidth(): void {
  useEffect(() => {
    const follow = () => setLayoutWidth(toLayoutWidth(window.innerWidth));
    follow();
    window.addEventListener('resize', follow);
    return () => window.removeEventListener('resize', follow);
  }, []);
}
