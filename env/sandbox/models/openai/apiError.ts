type Details = {
  status: number;
  message: string;
  type?: string;
  param?: string | null;
  code?: string | null;
  headers?: Record<string, string>;
};

/** An error reply in OpenAI's format: an HTTP status and `{ error: { message, type, param, code } }`. */
export class ApiError extends Error {
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly body: { error: { message: string; type: string; param: string | null; code: string | null } };

  constructor({ status, message, type = 'invalid_request_error', param = null, code = null, headers = {} }: Details) {
    super(message);
    this.name = 'ApiError';
    this.status = status;
    this.headers = headers;
    this.body = { error: { message, type, param, code } };
  }
}

/** The 400 for an invalid request; `param` names the invalid parameter, if there is one. */
export function badRequest(message: string, param: string | null = null, code: string | null = null): ApiError {
  return new ApiError({ status: 400, message, param, code });
}

/** The 404 for a model that this server does not offer. */
export function unknownModel(model: string): ApiError {
  const message = `The model \`${model}\` does not exist or you do not have access to it.`;
  return new ApiError({ status: 404, message, code: 'model_not_found' });
}

/** The 401 for a request without a key. */
export function missingKey(): ApiError {
  const message =
    "You didn't provide an API key. You need to provide your API key in an Authorization header using Bearer auth " +
    '(i.e. Authorization: Bearer YOUR_KEY).';
  return new ApiError({ status: 401, message });
}

/** The 401 for an invalid key. */
export function invalidKey(): ApiError {
  return new ApiError({ status: 401, message: 'Incorrect API key provided.', code: 'invalid_api_key' });
}

/** The 429 with a Retry-After in whole seconds. */
export function rateLimited(retryAfter: number): ApiError {
  return new ApiError({
    status: 429,
    message: `Rate limit reached for requests. Please try again in ${retryAfter}s.`,
    type: 'requests',
    code: 'rate_limit_exceeded',
    headers: { 'retry-after': String(retryAfter) },
  });
}

export const SERVER_ERROR_MESSAGE =
  'The server had an error while processing your request. Sorry about that! Please try again.';

/** The error of a failing model service. */
export function serverError(status = 500): ApiError {
  return new ApiError({ status, message: SERVER_ERROR_MESSAGE, type: 'server_error' });
}
