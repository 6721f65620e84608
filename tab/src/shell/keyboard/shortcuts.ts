import { shortcutTexts } from './shortcuts.texts.ts';

/** The used fields of a DOM keyboard event. */
type KeyPress = Pick<KeyboardEvent, 'key' | 'shiftKey' | 'altKey' | 'ctrlKey' | 'metaKey'>;

/** `mod` is Ctrl, or Cmd on a Mac. */
type Modifier = 'mod' | 'shift';

interface Shortcut {
  /** Values of `KeyboardEvent.key`, any of them. */
  keys: readonly string[];
  modifiers?: readonly Modifier[];
  /** Works also while the person writes, and before any control sees the key. */
  isGlobal?: boolean;
  where: keyof typeof shortcutTexts.places;
  text: string;
}

/** Every shortcut of AVA. The handlers ask `matchesShortcut`, and the overview lists them in this order. */
export const shortcuts = {
  newChat: { keys: ['k'], modifiers: ['mod'], isGlobal: true, where: 'everywhere', text: shortcutTexts.newChat },
  nextPane: { keys: ['F6'], isGlobal: true, where: 'everywhere', text: shortcutTexts.nextPane },
  previousPane: {
    keys: ['F6'],
    modifiers: ['shift'],
    isGlobal: true,
    where: 'everywhere',
    text: shortcutTexts.previousPane,
  },
  undo: { keys: ['z'], modifiers: ['mod'], where: 'everywhere', text: shortcutTexts.undo },
  help: { keys: ['?'], where: 'everywhere', text: shortcutTexts.help },
  quote: { keys: ['>'], where: 'everywhere', text: shortcutTexts.quote },
  send: { keys: ['Enter'], where: 'composer', text: shortcutTexts.send },
  newLine: { keys: ['Enter'], modifiers: ['shift'], where: 'composer', text: shortcutTexts.newLine },
  stop: { keys: ['Escape'], where: 'everywhere', text: shortcutTexts.stop },
  nextRow: { keys: ['ArrowDown'], where: 'history', text: shortcutTexts.nextRow },
  previousRow: { keys: ['ArrowUp'], where: 'history', text: shortcutTexts.previousRow },
  firstRow: { keys: ['Home'], where: 'history', text: shortcutTexts.firstRow },
  lastRow: { keys: ['End'], where: 'history', text: shortcutTexts.lastRow },
  rename: { keys: ['F2'], where: 'history', text: shortcutTexts.rename },
  delete: { keys: ['Delete'], where: 'history', text: shortcutTexts.delete },
  pin: { keys: ['p'], where: 'history', text: shortcutTexts.pin },
  move: { keys: ['m'], where: 'history', text: shortcutTexts.move },
  select: { keys: [' '], modifiers: ['mod'], where: 'history', text: shortcutTexts.select },
  selectDown: { keys: ['ArrowDown'], modifiers: ['shift'], where: 'history', text: shortcutTexts.selectDown },
  selectUp: { keys: ['ArrowUp'], modifiers: ['shift'], where: 'history', text: shortcutTexts.selectUp },
  selectAll: { keys: ['a'], modifiers: ['mod'], where: 'history', text: shortcutTexts.selectAll },
  clearSelection: { keys: ['Escape'], where: 'history', text: shortcutTexts.clearSelection },
} as const satisfies Record<string, Shortcut>;

export type ShortcutName = keyof typeof shortcuts;

/** Whether a key press is this shortcut. A character such as `?` can need Shift, depending on the keyboard. */
export function matchesShortcut(press: KeyPress, name: ShortcutName): boolean {
  const { keys, modifiers = [] }: Shortcut = shortcuts[name];
  const key = press.key.length === 1 ? press.key.toLowerCase() : press.key;
  const isCharacter = key.length === 1 && !/[a-z ]/.test(key);
  return (
    keys.includes(key) &&
    !press.altKey &&
    (press.ctrlKey || press.metaKey) === modifiers.includes('mod') &&
    (isCharacter || press.shiftKey === modifiers.includes('shift'))
  );
}

/** Whether the keyboard has a Command key. */
export function isMac(platform: string = navigator.platform): boolean {
  return /^(Mac|iPhone|iPad|iPod)/.test(platform);
}

/** The keys of a shortcut as they are printed on the keyboard. */
export function getShortcutKeys(name: ShortcutName): string[] {
  const { keys, modifiers = [] }: Shortcut = shortcuts[name];
  const names = modifiers.map((modifier) =>
    modifier === 'shift' ? shortcutTexts.keys.Shift : isMac() ? shortcutTexts.keys.Cmd : shortcutTexts.keys.Ctrl,
  );
  const printed: Record<string, string> = shortcutTexts.keys;
  return [...names, ...keys.map((key) => printed[key] ?? key.toUpperCase())];
}

/** Whether the person is writing text, so that a key is a character. */
export function isWriting(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
  );
}

/** Whether the device probably has a keyboard: phones and tablets usually have only one on the screen. */
export function hasKeyboard(): boolean {
  return typeof matchMedia !== 'function' || matchMedia('(any-hover: hover) and (any-pointer: fine)').matches;
}
