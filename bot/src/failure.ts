import { isAvaError } from '../../api/contract/errors.ts';
import { texts } from './texts.ts';

/** The sentence a person reads of a failed call. */
export function sentenceOf(error: unknown): string {
  if (!isAvaError(error)) return texts.unexpected;
  return error.code === 'switched_off' ? texts.switchedOff : error.detail;
}

export function isSignedOut(error: unknown): boolean {
  return isAvaError(error) && error.code === 'not_signed_in';
}
