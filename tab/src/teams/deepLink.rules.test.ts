import { placeOf, subPageOf } from './deepLink.rules.ts';

const chatId = 'c0000000-0000-4000-8000-000000000001';
const messageId = 'd0000000-0000-4000-8000-000000000002';

it.each([
  [subPageOf(chatId), { chatId, messageId: null }],
  [chatId, { chatId, messageId: null }],
  [`${chatId}/${messageId}`, { chatId, messageId }],
  [`chat/${chatId}/${messageId}`, { chatId, messageId }],
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
])('"%s" leads nowhere', (subPageId) => {
  expect(placeOf(subPageId)).toBeNull();
});
