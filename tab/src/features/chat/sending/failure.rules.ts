import { isAvaError, type AvaError } from '../../../../../api/contract/errors.ts';
import { chatTexts } from '../chat.texts.ts';

/** The steps of sending that can fail; each has its own sentence. */
export type SendStep = keyof typeof chatTexts.steps;

/** Codes whose detail is no more specific than the reason for their status. */
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

/** The reason for the error's status; a more specific detail of the server takes precedence. */
function getReason(cause: unknown): string {
  if (!isAvaError(cause)) return '';
  return generalCodes.includes(cause.code) ? getReasonByStatus(cause.status) : cause.detail;
}

function getReasonByStatus(status: number): string {
  const { reasons } = chatTexts;
  if (status === 401 || status === 413 || status === 429) return reasons[status];
  return status >= 500 ? reasons[500] : '';
}

export function isSessionError(cause: unknown): boolean {
  return isAvaError(cause) && cause.code === 'not_signed_in';
}

/** Whether the server or the network is at fault, not the request. */
export function isServerFault(cause: unknown): boolean {
  return isAvaError(cause) && cause.status >= 500;
}
