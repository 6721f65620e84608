import { removeMentions } from './mention.ts';

it.each([
  ['[AVA Help] How do I start?', 'How do I start?'],
  [' [ava help]How do I start?', 'How do I start?'],
  ['[2026] What is new?', '[2026] What is new?'],
  ['What is in [AVA Help]?', 'What is in [AVA Help]?'],
  ['[AVA Help] ', '[AVA Help] '],
  ['[ava help] [Finance] What is new?', 'What is new?'],
  ['[Finance] [HR] What is new?', '[HR] What is new?'],
  ['[Finance], [AVA Help] What is new?', 'What is new?'],
  ['[Finance] und [ava help] and [Finance]: what is new?', ': what is new?'],
  ['[Finance] and what is new?', 'and what is new?'],
  ['and what is new in [Finance]?', 'and what is new in [Finance]?'],
])('removes the mention from %j, which leaves %j', (text, question) => {
  expect(removeMentions(text, ['Finance', 'AVA Help'])).toBe(question);
});
