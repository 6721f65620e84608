import { SYSTEM_PROMPT_TOKENS, SYSTEM_PROMPT_TOKENS_WITH_FUNCTIONS } from '../../contract/tokens.ts';
import { countTokens } from '../tokens/countTokens.ts';
import { basePrompt, CONCISE, systemPrompt } from './systemPrompt.ts';

const bare = { functionCalling: false, concise: false, customInstructions: '', profile: null };

it('is as large as the memory formula says, without and with functions', async () => {
  expect(await countTokens(basePrompt(false))).toBe(SYSTEM_PROMPT_TOKENS);
  expect(await countTokens(basePrompt(true))).toBe(SYSTEM_PROMPT_TOKENS_WITH_FUNCTIONS);
});

it('speaks of functions only where there are some', () => {
  expect(systemPrompt(bare)).toBe(basePrompt(false));
  expect(systemPrompt({ ...bare, functionCalling: true })).toBe(basePrompt(true));
  expect(basePrompt(false)).not.toContain('function');
});

it('says what this person wants, after AVA’s own rules', () => {
  const profile = { name: 'Ada Moreau', title: 'Head of Finance', department: '' };
  const prompt = systemPrompt({ ...bare, concise: true, customInstructions: '  Answer in rhymes.\n', profile });
  expect(prompt.startsWith(basePrompt(false))).toBe(true);
  expect(prompt).toContain(CONCISE);
  expect(prompt).toContain('You are talking with Ada Moreau, Head of Finance.');
  expect(prompt.endsWith('What this person asks of you in every answer:\nAnswer in rhymes.')).toBe(true);
});

it('leaves out instructions that say nothing', () => {
  expect(systemPrompt({ ...bare, customInstructions: ' \n ' })).toBe(basePrompt(false));
});
