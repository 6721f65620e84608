import { errors, isAvaError, type AvaError } from '#contract/errors.ts';
import { chatTexts } from '#tab/features/chat/chat.texts.ts';

/** The steps of sending that can fail; each has its own sentence. */
export type SendStep = keyof typeof chatTexts.steps;

/** Codes whose detail can contain technical text; the sentence of the code is shown instead. */
const generalCodes: readonly AvaError['code'][] = [
  'not_signed_in',
  'too_large',
  'too_many_requests',
  'unexpected',
  'model_unavailable',
  'store_unavailable',
];

/** The text of a failed answer: the apology, the failed step and the reason, if known. */
export function toApology(step: SendStep, cause: unknown): string {
  return [chatTexts.apology, chatTexts.steps[step], getReason(cause)].filter((part) => part !== '').join(' ');
}

function getReason(cause: unknown): string {
  if (!isAvaError(cause)) return '';
  return generalCodes.includes(cause.code) ? errors[cause.code].detail : cause.detail;
}

export function isSessionError(cause: unknown): boolean {
  return isAvaError(cause) && cause.code === 'not_signed_in';
}

/** Whether the server or the network is at fault, not the request. */
export function isServerFault(cause: unknown): boolean {
  return isAvaError(cause) && cause.status >= 500;
}
