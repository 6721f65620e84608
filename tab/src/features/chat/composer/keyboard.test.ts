import { keyAction, type KeyPress, type KeySituation } from './keyboard.ts';

const quiet: KeySituation = {
  composing: false,
  mentionListOpen: false,
  historyOn: true,
  caretOnFirstLine: true,
  caretOnLastLine: true,
  historyIndex: -1,
};

function press(key: string, held: Partial<KeyPress> = {}): KeyPress {
  return { key, shiftKey: false, altKey: false, ctrlKey: false, metaKey: false, ...held };
}

describe('the keys of the composer', () => {
  it('Enter sends, Shift+Enter writes a new line', () => {
    expect(keyAction(press('Enter'), quiet)).toBe('send');
    expect(keyAction(press('Enter', { shiftKey: true }), quiet)).toBe('newline');
  });

  it('Enter sends nothing while the mention list is open: it picks', () => {
    const open = { ...quiet, mentionListOpen: true };
    expect(keyAction(press('Enter'), open)).toBe('pick');
    expect(keyAction(press('ArrowDown'), open)).toBe('listDown');
    expect(keyAction(press('ArrowUp'), open)).toBe('listUp');
    expect(keyAction(press('Escape'), open)).toBe('closeList');
    expect(keyAction(press('a'), open)).toBe('type');
  });

  it('leaves every key to an input method that is putting characters together', () => {
    const composing = { ...quiet, composing: true, mentionListOpen: true };
    expect(keyAction(press('Enter'), composing)).toBe('type');
    expect(keyAction(press('ArrowUp'), composing)).toBe('type');
  });

  it('steps to older prompts from the first line only', () => {
    expect(keyAction(press('ArrowUp'), quiet)).toBe('older');
    expect(keyAction(press('ArrowUp'), { ...quiet, caretOnFirstLine: false })).toBe('type');
  });

  it('steps to newer prompts from the last line only, and not past the current draft', () => {
    expect(keyAction(press('ArrowDown'), { ...quiet, historyIndex: 1 })).toBe('newer');
    expect(keyAction(press('ArrowDown'), { ...quiet, historyIndex: 1, caretOnLastLine: false })).toBe('type');
    expect(keyAction(press('ArrowDown'), quiet)).toBe('type');
  });

  it('does not step through prompts when the setting is off, nor with a modifier', () => {
    expect(keyAction(press('ArrowUp'), { ...quiet, historyOn: false })).toBe('type');
    expect(keyAction(press('ArrowUp', { shiftKey: true }), quiet)).toBe('type');
  });
});
