/** What a key press looks like to the rules; the fields of a DOM keyboard event that matter. */
export interface KeyPress {
  key: string;
  shiftKey: boolean;
  altKey: boolean;
  ctrlKey: boolean;
  metaKey: boolean;
}

export interface KeySituation {
  /** An input method is putting characters together; its Enter chooses a candidate and sends nothing. */
  composing: boolean;
  mentionListOpen: boolean;
  /** The person has switched prompt history on. */
  historyOn: boolean;
  caretOnFirstLine: boolean;
  caretOnLastLine: boolean;
  /** Position in the history; -1 is the current draft. */
  historyIndex: number;
}

/** `type` leaves the key to the editor. */
export type KeyAction = 'type' | 'send' | 'newline' | 'older' | 'newer' | 'listUp' | 'listDown' | 'pick' | 'closeList';

const listKeys: Partial<Record<string, KeyAction>> = {
  ArrowUp: 'listUp',
  ArrowDown: 'listDown',
  Enter: 'pick',
  Tab: 'pick',
  Escape: 'closeList',
};

/** What a key does in the composer. */
export function keyAction(press: KeyPress, situation: KeySituation): KeyAction {
  if (situation.composing) return 'type';
  if (press.key === 'Enter' && (press.shiftKey || press.altKey)) return 'newline';
  if (situation.mentionListOpen) return plain(press) ? (listKeys[press.key] ?? 'type') : 'type';
  if (press.key === 'Enter') return 'send';
  if (!situation.historyOn || !plain(press)) return 'type';
  if (press.key === 'ArrowUp' && situation.caretOnFirstLine) return 'older';
  if (press.key === 'ArrowDown' && situation.caretOnLastLine && situation.historyIndex >= 0) return 'newer';
  return 'type';
}

function plain(press: KeyPress): boolean {
  return !press.shiftKey && !press.altKey && !press.ctrlKey && !press.metaKey;
}
