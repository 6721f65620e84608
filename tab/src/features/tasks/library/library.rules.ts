import { isTitleTaken } from '#contract/tasks/taskTitles.ts';
import type { Organization } from '#contract/organization.ts';
import type { LibraryTask } from '#contract/tasks/taskLibrary.ts';

export type LibraryFilter = 'all' | 'mine';

/** The categories of tasks that the organization names. */
export const categoryNames = ['departments', 'roles', 'taskTypes'] as const;
export type CategoryName = (typeof categoryNames)[number];
export type Categories = Organization['taskCategories'];

/** The chosen value of each category; none if all are shown. */
export type ChosenCategories = Readonly<Partial<Record<CategoryName, string>>>;

/** The tags of an item without the first one, which is its owner's name. */
export const listTags = ({ TaskLibraryTags }: Pick<LibraryTask, 'TaskLibraryTags'>) => TaskLibraryTags.slice(1);

/** The items of a filter and of the chosen categories whose title, description, owner or tags contain the typed words. */
export function filterLibrary(
  items: readonly LibraryTask[],
  typed: string,
  filter: LibraryFilter,
  chosen: ChosenCategories = {},
): LibraryTask[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  const categories = Object.values(chosen).map((name) => name.toLowerCase());
  return items.filter((item) => {
    if (filter === 'mine' && !item.mine) return false;
    const tags = listTags(item).map((tag) => tag.toLowerCase());
    if (!categories.every((name) => tags.includes(name))) return false;
    const text = [item.TaskLibraryTitle, item.TaskLibraryDescription, ...item.TaskLibraryTags].join(' ').toLowerCase();
    return words.every((word) => text.includes(word));
  });
}

/** Why a task can't be saved in the library, or null. */
export type SaveRefusal = 'title' | 'description' | 'exists';

/** @param updating the item that is replaced; its own title is not a duplicate */
export function checkLibraryTask(
  { title, description }: { title: string; description: string },
  items: readonly LibraryTask[],
  updating: LibraryTask | null,
): SaveRefusal | null {
  const others = items.filter((item) => item.TaskLibraryId !== updating?.TaskLibraryId);
  const titles = others.map((item) => item.TaskLibraryTitle);
  if (isTitleTaken(title, titles)) return 'exists';
  if (title.trim() === '') return 'title';
  return description.trim() === '' ? 'description' : null;
}
