import { ABOUT_AVA, buildSystemPrompt, CONCISE } from './systemPrompt.ts';

const options = { concise: false, customInstructions: '', profile: null };

it.each([
  ['a contradiction', 'take the one modified last and say that they disagree'],
  ['a part of the answer', 'answer that part and say what is missing'],
  ['a calculation', 'Show each calculation and cite every figure in it'],
  ['a table', 'in the cell after the value'],
])('says what to do with %s', (_, rule) => {
  expect(ABOUT_AVA).toContain(rule);
});

it('adds the person’s profile and instructions after AVA’s own rules', () => {
  const profile = { name: 'Ada Moreau', title: 'Head of Finance', department: '' };
  const prompt = buildSystemPrompt({ ...options, concise: true, customInstructions: '  Answer in rhymes.\n', profile });
  expect(prompt.startsWith(ABOUT_AVA)).toBe(true);
  expect(prompt).toContain(CONCISE);
  expect(prompt).toContain('You are talking with Ada Moreau, Head of Finance.');
  expect(prompt.endsWith('What this person asks of you in every answer:\nAnswer in rhymes.')).toBe(true);
});

it('leaves out blank instructions', () => {
  expect(buildSystemPrompt({ ...options, customInstructions: ' \n ' })).toBe(ABOUT_AVA);
});
