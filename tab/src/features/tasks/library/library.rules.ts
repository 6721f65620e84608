import { isTitleTaken } from '#contract/tasks/taskTitles.ts';
import type { LibraryTask } from '#contract/tasks/taskLibrary.ts';

export type LibraryFilter = 'all' | 'mine';

/** The items of a filter whose title, description or owner contains the typed words. */
export function filterLibrary(items: readonly LibraryTask[], typed: string, filter: LibraryFilter): LibraryTask[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  return items.filter((item) => {
    if (filter === 'mine' && !item.mine) return false;
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
