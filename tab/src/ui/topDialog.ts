/** Finds the open dialog that is above all others. Dialogs are rendered at the end of the page, so the last one is. */
export function findTopDialog(): Element | undefined {
  return [...document.querySelectorAll('[role=dialog], [role=alertdialog]')].at(-1);
}
