import { AvaError, ErrorBody, errors, isAvaError, type ErrorCode } from './errors.ts';

const codes = Object.keys(errors) as ErrorCode[];

it.each(codes)('%s has an error status and a complete sentence', (code) => {
  const { status, detail } = errors[code];
  expect(status).toBeGreaterThanOrEqual(400);
  expect(status).toBeLessThan(600);
  expect(detail).toMatch(/^[A-Z].*[a-z].*[a-z.]$/);
});

/** @shows I couldn't verify your session. Please log in again. */
/** @shows I couldn't process your message because it's too large. Please try with smaller content. */
/** @shows I'm getting too many requests right now. Please wait a moment before trying again. */
/** @shows I'm having trouble connecting to my services. Please try again in a few minutes. */
/** @shows The selected model does not support images. Please remove any images or select a different model. */
/** @shows I couldn't process your mention. Please make sure you're using a valid mention from the dropdown list. */
/** @shows Uh oh! The content of your file(s) is too large to send. Please try a smaller file. */
it('errors use the sentences of the specification', () => {
  expect(errors.not_signed_in).toEqual({ status: 401, detail: "I couldn't verify your session. Please log in again." });
  expect(errors.too_large).toEqual({
    status: 413,
    detail: "I couldn't process your message because it's too large. Please try with smaller content.",
  });
  expect(errors.too_many_requests).toEqual({
    status: 429,
    detail: "I'm getting too many requests right now. Please wait a moment before trying again.",
  });
  expect(errors.unexpected).toEqual({
    status: 500,
    detail: "I'm having trouble connecting to my services. Please try again in a few minutes.",
  });
  expect(errors.file_context_too_large.detail).toBe(
    'Uh oh! The content of your file(s) is too large to send. Please try a smaller file.',
  );
  expect(errors.invalid_mention.detail).toBe(
    "I couldn't process your mention. Please make sure you're using a valid mention from the dropdown list.",
  );
  expect(errors.images_not_supported.detail).toBe(
    'The selected model does not support images. Please remove any images or select a different model.',
  );
});

it('an AvaError has a code, a sentence and its cause', () => {
  const cause = new Error('ECONNRESET');
  const error = new AvaError('graph_unavailable', { cause, retryAfter: 3 });
  expect(error).toMatchObject({ name: 'AvaError', code: 'graph_unavailable', status: 502, retryAfter: 3, cause });
  expect(error.detail).toBe(errors.graph_unavailable.detail);
  expect(isAvaError(error)).toBe(true);
  expect(isAvaError(cause)).toBe(false);
  expect(new AvaError('bad_request', { detail: 'text is missing' })).toMatchObject({
    detail: 'text is missing',
    retryAfter: null,
  });
  expect('cause' in new AvaError('bad_request')).toBe(false);
});

it('an error is sent as a code and a sentence', () => {
  for (const code of codes)
    expect(ErrorBody.parse({ code, detail: errors[code].detail })).toEqual({ code, detail: errors[code].detail });
  expect(ErrorBody.safeParse({ code: 'no such code', detail: '' }).success).toBe(false);
});
