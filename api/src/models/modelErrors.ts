import OpenAI from 'openai';
import { AvaError, type ErrorCode } from '#contract/errors.ts';
import { parseRetryAfter } from '#platform/retryAfter.ts';

/**
 * AVA waits at most this long without telling the person. For a longer wait, the call fails with a sentence that says
 * how long it is.
 */
export const LONGEST_SILENT_WAIT_S = 20;

/** A server names a request that is too large for its limits at the start of its message. */
const OPENING_LENGTH = 60;

interface ErrorFacts {
  /** HTTP status; in a stream the server's own code, if it is one. */
  status: number | undefined;
  /** The complete error message of the server. */
  text: string;
}

type Rule = [code: ErrorCode, applies: (facts: ErrorFacts) => boolean];

const CONTENT =
  /content_filter|content_policy|ContentPolicyViolation|ResponsibleAIPolicyViolation|content management policy|flagged (?:as|by|for)|moderation_blocked|data_?inspection_?failed|content exists risk/i;
/** How servers say that a prompt is longer than the model's window. */
const TOO_LONG =
  /context_length_exceeded|exceed_context_size|ContextWindowExceeded|maximum context length|maximum model length|max_model_len|context (?:length|window|size|limit)|prompt is too long|prompt too long|input is too long|too many (?:input )?tokens|too large for model|input token count|string_above_max_length|range of input length|prompt contains \d+ tokens/i;
const QUOTA =
  /insufficient_quota|billing_hard_limit|exceeded your current quota|credit balance|insufficient (?:balance|credits)|quota_exceeded|out of credits|budget has been exceeded/i;
const NO_MODEL =
  /model_not_found|DeploymentNotFound|API deployment|invalid[_ ]model|model not exist|unknown model|no such model|unsupported model|model [^.]{0,120}(?:does not exist|not found)|not a (?:valid )?model|NOT_FOUND_ERROR: model|not_found_error","message":"model:|no endpoints found for|model_decommissioned/i;
const KEY = /invalid_api_key|API_KEY_INVALID|API key not valid/i;
/** How servers say in words when to ask again: OpenAI, Azure behind LiteLLM, Google. */
const WAIT = /(?:(?:retry|try again) (?:in|after) |retryDelay": ?")(\d{1,6}(?:\.\d{1,9})?) ?(ms|s|m|h)/i;
const UNIT_SECONDS: Readonly<Record<string, number>> = { ms: 0.001, s: 1, m: 60, h: 3_600 };
const isRefusal = ({ status }: ErrorFacts) => status !== undefined && status >= 400 && status < 500;

/**
 * The first rule that applies decides. The order matters: Anthropic answers 400 for a lack of credit, OpenRouter 403
 * for content.
 */
const rules: readonly Rule[] = [
  ['content_rules', ({ status, text }) => status !== 429 && CONTENT.test(text)],
  // Google calls its limit per minute a quota, too. If the server says how long to wait, a later attempt can succeed.
  [
    'model_quota_used_up',
    ({ status, text }) => status === 402 || (QUOTA.test(text) && !(status === 429 && WAIT.test(text))),
  ],
  // The request has more tokens than the limit per minute, so that no wait makes it fit.
  [
    'too_large',
    ({ status, text }) =>
      status === 413 || (status === 429 && /\bRequest too large\b/i.test(text.slice(0, OPENING_LENGTH))),
  ],
  ['too_large', ({ status, text }) => status !== 429 && TOO_LONG.test(text)],
  ['too_many_requests', ({ status, text }) => status === 429 || status === 529 || /overloaded_error/.test(text)],
  ['model_key_refused', ({ status, text }) => status === 401 || status === 403 || KEY.test(text)],
  ['model_timeout', ({ status }) => status === 408 || status === 504 || status === 524],
  ['unknown_model', (facts) => isRefusal(facts) && NO_MODEL.test(facts.text)],
  ['model_refused', isRefusal],
];

/** Translates a failure of the model server; an aborted request keeps its cause. */
export function toModelError(cause: unknown, signal: AbortSignal): unknown {
  if (signal.aborted || cause instanceof AvaError) return cause;
  if (isTimeout(cause)) return new AvaError('model_timeout', { cause });
  if (!(cause instanceof OpenAI.APIError)) return new AvaError('model_unavailable', { cause });
  const facts = readFacts(cause);
  const code = rules.find(([, applies]) => applies(facts))?.[0] ?? 'model_unavailable';
  if (code !== 'too_many_requests') return new AvaError(code, { cause });
  const retryAfter = readWait(cause);
  if (retryAfter === null) return new AvaError(code, { cause });
  if (retryAfter <= LONGEST_SILENT_WAIT_S) return new AvaError(code, { cause, retryAfter });
  return new AvaError('model_busy', { cause, retryAfter, detail: describeWait(retryAfter) });
}

/** The complete error message of the server, with all its fields. */
export function getErrorText(error: InstanceType<typeof OpenAI.APIError>): string {
  return `${error.message} ${error.error === undefined ? '' : JSON.stringify(error.error)}`;
}

function readFacts(error: InstanceType<typeof OpenAI.APIError>): ErrorFacts {
  const code = String(error.code ?? '');
  const ownStatus = /^[45]\d\d$/.test(code) ? Number(code) : undefined;
  return { status: error.status ?? ownStatus, text: getErrorText(error) };
}

/**
 * Whether the model server sent nothing in time. `fetch` has its own time limit, which it names as the cause of its
 * error.
 */
function isTimeout(cause: unknown): boolean {
  if (cause instanceof OpenAI.APIConnectionTimeoutError) return true;
  for (let error = cause; error instanceof Error; error = error.cause) {
    if (error instanceof SilenceError) return true;
    if ('code' in error && /^UND_ERR_(?:HEADERS|BODY)_TIMEOUT$/.test(String(error.code))) return true;
  }
  return false;
}

/** The error for a model that sent nothing for too long. */
export class SilenceError extends Error {
  override readonly name = 'SilenceError';
}

/** Seconds until the server wants to be asked again, from its headers or its words; null if it does not say. */
export function readWait(error: InstanceType<typeof OpenAI.APIError>): number | null {
  const { headers } = error;
  const milliseconds = Number(headers?.get('retry-after-ms') ?? Number.NaN);
  if (milliseconds > 0) return milliseconds / 1_000;
  const seconds = parseRetryAfter(headers?.get('retry-after'));
  if (seconds > 0) return seconds;
  const [, value, unit = ''] = WAIT.exec(getErrorText(error)) ?? [];
  return value === undefined ? null : Number(value) * (UNIT_SECONDS[unit.toLowerCase()] ?? 1);
}

function describeWait(seconds: number): string {
  const wait = seconds < 90 ? `${Math.ceil(seconds)} seconds` : `${Math.ceil(seconds / 60)} minutes`;
  return `I'm getting too many requests right now. Please try again in ${wait}.`;
}
