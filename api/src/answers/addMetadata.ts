import type { AnswerMetadata } from '#contract/chats/chat.ts';

/**
 * How a continued answer was made: the tokens and the time of both parts, if both are known, and when the first
 * part began to show text.
 */
export function addMetadata(first: Partial<AnswerMetadata>, rest: Partial<AnswerMetadata>): Partial<AnswerMetadata> {
  const add = (name: 'prompt_tokens' | 'answer_tokens' | 'total_ms') => {
    const [before, after] = [first[name] ?? null, rest[name] ?? null];
    return before === null || after === null ? null : before + after;
  };
  return {
    ...first,
    ...rest,
    prompt_tokens: add('prompt_tokens'),
    answer_tokens: add('answer_tokens'),
    total_ms: add('total_ms'),
    first_token_ms: first.first_token_ms ?? null,
  };
}
