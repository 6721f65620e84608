import { AvaError, type ErrorCode } from '#contract/errors.ts';
import { toApology, type SendStep } from './failure.rules.ts';

const steps: [SendStep, string][] = [
  ['append', 'I had trouble appending your message.'],
  ['create', 'I had trouble creating a new chat in the database.'],
  ['sendWithFiles', 'I had trouble sending your chat message with files.'],
  ['send', 'I had trouble sending your message.'],
  ['sendChat', 'I had trouble sending your chat message.'],
  ['title', 'I had trouble generating a chat title.'],
  ['moveUp', 'I had trouble moving the chat up in the session history.'],
];

const reasons: [ErrorCode, string][] = [
  ['not_signed_in', "I couldn't verify your session. Please log in again."],
  ['too_large', "I couldn't process your message because it's too large. Please try with smaller content."],
  ['too_many_requests', "I'm getting too many requests right now. Please wait a moment before trying again."],
  ['unexpected', "I'm having trouble connecting to my services. Please try again in a few minutes."],
  ['store_unavailable', "I'm having trouble connecting to my services. Please try again in a few minutes."],
];

const table = steps.flatMap(([step, words]) => reasons.map(([code, reason]) => ({ step, words, code, reason })));

/** @shows Sorry, I encountered an error processing your request. */
/** @shows I had trouble appending your message. */
/** @shows I had trouble creating a new chat in the database. */
/** @shows I had trouble sending your chat message with files. */
/** @shows I had trouble sending your message. */
/** @shows I had trouble sending your chat message. */
/** @shows I had trouble generating a chat title. */
/** @shows I had trouble moving the chat up in the session history. */
it.each(table)('names the failed step $step and the reason of $code', ({ step, words, code, reason }) => {
  const cause = new AvaError(code, { detail: 'a detail of the server' });
  expect(toApology(step, cause)).toBe(`Sorry, I encountered an error processing your request. ${words} ${reason}`);
});

it('keeps a more specific detail of the server', () => {
  expect(toApology('sendWithFiles', new AvaError('file_context_too_large'))).toBe(
    'Sorry, I encountered an error processing your request. I had trouble sending your chat message with files. ' +
      'Uh oh! The content of your file(s) is too large to send. Please try a smaller file.',
  );
});

it('gives no reason for an unknown error', () => {
  expect(toApology('sendChat', new TypeError('x is undefined'))).toBe(
    'Sorry, I encountered an error processing your request. I had trouble sending your chat message.',
  );
});

it.each<ErrorCode>(['content_rules', 'model_key_refused', 'model_quota_used_up', 'model_timeout', 'no_answer'])(
  'tells Ada what she can do about %s, and does not speak of trouble connecting',
  (code) => {
    const apology = toApology('sendChat', new AvaError(code));
    expect(apology.endsWith(new AvaError(code).detail)).toBe(true);
    expect(apology).not.toContain('trouble connecting');
  },
);

it('shows a long wait with its time', () => {
  const detail = "I'm getting too many requests right now. Please try again in 45 seconds.";
  expect(toApology('sendChat', new AvaError('model_busy', { detail })).endsWith(detail)).toBe(true);
});
