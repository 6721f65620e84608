import { createBotChatLink, parseSubPageId, parseTaskLink, toSubPageId } from './deepLinks.ts';

const chatId = 'c0000000-0000-4000-8000-000000000001';
const messageId = 'd0000000-0000-4000-8000-000000000002';

it.each([
  [toSubPageId(chatId), { chatId, messageId: null, citation: null, isExport: false }],
  [chatId, { chatId, messageId: null, citation: null, isExport: false }],
  [`${chatId}/${messageId}`, { chatId, messageId, citation: null, isExport: false }],
  [`chat/${chatId}/${messageId}`, { chatId, messageId, citation: null, isExport: false }],
  [`chat/${chatId}/${messageId}/3`, { chatId, messageId, citation: 3, isExport: false }],
  [`chat/${chatId}/${messageId}/export`, { chatId, messageId, citation: null, isExport: true }],
])('parses %s', (subPageId, target) => {
  expect(parseSubPageId(subPageId)).toEqual(target);
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
  `chat/${chatId}/export`,
  `chat/${chatId}/${messageId}/export/3`,
  `chat/${chatId}/${messageId}/exports`,
])('rejects "%s"', (subPageId) => {
  expect(parseSubPageId(subPageId)).toBeNull();
});

it.each([
  ['task', { taskId: null }],
  [`task/${chatId}`, { taskId: chatId }],
  ['task/', null],
  [`task/${chatId}/3`, null],
  [`tasks/${chatId}`, null],
  [toSubPageId(chatId), null],
])('reads %s as the link to a task %j', (subPageId, link) => {
  expect(parseTaskLink(subPageId)).toEqual(link);
});

it('creates a link to the chat with the bot, with a command that continues the chat', () => {
  const link = new URL(createBotChatLink('33333333-3333-4333-8333-333333333333', 'Rent & heat + light'));
  expect(link.href.startsWith('https://teams.microsoft.com/l/chat/0/0?')).toBe(true);
  expect(link.searchParams.get('users')).toBe('28:33333333-3333-4333-8333-333333333333');
  expect(link.searchParams.get('message')).toBe('continue “Rent & heat + light”');
  expect(link.href).not.toContain('+');
});

/** @proves threat:prepared-question */
it('whatever the title of a chat is, the link to the bot only fills the message box', () => {
  const titles = ['a\nb', 'x”&send=true&autosubmit=1', 'x&users=28:evil#send', '%26send%3Dtrue'];
  for (const title of titles) {
    const link = new URL(createBotChatLink('33333333-3333-4333-8333-333333333333', title));
    expect([...link.searchParams.keys()]).toEqual(['users', 'message']);
    expect([link.hash, link.searchParams.get('message')]).toEqual(['', `continue “${title}”`]);
  }
});
