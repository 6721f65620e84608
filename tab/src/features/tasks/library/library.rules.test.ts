import type { LibraryTask } from '#contract/tasks/taskLibrary.ts';
import { checkLibraryTask, filterLibrary } from './library.rules.ts';

const item = (title: string, mine: boolean): LibraryTask => ({
  TaskLibraryId: title,
  TaskLibraryUser: { UserId: '', UserName: 'Ada Byron', UserEmail: '' },
  TaskLibraryTitle: title,
  TaskLibraryDescription: 'Compares offers',
  TaskLibraryType: 'standard',
  TaskLibrarySteps: [],
  TaskLibraryTeamId: null,
  TaskLibraryTags: ['Ada Byron'],
  LastUpdated: 0,
  mine,
  can: { edit: mine, delete: mine },
});
const items = [item('Board report', true), item('Offers', false)];
const titles = (found: LibraryTask[]) => found.map(({ TaskLibraryTitle }) => TaskLibraryTitle);

it('finds items by all words, in title, description and owner', () => {
  expect(titles(filterLibrary(items, '', 'all'))).toEqual(['Board report', 'Offers']);
  expect(titles(filterLibrary(items, 'BOARD ada', 'all'))).toEqual(['Board report']);
  expect(titles(filterLibrary(items, 'compares', 'mine'))).toEqual(['Board report']);
  expect(filterLibrary(items, 'budget', 'all')).toEqual([]);
});

it('refuses an empty title or description, and a title that exists', () => {
  expect(checkLibraryTask({ title: ' ', description: 'x' }, items, null)).toBe('title');
  expect(checkLibraryTask({ title: 'New', description: ' ' }, items, null)).toBe('description');
  expect(checkLibraryTask({ title: 'board REPORT ', description: 'x' }, items, null)).toBe('exists');
  expect(checkLibraryTask({ title: 'Board report', description: 'x' }, items, items[0]!)).toBeNull();
  expect(checkLibraryTask({ title: 'Offers', description: 'x' }, items, items[0]!)).toBe('exists');
});
