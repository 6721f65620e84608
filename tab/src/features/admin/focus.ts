/** Focuses the first invalid field of the shown section, after opening the item that contains it. */
export function focusFirstProblem(content: HTMLElement | null): void {
  afterDrawing(() => {
    if (focusInvalid(content)) return;
    content?.querySelector<HTMLElement>('[data-incomplete] button')?.click();
    afterDrawing(() => focusInvalid(content));
  });
}

function focusInvalid(content: HTMLElement | null): boolean {
  const field = content?.querySelector<HTMLElement>('[aria-invalid=true], [data-problem]');
  field?.focus();
  return field !== null && field !== undefined;
}

/** Focuses an item of a list: its first field, or its header if it is not new. */
export function focusItem(list: HTMLElement | null, index: number, part: 'header' | 'field'): void {
  afterDrawing(() => {
    const item = list?.querySelectorAll('[data-item]')[index];
    item?.querySelector<HTMLElement>(part === 'header' ? 'button' : 'input, textarea')?.focus();
  });
}

/** Runs in the next frame, when the changes of a click have been drawn. */
function afterDrawing(work: () => void): void {
  requestAnimationFrame(work);
}
