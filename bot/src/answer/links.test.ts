import { parseSubPageId, parseTaskLink } from '../../../tab/src/teams/deepLinks.ts';
import { createLinks } from './links.ts';

const teamsAppId = '33333333-3333-4333-8333-333333333333';
const chatId = 'c0000000-0000-4000-8000-000000000001';
const messageId = 'd0000000-0000-4000-8000-000000000002';
const publicUrl = 'https://ava.northwind.example';

it.each<[[chat: string, message?: string, citation?: number], object]>([
  [[chatId], { chatId, messageId: null, citation: null }],
  [[chatId, messageId], { chatId, messageId, citation: null }],
  [[chatId, messageId, 3], { chatId, messageId, citation: 3 }],
])('links %j so that the tab can read it, in Teams and in a browser', (target, subPage) => {
  const inTeams = new URL(createLinks({ publicUrl, teamsAppId }).chat(...target));
  expect(inTeams.pathname).toBe(`/l/entity/${teamsAppId}/home`);
  const { subEntityId } = JSON.parse(inTeams.searchParams.get('context') ?? '{}') as { subEntityId: string };
  expect(parseSubPageId(subEntityId)).toEqual(subPage);
  const webUrl = inTeams.searchParams.get('webUrl') ?? '';
  expect(createLinks({ publicUrl, teamsAppId: null }).chat(...target)).toBe(webUrl);
  expect(parseSubPageId(new URL(webUrl).searchParams.get('sub') ?? '')).toEqual(subPage);
});

it('links to the tab', () => {
  expect(createLinks({ publicUrl, teamsAppId: null }).tab()).toBe(`${publicUrl}/`);
});

it('links to a task so that the tab can read it, and to Tasks', () => {
  const links = createLinks({ publicUrl, teamsAppId: null });
  const readSubPage = (link: string) => parseTaskLink(new URL(link).searchParams.get('sub') ?? '');
  expect(readSubPage(links.task(chatId))).toEqual({ taskId: chatId });
  expect(readSubPage(links.task())).toEqual({ taskId: null });
});
