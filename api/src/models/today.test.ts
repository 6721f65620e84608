import { addToday } from './today.ts';

const now = new Date('2026-11-27T23:59:00Z');
const facts = 'Today is Friday, November 27, 2026 (UTC). The person works for Northwind Studio.';
const user = { role: 'user' as const, content: 'What was last quarter?' };

it('the system message ends with the day and the organization', () => {
  const { messages } = addToday({ messages: [{ role: 'system', content: 'Be AVA' }, user] }, now, 'Northwind Studio');
  expect(messages).toEqual([{ role: 'system', content: `Be AVA\n\n${facts}` }, user]);
});

it('a prompt without a system message gets one', () => {
  expect(addToday({ messages: [user] }, now, 'Northwind Studio').messages).toEqual([
    { role: 'system', content: facts },
    user,
  ]);
});
