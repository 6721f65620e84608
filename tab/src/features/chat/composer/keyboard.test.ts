import { getKeyAction, type KeyPress, type KeySituation } from './keyboard.ts';

const defaults: KeySituation = {
  isComposing: false,
  hasKeyboard: true,
  isMentionListOpen: false,
  isHistoryOn: true,
  isCaretOnFirstLine: true,
  isCaretOnLastLine: true,
  historyIndex: -1,
};

function press(key: string, held: Partial<KeyPress> = {}): KeyPress {
  return { key, shiftKey: false, altKey: false, ctrlKey: false, metaKey: false, ...held };
}

describe('the composer', () => {
  it('sends with Enter and inserts a line break with Shift+Enter', () => {
    expect(getKeyAction(press('Enter'), defaults)).toBe('send');
    expect(getKeyAction(press('Enter', { shiftKey: true }), defaults)).toBe('newline');
  });

  it('starts a line with Enter on a keyboard without Shift+Enter, where the button sends', () => {
    const onPhone = { ...defaults, hasKeyboard: false };
    expect(getKeyAction(press('Enter'), onPhone)).toBe('newline');
    expect(getKeyAction(press('Enter', { ctrlKey: true }), onPhone)).toBe('send');
    expect(getKeyAction(press('Enter'), { ...onPhone, isMentionListOpen: true })).toBe('pick');
  });

  it('picks a mention with Enter while the list is open', () => {
    const open = { ...defaults, isMentionListOpen: true };
    expect(getKeyAction(press('Enter'), open)).toBe('pick');
    expect(getKeyAction(press('ArrowDown'), open)).toBe('listDown');
    expect(getKeyAction(press('ArrowUp'), open)).toBe('listUp');
    expect(getKeyAction(press('Escape'), open)).toBe('closeList');
    expect(getKeyAction(press('a'), open)).toBe('type');
  });

  it('passes all keys to an active input method', () => {
    const isComposing = { ...defaults, isComposing: true, isMentionListOpen: true };
    expect(getKeyAction(press('Enter'), isComposing)).toBe('type');
    expect(getKeyAction(press('ArrowUp'), isComposing)).toBe('type');
  });

  it('steps to older prompts from the first line only', () => {
    expect(getKeyAction(press('ArrowUp'), defaults)).toBe('older');
    expect(getKeyAction(press('ArrowUp'), { ...defaults, isCaretOnFirstLine: false })).toBe('type');
  });

  it('steps to newer prompts from the last line only, and not past the current draft', () => {
    expect(getKeyAction(press('ArrowDown'), { ...defaults, historyIndex: 1 })).toBe('newer');
    expect(getKeyAction(press('ArrowDown'), { ...defaults, historyIndex: 1, isCaretOnLastLine: false })).toBe('type');
    expect(getKeyAction(press('ArrowDown'), defaults)).toBe('type');
  });

  it('does not step through prompts when the setting is off or with a modifier', () => {
    expect(getKeyAction(press('ArrowUp'), { ...defaults, isHistoryOn: false })).toBe('type');
    expect(getKeyAction(press('ArrowUp', { shiftKey: true }), defaults)).toBe('type');
  });
});
