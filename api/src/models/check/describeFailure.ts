import type { AvaError, ErrorCode } from '#contract/errors.ts';
import { truncate } from '#contract/text/text.ts';
import { redact } from '#platform/log.ts';

const MAX_REASON_CHARACTERS = 300;

interface Explanation {
  detail: string;
  advice: string;
}

const unexpected: Explanation = {
  detail: 'The check failed.',
  advice: 'Look into the log of the API.',
};

/** What each failure of a model means for an administrator. */
const explanations: { [Code in ErrorCode]?: Explanation } = {
  model_key_refused: {
    detail: 'The server refuses the key.',
    advice: 'Check OPENAI_API_KEY or AZURE_OPENAI_API_KEY, and that the key belongs to this address.',
  },
  unknown_model: {
    detail: 'The server has no model or deployment with this name.',
    advice: 'Check "id" in MODELS_FILE. On Azure it is the name of the deployment, not of the model.',
  },
  model_quota_used_up: {
    detail: 'The quota or credit of this model is used up.',
    advice: 'Raise the quota or the budget at the provider.',
  },
  too_many_requests: {
    detail: 'The server throttles requests.',
    advice: 'Wait a minute and check again. If it stays so, raise the limit of requests or tokens a minute.',
  },
  model_busy: {
    detail: 'The server throttles requests for longer than 20 seconds.',
    advice: 'Raise the limit of requests or tokens a minute at the provider.',
  },
  too_large: {
    detail: 'A short question is too large for the model.',
    advice: 'Raise the context window of the server or the limit of tokens a minute.',
  },
  content_rules: {
    detail: 'The content filter refuses a question without harm.',
    advice: 'Make the content filter of this deployment less strict.',
  },
  model_timeout: {
    detail: 'The first token does not come in time.',
    advice: 'If the model thinks for long or is loaded first, set "first_token_seconds" in MODELS_FILE, at most 290.',
  },
  model_refused: {
    detail: 'The server does not accept the request.',
    advice:
      'Check the address: it ends with the version, such as /v1. If the server names a parameter, add it to "without_parameters".',
  },
  model_unavailable: {
    detail: "The server can't be reached, or fails.",
    advice: 'Check the address, and that the server runs. For a certificate of your own, set NODE_EXTRA_CA_CERTS.',
  },
};

/** Failures after which the other checks would fail for the same reason. */
const GENERAL: ReadonlySet<ErrorCode> = new Set([
  'model_key_refused',
  'unknown_model',
  'model_quota_used_up',
  'too_many_requests',
  'model_busy',
  'model_timeout',
  'model_unavailable',
]);

export const isGeneral = ({ code }: AvaError): boolean => GENERAL.has(code);

/** The failure in words for an administrator, with what the server said. */
export function describeFailure(error: AvaError): Explanation {
  const { detail, advice } = explanations[error.code] ?? unexpected;
  const reason = readReason(error.cause);
  return { detail: reason === '' ? detail : `${detail} The cause: ${reason}`, advice };
}

/** The server's words; for a lost connection, the innermost cause, such as `connect ECONNREFUSED`. */
function readReason(cause: unknown): string {
  let error = cause;
  while (error instanceof Error && error.cause instanceof Error) error = error.cause;
  if (!(error instanceof Error)) return '';
  // Node's error for a host with several addresses has a code and no message.
  const words = error.message === '' && 'code' in error ? String(error.code) : error.message;
  return truncate(redact(words.replace(/\s+/g, ' ').trim()), MAX_REASON_CHARACTERS);
}
