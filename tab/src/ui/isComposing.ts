import type { KeyboardEvent } from 'react';

/**
 * Whether a key press belongs to an input method, whose Enter accepts a candidate and whose Escape discards it. Safari ends the
 * composition before it reports the Enter that ended it, and marks this press with the key code 229, as UI Events describes it.
 */
export function isComposing({ nativeEvent }: Pick<KeyboardEvent, 'nativeEvent'>): boolean {
  return nativeEvent.isComposing || nativeEvent.keyCode === 229;
}
