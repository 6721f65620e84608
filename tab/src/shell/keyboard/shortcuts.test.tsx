import { FluentProvider, webLightTheme } from '@fluentui/react-components';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { dialogs, closeDialog } from '#tab/shell/dialogs.ts';
import { showToast, toasts } from '#tab/shell/toasts/toasts.ts';
import ShortcutsDialog from './ShortcutsDialog.tsx';
import { getShortcutKeys, hasKeyboard, matchesShortcut, shortcuts, type ShortcutName } from './shortcuts.ts';
import { useKeyboardShortcuts } from './useKeyboardShortcuts.ts';

const press = (key: string, held: Partial<KeyboardEventInit> = {}) => new KeyboardEvent('keydown', { key, ...held });
const names = Object.keys(shortcuts) as ShortcutName[];

function Window() {
  useKeyboardShortcuts(jest.fn());
  return <input aria-label="Message" />;
}

beforeEach(() => {
  closeDialog();
  toasts.entries = [];
});

it('tells shortcuts apart by their modifiers', () => {
  expect(matchesShortcut(press('K', { ctrlKey: true }), 'newChat')).toBe(true);
  expect(matchesShortcut(press('k', { metaKey: true }), 'newChat')).toBe(true);
  for (const held of [{}, { ctrlKey: true, shiftKey: true }, { ctrlKey: true, altKey: true }])
    expect(matchesShortcut(press('k', held), 'newChat')).toBe(false);
  expect(matchesShortcut(press('?', { shiftKey: true }), 'help')).toBe(true);
  expect(matchesShortcut(press('?'), 'help')).toBe(true);
  expect(matchesShortcut(press('Enter', { shiftKey: true }), 'send')).toBe(false);
});

it('never has two shortcuts for the same keys in one place', () => {
  const used = names.map((name) => `${shortcuts[name].where}: ${getShortcutKeys(name).join('+')}`);
  expect(new Set(used).size).toBe(names.length);
});

it('shows all shortcuts on "?", but not while the person writes', async () => {
  const user = userEvent.setup();
  render(<Window />);
  await user.type(screen.getByLabelText('Message'), '?');
  expect(dialogs.open.name).toBe('none');
  await user.click(document.body);
  await user.keyboard('?');
  expect(dialogs.open.name).toBe('shortcuts');
  render(
    <FluentProvider theme={webLightTheme}>
      <ShortcutsDialog onClose={jest.fn()} />
    </FluentProvider>,
  );
  for (const name of names) expect(screen.getAllByText(shortcuts[name].text).length).toBeGreaterThan(0);
});

it('runs the undo action of the newest toast on Ctrl+Z, once', async () => {
  const user = userEvent.setup();
  const run = jest.fn();
  render(<Window />);
  showToast('success', 'Budget deleted.', { action: { label: 'Undo', run } });
  await user.type(screen.getByLabelText('Message'), '{Control>}z{/Control}');
  expect(run).not.toHaveBeenCalled();
  await user.click(document.body);
  await user.keyboard('{Control>}z{/Control}');
  await user.keyboard('{Control>}z{/Control}');
  expect(run).toHaveBeenCalledTimes(1);
  expect(toasts.entries).toEqual([]);
});

it('shows keyboard hints only where a mouse suggests a keyboard', () => {
  const answer = (matches: boolean) => {
    window.matchMedia = jest.fn().mockReturnValue({ matches });
  };
  answer(false);
  expect(hasKeyboard()).toBe(false);
  answer(true);
  expect(hasKeyboard()).toBe(true);
});
