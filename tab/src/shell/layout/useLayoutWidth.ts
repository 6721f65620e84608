import { useEffect } from 'react';
import { WIDE_PX } from '../../../../api/contract/limits.ts';
import { setLayoutWidth } from './layout.actions.ts';
import type { LayoutWidth } from './layout.state.ts';

/** From here on history and workspace stand beside the conversation. */
const PANES_PX = 1_024;

export function layoutWidth(px: number): LayoutWidth {
  if (px < WIDE_PX) return 'phone';
  return px < PANES_PX ? 'medium' : 'wide';
}

/** Follows the window's width into the layout. */
export function useLayoutWidth(): void {
  useEffect(() => {
    const follow = () => setLayoutWidth(layoutWidth(window.innerWidth));
    follow();
    window.addEventListener('resize', follow);
    return () => window.removeEventListener('resize', follow);
  }, []);
}
