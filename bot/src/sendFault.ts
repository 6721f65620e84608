/** Teams shows a text while it is written for two minutes. */
export const STREAM_LIMIT_MS = 120_000;

/** Why something could not be sent. */
export type SendFault =
  /** Come again later. `mayHaveArrived`: the connector does not know whether it took it. */
  | { kind: 'busy'; retryAfterMs: number | null; mayHaveArrived: boolean }
  /** The person pressed Stop. */
  | { kind: 'stopped' }
  /** The two minutes of a stream are over. */
  | { kind: 'late' }
  /** It will never be taken: the bot was removed, the conversation is gone. */
  | { kind: 'refused' };

/** Statuses with which Teams asks to try again. */
const BUSY = [408, 412, 429, 502, 503, 504];
/** Of these it is certain that nothing was taken. */
const NOT_TAKEN = [412, 429];

/** Reasons of a 403 that are neither the person's nor the time's. */
const OTHER_REASONS = /already completed|another message|should contain|size too large/i;

/** What the connector's error looks like, whichever of botbuilder's libraries it comes from. */
interface ConnectorError {
  statusCode?: number;
  code?: string;
  message?: string;
  response?: { headers?: { get(name: string): string | null | undefined }; bodyAsText?: string | null };
}

/**
 * Reads what a failed send means. Teams answers 403 when the person pressed Stop and after two minutes; its words tell
 * which, and where they do not, the time does.
 * @param elapsedMs how long the stream has been shown
 */
export function faultOf(error: unknown, elapsedMs = 0): SendFault {
  const { statusCode, message = '', response } = (error ?? {}) as ConnectorError;
  if (statusCode === undefined) return { kind: 'busy', retryAfterMs: null, mayHaveArrived: true };
  if (BUSY.includes(statusCode)) {
    const seconds = Number(response?.headers?.get('retry-after') ?? Number.NaN);
    const retryAfterMs = Number.isFinite(seconds) ? seconds * 1_000 : null;
    return { kind: 'busy', retryAfterMs, mayHaveArrived: !NOT_TAKEN.includes(statusCode) };
  }
  if (statusCode !== 403) return { kind: 'refused' };
  const words = `${message} ${response?.bodyAsText ?? ''}`;
  if (/exceeded streaming time/i.test(words)) return { kind: 'late' };
  if (/cancell?ed by user/i.test(words)) return { kind: 'stopped' };
  if (OTHER_REASONS.test(words) || !/ContentStreamNotAllowed|content stream/i.test(words)) return { kind: 'refused' };
  return { kind: elapsedMs >= STREAM_LIMIT_MS ? 'late' : 'stopped' };
}
