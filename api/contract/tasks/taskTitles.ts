import { findFreeTitle, makeCopyTitle } from '#contract/text/copyTitle.ts';

export const NEW_TASK_TITLE = 'New Task';
const DEFAULT_TITLE = /^New Task(?: \d{1,4})?$/;

/** Whether a task still has a default title, such as `New Task 2`. */
export function isDefaultTaskTitle(title: string): boolean {
  return title.trim() === '' || DEFAULT_TITLE.test(title);
}

/** A default title that none of a person's tasks has: `New Task`, `New Task 2`. */
export function makeNewTaskTitle(titles: readonly string[]): string {
  return findFreeTitle(titles, (number) => (number === 1 ? NEW_TASK_TITLE : `${NEW_TASK_TITLE} ${number}`));
}

/** The title of a task's copy: a new default title, or the same one, with a number if the person has a task with it. */
export function makeTaskCopyTitle(title: string, titles: readonly string[]): string {
  return isDefaultTaskTitle(title) ? makeNewTaskTitle(titles) : makeCopyTitle(title, titles);
}

/** Whether a title is already in the library, without regard to case and blanks at its ends. */
export function isTitleTaken(title: string, titles: readonly string[]): boolean {
  const name = normalizeTitle(title);
  return name !== '' && titles.some((other) => normalizeTitle(other) === name);
}

function normalizeTitle(title: string): string {
  return title.normalize('NFC').trim().toLowerCase();
}
