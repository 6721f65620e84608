import { AUTOSCROLL_OFF_PX, SCROLL_TOLERANCE_PX } from '#contract/limits.ts';

/** Scroll position and size of the list, in pixels. */
export interface ScrollView {
  scrollTop: number;
  clientHeight: number;
  scrollHeight: number;
}

export function isAtEnd({ scrollTop, clientHeight, scrollHeight }: ScrollView): boolean {
  return scrollHeight - clientHeight - scrollTop <= SCROLL_TOLERANCE_PX;
}

/** Scroll offset of the view, and the heights that change it without the person, in pixels. */
export interface Position {
  scrollTop: number;
  clientHeight: number;
  listHeight: number;
}

/** Whether the view moved up while its height and the list's height stayed the same. */
export function hasScrolledUp(before: Position, now: Position): boolean {
  const isSameSize = now.listHeight === before.listHeight && now.clientHeight === before.clientHeight;
  return isSameSize && now.scrollTop < before.scrollTop - SCROLL_TOLERANCE_PX;
}

/** Heights the list has had, with their times in milliseconds, oldest first. */
export type Heights = readonly { at: number; height: number }[];

/**
 * Records the height of the list and drops heights that it last had more than `reactionMs` ago. A person cannot scroll
 * exactly to the bottom of a growing list, so reaching the bottom of up to `reactionMs` ago counts too.
 */
export function recordHeight(heights: Heights, at: number, height: number, reactionMs: number): Heights {
  const recent = heights.filter((_, index) => (heights[index + 1]?.at ?? at) > at - reactionMs);
  return [...recent, { at, height }];
}

export function getAimedHeight(heights: Heights, view: ScrollView): number {
  return Math.min(view.scrollHeight, ...heights.map((entry) => entry.height));
}

/**
 * The effect of the person's scrolling on autoscroll: up stops it, reaching the bottom starts it again (see
 * docs/product.md, Autoscroll).
 */
export function getAutoscrollChange(before: number, view: ScrollView): 'off' | 'on' | 'same' {
  const isScrollingUp = view.scrollTop < before;
  if (isScrollingUp) return isAtEnd(view) ? 'same' : 'off';
  return isAtEnd(view) ? 'on' : 'same';
}

/** Whether the last entry is too long for the view, and its start is about to leave the view. */
export function hasLastEntryReachedTop(last: { start: number; size: number }, view: ScrollView): boolean {
  const outgrows = last.size > view.clientHeight - AUTOSCROLL_OFF_PX;
  return outgrows && last.start - view.scrollTop <= AUTOSCROLL_OFF_PX;
}

/** Maximum scroll distance to the end of a complete answer, as a share of the view's height. */
const NEAR_END_SHARE = 0.4;

/** Whether the end is so near that most of the visible text stays in view after scrolling to it. */
export function isEndNear({ scrollTop, clientHeight, scrollHeight }: ScrollView): boolean {
  return scrollHeight - clientHeight - scrollTop <= clientHeight * NEAR_END_SHARE;
}
