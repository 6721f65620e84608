export const WORKSPACE_DEFAULT_PX = 400;
export const WORKSPACE_MIN_PX = 300;
/** What a conversation keeps at least, so that its composer stays usable. */
const CONVERSATION_MIN_PX = 400;
const STEP_PX = 16;
const LEAP_PX = 64;

/** A width for the workspace that leaves the conversation its room, in a frame of `framePx`. */
export function fitWorkspace(widthPx: number, framePx: number): number {
  const most = Math.max(WORKSPACE_MIN_PX, framePx - CONVERSATION_MIN_PX);
  return Math.round(Math.min(Math.max(widthPx, WORKSPACE_MIN_PX), most));
}

/** The width a key asks for on the handle between conversation and workspace; `null` for any other key. */
export function widthAfterKey(key: string, widthPx: number, leap: boolean): number | null {
  const step = leap ? LEAP_PX : STEP_PX;
  if (key === 'ArrowLeft') return widthPx + step;
  if (key === 'ArrowRight') return widthPx - step;
  if (key === 'Home') return Infinity;
  return key === 'End' ? WORKSPACE_MIN_PX : null;
}
