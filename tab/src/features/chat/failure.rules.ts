import { isAvaError, type AvaError } from '../../../../api/contract/errors.ts';
import { chatTexts } from './chat.texts.ts';

/** The steps of sending that can fail, each with its sentence (specification, section 8). */
export type SendStep = keyof typeof chatTexts.steps;

/** Codes whose own sentence says no more than the reason by status does. */
const generalCodes: readonly AvaError['code'][] = [
  'not_signed_in',
  'too_large',
  'too_many_requests',
  'unexpected',
  'model_unavailable',
  'store_unavailable',
];

/** What an answer says when a step of sending failed: the apology, the step, and the reason where one is known. */
export function apology(step: SendStep, cause: unknown): string {
  return [chatTexts.apology, chatTexts.steps[step], reasonOf(cause)].filter((part) => part !== '').join(' ');
}

/** The reason by status; a more exact sentence of the server goes before it. */
export function reasonOf(cause: unknown): string {
  if (!isAvaError(cause)) return '';
  return generalCodes.includes(cause.code) ? reasonByStatus(cause.status) : cause.detail;
}

export function reasonByStatus(status: number): string {
  const { reasons } = chatTexts;
  if (status === 401 || status === 413 || status === 429) return reasons[status];
  return status >= 500 ? reasons[500] : '';
}

export function isSessionError(cause: unknown): boolean {
  return isAvaError(cause) && cause.code === 'not_signed_in';
}

/** Whether the server, or the way to it, is at fault and not what was asked of it. */
export function isServerFault(cause: unknown): boolean {
  return isAvaError(cause) && cause.status >= 500;
}
