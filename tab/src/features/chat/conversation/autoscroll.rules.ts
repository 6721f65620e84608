import { AUTOSCROLL_OFF_PX, SCROLL_TOLERANCE_PX } from '../../../../../api/contract/limits.ts';

/** A view of the list at one moment, in pixels. */
export interface View {
  scrollTop: number;
  clientHeight: number;
  scrollHeight: number;
}

export function isAtEnd({ scrollTop, clientHeight, scrollHeight }: View): boolean {
  return scrollHeight - clientHeight - scrollTop <= SCROLL_TOLERANCE_PX;
}

/** Heights the list has had, with their times in milliseconds, oldest first. */
export type Heights = readonly { at: number; height: number }[];

/**
 * The height a person aims at: a list that grows under the hand has no bottom that could be met within five pixels, so
 * what was its bottom `reactionMs` ago counts too. Notes the present height and forgets those that are older.
 */
export function noteHeight(heights: Heights, at: number, height: number, reactionMs: number): Heights {
  const recent = heights.filter((_, index) => (heights[index + 1]?.at ?? at) > at - reactionMs);
  return [...recent, { at, height }];
}

export function aimedHeight(heights: Heights, view: View): number {
  return Math.min(view.scrollHeight, ...heights.map((each) => each.height));
}

/**
 * What a scroll by the person means for following (specification, section 4): upwards ends it, the bottom begins it
 * again, anything else changes nothing.
 */
export function afterPersonScrolled(before: number, view: View): 'off' | 'on' | 'same' {
  const up = view.scrollTop < before;
  if (up) return isAtEnd(view) ? 'same' : 'off';
  return isAtEnd(view) ? 'on' : 'same';
}

/** Whether the last entry has grown so far that its top is about to leave the view, where it would be read from. */
export function lastEntryReachedTop(last: { start: number; size: number }, view: View): boolean {
  const outgrows = last.size > view.clientHeight - AUTOSCROLL_OFF_PX;
  return outgrows && last.start - view.scrollTop <= AUTOSCROLL_OFF_PX;
}
