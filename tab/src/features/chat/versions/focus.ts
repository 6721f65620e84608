import { focusPane } from '../../../shell/keyboard/paneFocus.ts';
import { layout } from '../../../shell/layout/layout.state.ts';

/**
 * Focuses the composer, as after a message: the control that was pressed disappears while the answer is written. Waits until a
 * menu that closes has given its focus back. On a phone this would open the keyboard.
 */
export function focusAfterSend(): void {
  if (layout.width !== 'phone') setTimeout(() => focusPane('conversation'));
}

/** Focuses the edit button of a question, which replaces its editor. */
export function focusEditButton(messageId: string): void {
  setTimeout(() => document.querySelector<HTMLElement>(`[data-edits="${CSS.escape(messageId)}"]`)?.focus());
}
