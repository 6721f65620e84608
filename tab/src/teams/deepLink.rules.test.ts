import { placeOf, subPageOf } from './deepLink.rules.ts';

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
