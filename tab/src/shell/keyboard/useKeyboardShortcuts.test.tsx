import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useKeyboardShortcuts } from './useKeyboardShortcuts.ts';

function Window({ onNewChat }: { onNewChat: () => void }) {
  useKeyboardShortcuts(onNewChat);
  return (
    <>
      <header data-pane="header">
        <button>Help</button>
      </header>
      <nav data-pane="history">
        <button>New chat</button>
      </nav>
      <main data-pane="conversation" tabIndex={-1}>
        <textarea aria-label="Message" data-pane-focus onKeyDown={(event) => event.stopPropagation()} />
      </main>
    </>
  );
}

it('starts a new chat with Ctrl+K or Cmd+K, even from an editor that stops key events', async () => {
  const onNewChat = jest.fn();
  const user = userEvent.setup();
  render(<Window onNewChat={onNewChat} />);
  await user.click(screen.getByLabelText('Message'));

  await user.keyboard('{Control>}k{/Control}');
  await user.keyboard('{Meta>}k{/Meta}');
  expect(onNewChat).toHaveBeenCalledTimes(2);

  await user.keyboard('k{Control>}{Shift>}k{/Shift}{/Control}');
  expect(onNewChat).toHaveBeenCalledTimes(2);
});

it('moves through header, history and conversation with F6, and back with Shift+F6', async () => {
  const user = userEvent.setup();
  render(<Window onNewChat={jest.fn()} />);

  await user.keyboard('{F6}');
  expect(screen.getByText('Help')).toHaveFocus();
  await user.keyboard('{F6}');
  expect(screen.getByText('New chat')).toHaveFocus();
  await user.keyboard('{F6}');
  expect(screen.getByLabelText('Message')).toHaveFocus();
  await user.keyboard('{Shift>}{F6}{/Shift}');
  expect(screen.getByText('New chat')).toHaveFocus();
});
