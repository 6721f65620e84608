import { focusPane } from '#tab/shell/keyboard/paneFocus.ts';
import { layout } from '#tab/shell/layout/layout.state.ts';

/**
 * Focuses the composer after a click on a control that disappears while the answer is written. Deferred, because a
 * closing menu still moves the focus. Does nothing on a phone, where it would open the keyboard.
 */
export function focusAfterSend(): void {
  if (layout.width !== 'phone') setTimeout(() => focusPane('conversation'));
}

/** Focuses the edit button of a question, which replaces its editor. */
export function focusEditButton(messageId: string): void {
  setTimeout(() => document.querySelector<HTMLElement>(`[data-edits="${CSS.escape(messageId)}"]`)?.focus());
}
