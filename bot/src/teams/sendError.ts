import { parseRetryAfter } from '#platform/retryAfter.ts';

/** Teams lets a bot stream a message for two minutes. */
const STREAM_LIMIT_MS = 120_000;

/** Why an activity could not be sent. */
type SendError =
  /** Try again later. `mayHaveArrived`: the connector possibly accepted it. */
  | { kind: 'busy'; retryAfterMs: number | null; mayHaveArrived: boolean }
  /** The person pressed Stop. */
  | { kind: 'stopped' }
  /** The two minutes of a stream are over. */
  | { kind: 'late' }
  /** The activity will never be accepted, for example because the bot was removed. */
  | { kind: 'refused' };

/** Statuses after which Teams wants the bot to send again. */
const BUSY_STATUSES = [408, 412, 429, 502, 503, 504];
/** After these statuses, the activity has certainly not arrived. */
const NOT_ARRIVED_STATUSES = [412, 429];

/** A 403 with one of these reasons is neither a stop nor a timeout. */
const OTHER_REASONS = /already completed|another message|should contain|size too large/i;

/** The fields that errors of botbuilder's libraries have in common. */
interface ConnectorError {
  statusCode?: number;
  code?: string;
  message?: string;
  response?: { headers?: { get(name: string): string | null | undefined }; bodyAsText?: string | null };
}

/**
 * Classifies the error of a failed send. Teams answers 403 both when the person pressed Stop and after two minutes. The
 * text of the error tells which; if it does not, the elapsed time does.
 * @param elapsedMs time since the reply started
 */
export function classifySendError(error: unknown, elapsedMs = 0): SendError {
  const { statusCode, message = '', response } = (error ?? {}) as ConnectorError;
  if (statusCode === undefined) return { kind: 'busy', retryAfterMs: null, mayHaveArrived: true };
  if (BUSY_STATUSES.includes(statusCode)) {
    const seconds = parseRetryAfter(response?.headers?.get('retry-after'));
    const retryAfterMs = seconds > 0 ? seconds * 1_000 : null;
    return { kind: 'busy', retryAfterMs, mayHaveArrived: !NOT_ARRIVED_STATUSES.includes(statusCode) };
  }
  if (statusCode !== 403) return { kind: 'refused' };
  const reason = `${message} ${response?.bodyAsText ?? ''}`;
  if (/exceeded streaming time/i.test(reason)) return { kind: 'late' };
  if (/cancell?ed by user/i.test(reason)) return { kind: 'stopped' };
  if (OTHER_REASONS.test(reason) || !/ContentStreamNotAllowed|content stream/i.test(reason)) return { kind: 'refused' };
  return { kind: elapsedMs >= STREAM_LIMIT_MS ? 'late' : 'stopped' };
}

/** Whether the conversation does not exist, or no longer exists, in the channel. */
export function isUnknownConversation(error: unknown): boolean {
  return ((error ?? {}) as ConnectorError).statusCode === 404;
}
