import { removeMention } from './mention.ts';

it.each([
  ['[AVA Help] How do I start?', 'How do I start?'],
  [' [ava help]How do I start?', 'How do I start?'],
  ['[2026] What is new?', '[2026] What is new?'],
  ['What is in [AVA Help]?', 'What is in [AVA Help]?'],
  ['[AVA Help] ', '[AVA Help] '],
])('%j asks %j', (text, question) => {
  expect(removeMention(text, 'AVA Help')).toBe(question);
});
