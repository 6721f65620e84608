export const WORKSPACE_DEFAULT_PX = 400;
/** The text of a printed page is readable in this width. */
export const WORKSPACE_READING_PX = 560;
export const WORKSPACE_MIN_PX = 300;
export const HISTORY_PX = 260;
/** Minimum width that keeps the composer usable. */
const CONVERSATION_MIN_PX = 400;
const STEP_PX = 16;
const LARGE_STEP_PX = 64;

/** Clamps the workspace's width so that the conversation keeps its minimum in a frame of `framePx`. */
export function fitWorkspaceWidth(widthPx: number, framePx: number): number {
  const max = Math.max(WORKSPACE_MIN_PX, framePx - CONVERSATION_MIN_PX);
  return Math.round(Math.min(Math.max(widthPx, WORKSPACE_MIN_PX), max));
}

/** Width after a key press on the separator; `null` for any other key. */
export function getWidthAfterKey(key: string, widthPx: number, isLargeStep: boolean): number | null {
  const step = isLargeStep ? LARGE_STEP_PX : STEP_PX;
  if (key === 'ArrowLeft') return widthPx + step;
  if (key === 'ArrowRight') return widthPx - step;
  if (key === 'Home') return Infinity;
  return key === 'End' ? WORKSPACE_MIN_PX : null;
}
