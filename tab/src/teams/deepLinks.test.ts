import { botChatLink, placeOf, subPageOf } from './deepLinks.ts';

const chatId = 'c0000000-0000-4000-8000-000000000001';
const messageId = 'd0000000-0000-4000-8000-000000000002';

it.each([
  [subPageOf(chatId), { chatId, messageId: null, citation: null }],
  [chatId, { chatId, messageId: null, citation: null }],
  [`${chatId}/${messageId}`, { chatId, messageId, citation: null }],
  [`chat/${chatId}/${messageId}`, { chatId, messageId, citation: null }],
  [`chat/${chatId}/${messageId}/3`, { chatId, messageId, citation: 3 }],
])('%s leads to a chat', (subPageId, place) => {
  expect(placeOf(subPageId)).toEqual(place);
});

it.each([
  '',
  'chat/',
  'budget-talk',
  `${chatId}/`,
  `${chatId}/../login`,
  `tasks/${chatId}`,
  `chat/${chatId}/${messageId}/x`,
  `chat/${chatId}/${messageId}/0`,
  `chat/${chatId}/${messageId}/3/4`,
])('"%s" leads nowhere', (subPageId) => {
  expect(placeOf(subPageId)).toBeNull();
});

it('the chat with the bot opens with the words that bring a chat along', () => {
  const link = new URL(botChatLink('33333333-3333-4333-8333-333333333333', chatId));
  expect(link.href.startsWith('https://teams.microsoft.com/l/chat/0/0?')).toBe(true);
  expect(link.searchParams.get('users')).toBe('28:33333333-3333-4333-8333-333333333333');
  expect(link.searchParams.get('message')).toBe(`continue ${chatId}`);
  expect(link.href).not.toContain('+');
});
