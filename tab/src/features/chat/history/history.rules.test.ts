import { sampleMetadata } from '#tab/testing/samples.ts';
import { sortByLastUpdated, filterChats, groupChats, toHistoryItems, normalizeTitle } from './history.rules.ts';

const makeChatAt = (day: string, Title = day) =>
  sampleMetadata({ Title, LastUpdated: new Date(`${day}:00`).toISOString() });
const now = new Date('2025-11-20T15:00:00');

it('groups by calendar day in the time zone of the person, then by month', () => {
  const chats = [
    makeChatAt('2025-11-20T00:05'),
    makeChatAt('2025-11-19T23:55'),
    makeChatAt('2025-11-18T12:00'),
    makeChatAt('2025-11-13T00:05'),
    makeChatAt('2025-11-12T23:55'),
    makeChatAt('2025-10-31T12:00'),
    makeChatAt('2024-10-31T12:00'),
  ];
  expect(groupChats(chats, now).map((group) => [group.label, group.chats.length])).toEqual([
    ['Today', 1],
    ['Yesterday', 1],
    ['Previous 7 days', 2],
    ['November 2025', 1],
    ['October 2025', 1],
    ['October 2024', 1],
  ]);
});

it('counts a chat with a future time as today', () => {
  expect(groupChats([makeChatAt('2025-11-21T10:00')], now)[0]?.label).toBe('Today');
});

it('sorts by update time, chats without a valid time last', () => {
  const broken = sampleMetadata({ Title: 'broken', LastUpdated: 'soon' });
  const sorted = sortByLastUpdated([broken, makeChatAt('2025-11-01T10:00'), makeChatAt('2025-11-20T10:00')]);
  expect(sorted.map((chat) => chat.Title)).toEqual(['2025-11-20T10:00', '2025-11-01T10:00', 'broken']);
});

it('finds a title by all words, ignoring case', () => {
  const chats = [
    makeChatAt('2025-11-20T10:00', 'Travel costs in May'),
    makeChatAt('2025-11-20T10:00', 'Travel to Oslo'),
  ];
  expect(filterChats(chats, ' MAY travel ').map((chat) => chat.Title)).toEqual(['Travel costs in May']);
  expect(filterChats(chats, '')).toHaveLength(2);
});

it('converts groups to rows', () => {
  const rows = toHistoryItems(groupChats([makeChatAt('2025-11-20T10:00'), makeChatAt('2025-11-19T10:00')], now));
  expect(rows.map((row) => row.name)).toEqual(['heading', 'chat', 'heading', 'chat']);
});

it('saves a title that is new and not empty', () => {
  expect(normalizeTitle('  Oslo ', 'Travel')).toBe('Oslo');
  expect(normalizeTitle('Travel', 'Travel')).toBeNull();
  expect(normalizeTitle('   ', 'Travel')).toBeNull();
  expect(normalizeTitle('x'.repeat(300), 'Travel')).toHaveLength(200);
});
