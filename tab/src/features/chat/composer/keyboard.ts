import { matchesShortcut } from '#tab/shell/keyboard/shortcuts.ts';

/** The used fields of a DOM keyboard event. */
export interface KeyPress {
  key: string;
  shiftKey: boolean;
  altKey: boolean;
  ctrlKey: boolean;
  metaKey: boolean;
}

export interface KeySituation {
  /** An input method is active; its Enter selects a candidate and must not send. */
  isComposing: boolean;
  /** Keyboards on a screen have no Shift+Enter: there, Enter starts a line and the button sends. */
  hasKeyboard: boolean;
  isMentionListOpen: boolean;
  /** Prompt history is switched on in the settings. */
  isHistoryOn: boolean;
  isCaretOnFirstLine: boolean;
  isCaretOnLastLine: boolean;
  /** Position in the prompt history; -1 is the current draft. */
  historyIndex: number;
}

/** `type`: the editor handles the key. */
export type KeyAction = 'type' | 'send' | 'newline' | 'older' | 'newer' | 'listUp' | 'listDown' | 'pick' | 'closeList';

const listKeys: Partial<Record<string, KeyAction>> = {
  ArrowUp: 'listUp',
  ArrowDown: 'listDown',
  Enter: 'pick',
  Tab: 'pick',
  Escape: 'closeList',
};

/** The action of a key in the composer. Whether a message can be sent is decided by `canSend` in `sending.rules.ts`. */
export function getKeyAction(press: KeyPress, situation: KeySituation): KeyAction {
  if (situation.isComposing) return 'type';
  // Alt+Enter starts a line, too, as in other programs.
  if (matchesShortcut(press, 'newLine') || (press.altKey && matchesShortcut({ ...press, altKey: false }, 'send')))
    return 'newline';
  if (situation.isMentionListOpen) return hasNoModifier(press) ? (listKeys[press.key] ?? 'type') : 'type';
  if (matchesShortcut({ ...press, ctrlKey: false, metaKey: false }, 'send'))
    return situation.hasKeyboard || !hasNoModifier(press) ? 'send' : 'newline';
  if (!situation.isHistoryOn || !hasNoModifier(press)) return 'type';
  if (press.key === 'ArrowUp' && situation.isCaretOnFirstLine) return 'older';
  if (press.key === 'ArrowDown' && situation.isCaretOnLastLine && situation.historyIndex >= 0) return 'newer';
  return 'type';
}

function hasNoModifier(press: KeyPress): boolean {
  return !press.shiftKey && !press.altKey && !press.ctrlKey && !press.metaKey;
}
