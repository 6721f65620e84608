import { bracketMention, isMentionOnly, parseLeadingMention } from './mention.rules.ts';

const groups = ['Finance', 'Finance Board', 'Travel-Desk'];

it.each([
  ['@Finance what is new?', '[Finance] what is new?'],
  ['@finance board minutes of May', '[Finance Board] minutes of May'],
  ['@[Finance] what is new?', '[Finance] what is new?'],
  ['[Finance] what is new?', '[Finance] what is new?'],
  ['  @Travel-Desk book a train', '[Travel-Desk] book a train'],
  ['@Finance, what is new?', '[Finance] , what is new?'],
  ['@Financial news', '@Financial news'],
  ['Ask @Finance', 'Ask @Finance'],
  ['[1] is a source', '[1] is a source'],
])('%s becomes %s', (typed, sent) => expect(bracketMention(typed, groups)).toBe(sent));

it.each(['@Nobody hello', '@ hello', '@', '@[Nobody] hello', '@Financials'])('%s mentions no existing group', (text) =>
  expect(parseLeadingMention(text, groups).name).toBe('invalid'),
);

it.each(['hello', 'mail ada@northwind.example', '', '[Nobody] hello'])('%s is not a mention', (text) =>
  expect(parseLeadingMention(text, groups).name).toBe('none'),
);

it('detects a text that is only a mention', () => {
  expect(isMentionOnly('@Finance  ', groups)).toBe(true);
  expect(isMentionOnly('[Finance Board]', groups)).toBe(true);
  expect(isMentionOnly('[Finance] hello', groups)).toBe(false);
});
