import { bracketMention, findMentionedGroups, isMentionOnly, parseLeadingMention } from './mention.rules.ts';

const groups = ['Finance', 'Finance Board', 'Travel-Desk'];

it.each([
  ['@Finance what is new?', '[Finance] what is new?'],
  ['@finance board minutes of May', '[Finance Board] minutes of May'],
  ['@[Finance] what is new?', '[Finance] what is new?'],
  ['[Finance] what is new?', '[Finance] what is new?'],
  ['  @Travel-Desk book a train', '[Travel-Desk] book a train'],
  ['@Finance @travel-desk [Finance Board] what is new?', '[Finance] [Travel-Desk] [Finance Board] what is new?'],
  ['@Finance, what is new?', '[Finance] , what is new?'],
  ['@Finance, @Travel-Desk what is new?', '[Finance] [Travel-Desk] what is new?'],
  ['@Finance; @travel-desk, and @Finance Board: new?', '[Finance] [Travel-Desk] [Finance Board] : new?'],
  ['[Finance], [Travel-Desk] what is new?', '[Finance] [Travel-Desk] what is new?'],
  ['@Finance und @Travel-Desk & @Finance Board', '[Finance] [Travel-Desk] [Finance Board]'],
  ['@Finance and @Nobody', '[Finance] and @Nobody'],
  ['@Finance and travel', '[Finance] and travel'],
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
  expect(isMentionOnly('[Finance] @Travel-Desk ', groups)).toBe(true);
  expect(isMentionOnly('@Finance, @Travel-Desk', groups)).toBe(true);
  expect(isMentionOnly('[Finance] @Travel-Desk trains', groups)).toBe(false);
});

it('finds all groups of a text, each once', () => {
  const text = '@finance [Travel-Desk] What does [FINANCE] say about [Finance Board] and [1]?';
  expect(findMentionedGroups(text, groups)).toEqual(['Finance', 'Travel-Desk', 'Finance Board']);
  expect(findMentionedGroups('@Finance, @Travel-Desk hello', groups)).toEqual(['Finance', 'Travel-Desk']);
  expect(findMentionedGroups('hello @Finance', groups)).toEqual([]);
});
