import { isAvaError } from '#contract/errors.ts';
import { texts } from '#bot/texts.ts';

/** The sentence that a person reads about a failed call. */
export function getErrorSentence(error: unknown): string {
  if (!isAvaError(error)) return texts.unexpected;
  return error.code === 'switched_off' ? texts.switchedOff : error.detail;
}

export function isSignedOut(error: unknown): boolean {
  return isAvaError(error) && error.code === 'not_signed_in';
}
