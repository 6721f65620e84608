import { commands, parseCommand } from './commands.ts';

it.each([
  ['help', 'help', ''],
  ['Help', 'help', ''],
  ['/help', 'help', ''],
  ['Hi!', 'hi', ''],
  ['New chat', 'new', ''],
  ['search', 'search', ''],
  ['Search Finance Board', 'search', 'Finance Board'],
  ['search Finance, People & Culture, Travel; Brand', 'search', 'Finance, People & Culture, Travel; Brand'],
  ['model gpt-4.1', 'model', 'gpt-4.1'],
  ['Sign out.', 'sign out', ''],
  ['Notify on.', 'notify', 'on'],
  ['notify', 'notify', ''],
  ['Tasks', 'tasks', ''],
  ['show my tasks', 'tasks', ''],
  ['Run', 'run', ''],
  ['run Weekly report', 'run', 'Weekly report'],
  ['Run “Plan the tea of next week for all teams”', 'run', '“Plan the tea of next week for all teams”'],
  ['my prompts', 'prompts', ''],
  ['Prompts weekly', 'prompts', 'weekly'],
  ['Continue', 'continue', ''],
  ['continue “Rent & heat”', 'continue', '“Rent & heat”'],
  ['Continue "Rent".', 'continue', '"Rent"'],
  ['continue c0000000-0000-4000-8000-000000000001', 'continue', 'c0000000-0000-4000-8000-000000000001'],
])('parses "%s" as the command %s', (text, name, argument) => {
  expect(parseCommand(text)).toMatchObject({ command: { name }, argument });
});

it.each([
  'How do I search Finance?',
  'Search for the person who signed the lease in March',
  'Search for the person who signed the lease in March, and for the bank',
  'model trains, are they worth it?',
  'Hi, how much is left of the budget?',
  'new budget',
  'Prompts for a newcomer, how do I write them?',
  'continue the story',
  'Run me through the rules for travel expenses?',
  'Can you run my tasks?',
  'continue “Rent” with a table',
  'notify the landlord',
  'continue c0000000-0000-4000-8000-000000000001 and add a table',
  'stop the presses and tell me the news',
])('treats "%s" as a question', (text) => {
  expect(parseCommand(text)).toBeNull();
});

it('gives every command its own names', () => {
  const names = commands.flatMap(({ name, aliases = [] }) => [name, ...aliases]);
  expect(new Set(names).size).toBe(names.length);
});
