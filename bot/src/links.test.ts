import { parseSubPageId } from '../../tab/src/teams/deepLinks.ts';
import { createLinks } from './links.ts';

const app = '33333333-3333-4333-8333-333333333333';
const chatId = 'c0000000-0000-4000-8000-000000000001';
const messageId = 'd0000000-0000-4000-8000-000000000002';
const publicUrl = 'https://ava.northwind.example';

it.each<[[chat: string, message?: string, citation?: number], object]>([
  [[chatId], { chatId, messageId: null, citation: null }],
  [[chatId, messageId], { chatId, messageId, citation: null }],
  [[chatId, messageId, 3], { chatId, messageId, citation: 3 }],
])('%j leads in Teams, and without it, to where the tab reads it', (place, read) => {
  const inTeams = new URL(createLinks({ publicUrl, teamsAppId: app }).chat(...place));
  expect(inTeams.pathname).toBe(`/l/entity/${app}/home`);
  const { subEntityId } = JSON.parse(inTeams.searchParams.get('context') ?? '{}') as { subEntityId: string };
  expect(parseSubPageId(subEntityId)).toEqual(read);
  const webUrl = inTeams.searchParams.get('webUrl') ?? '';
  expect(createLinks({ publicUrl, teamsAppId: null }).chat(...place)).toBe(webUrl);
  expect(parseSubPageId(new URL(webUrl).searchParams.get('sub') ?? '')).toEqual(read);
});

it('leads into the tab itself', () => {
  expect(createLinks({ publicUrl, teamsAppId: null }).tab()).toBe(`${publicUrl}/`);
});
