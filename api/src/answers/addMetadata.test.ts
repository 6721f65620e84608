import { addMetadata } from './addMetadata.ts';

const rest = { used_model: 'GPT', prompt_tokens: 500, answer_tokens: 40, first_token_ms: 90, total_ms: 700 };

it('a continued answer has the tokens and the time of both parts, and the search of the first', () => {
  const first = { ...rest, answer_tokens: 60, first_token_ms: 120, total_ms: 1_000, EMBEDDING_MODEL: 'e5' };
  expect(addMetadata(first, rest)).toEqual({
    used_model: 'GPT',
    EMBEDDING_MODEL: 'e5',
    prompt_tokens: 1_000,
    answer_tokens: 100,
    first_token_ms: 120,
    total_ms: 1_700,
  });
});

it('if a number is not known for a stopped part, it is not known for the whole answer', () => {
  const first = { ...rest, prompt_tokens: null, answer_tokens: null };
  expect(addMetadata(first, rest)).toMatchObject({ prompt_tokens: null, answer_tokens: null, total_ms: 1_400 });
});
