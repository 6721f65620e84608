import { parseSubPageId, parseTaskLink } from '#tab/teams/deepLinks.ts';
import { createLinks, type Links } from './links.ts';

const teamsAppId = '33333333-3333-4333-8333-333333333333';
const chatId = 'c0000000-0000-4000-8000-000000000001';
const messageId = 'd0000000-0000-4000-8000-000000000002';
const publicUrl = 'https://ava.northwind.example';

it.each<[name: string, link: (links: Links) => string, subPage: object]>([
  ['a chat', (links) => links.chat(chatId), { chatId, messageId: null, citation: null, isExport: false }],
  ['an answer', (links) => links.chat(chatId, messageId), { chatId, messageId, citation: null, isExport: false }],
  ['a citation', (links) => links.chat(chatId, messageId, 3), { chatId, messageId, citation: 3, isExport: false }],
  ['an export', (links) => links.exportMenu(chatId, messageId), { chatId, messageId, citation: null, isExport: true }],
])('links %s so that the tab can read it, in Teams and in a browser', (_, link, subPage) => {
  const inTeams = new URL(link(createLinks({ publicUrl, teamsAppId })));
  expect(inTeams.pathname).toBe(`/l/entity/${teamsAppId}/home`);
  const { subEntityId } = JSON.parse(inTeams.searchParams.get('context') ?? '{}') as { subEntityId: string };
  expect(parseSubPageId(subEntityId)).toEqual(subPage);
  const webUrl = inTeams.searchParams.get('webUrl') ?? '';
  expect(link(createLinks({ publicUrl, teamsAppId: null }))).toBe(webUrl);
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
