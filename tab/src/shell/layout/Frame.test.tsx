import { FluentProvider, teamsLightTheme } from '@fluentui/react-components';
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { memoryLocation } from 'wouter/memory-location';
import { Router } from 'wouter';
import { session } from '#tab/state/session.state.ts';
import { sampleOrganization, signedInAsAda } from '#tab/testing/samples.ts';
import { Frame } from './Frame.tsx';
import { Header } from './Header.tsx';
import { closeWorkspace, setHistoryOpen, setLayoutWidth, setWorkspacePx } from './layout.actions.ts';
import { layout, type LayoutWidth } from './layout.state.ts';
import { SkipLink } from './SkipLink.tsx';
import { openDialog, dialogs } from '#tab/shell/dialogs.ts';

const onNewChat = jest.fn();

beforeEach(() => {
  session.status = { name: 'signedIn', ...signedInAsAda() };
  setLayoutWidth('wide');
  setHistoryOpen(true);
  closeWorkspace();
  setWorkspacePx(400);
  openDialog({ name: 'none' });
});

async function show(width: LayoutWidth) {
  setLayoutWidth(width);
  const { hook } = memoryLocation({ path: '/' });
  // valtio notifies subscribers asynchronously.
  await act(async () => {
    render(
      <FluentProvider theme={teamsLightTheme}>
        <Router hook={hook}>
          <SkipLink />
          <Header person={null} onNewChat={onNewChat} />
          <Frame history={<p>Board minutes</p>} conversation={<p>Hello Ada</p>} workspace={<p>Notes of Ada</p>} />
        </Router>
      </FluentProvider>,
    );
  });
}

it('shows panes side by side in a wide window, with buttons to show and hide them', async () => {
  const user = userEvent.setup();
  await show('wide');
  expect(screen.getByRole('navigation', { name: 'History' })).toHaveTextContent('Board minutes');
  await user.click(screen.getByRole('button', { name: 'Show workspace' }));
  expect(screen.getByRole('complementary', { name: 'Workspace' })).toHaveTextContent('Notes of Ada');
  await user.click(screen.getByRole('button', { name: 'Hide history' }));
  expect(screen.queryByRole('navigation', { name: 'History' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'New chat' }));
  expect(onNewChat).toHaveBeenCalled();
});

it('hides the tooltip of a button that is clicked, because it would cover the pane that opens', async () => {
  const user = userEvent.setup();
  await show('wide');
  const button = screen.getByRole('button', { name: 'Show workspace' });
  await user.hover(button);
  expect(await screen.findByRole('tooltip')).toHaveTextContent('Show workspace');
  await user.click(button);
  expect(screen.queryByRole('tooltip')).toBeNull();
  await user.unhover(button);
  // A click before the tooltip is shown.
  await user.click(button);
  await expect(screen.findByRole('tooltip', {}, { timeout: 500 })).rejects.toThrow();
});

it.each(['medium', 'phone'] as const)('shows drawers in a %s window, and Escape closes them', async (width) => {
  const user = userEvent.setup();
  await show(width);
  expect(screen.queryByText('Board minutes')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Show history' }));
  expect(await screen.findByRole('dialog')).toHaveTextContent('Board minutes');
  await user.keyboard('{Escape}');
  await waitFor(() => expect(layout.historyOpen).toBe(false));
});

it('resizes the workspace with arrow keys, and by dragging until the pointer is released', async () => {
  const user = userEvent.setup();
  await show('wide');
  await user.click(screen.getByRole('button', { name: 'Show workspace' }));
  const handle = screen.getByRole('separator', { name: 'Resize workspace' });
  const frame = screen.getByRole('complementary').parentElement;
  Object.defineProperty(frame, 'clientWidth', { configurable: true, value: 1_280 });
  handle.setPointerCapture = jest.fn();

  act(() => handle.focus());
  await user.keyboard('{ArrowLeft}');
  expect(layout.workspacePx).toBe(416);
  await point(handle, 'pointerdown', 800);
  await point(handle, 'pointermove', 760);
  await point(handle, 'pointerup', 760);
  expect(layout.workspacePx).toBe(456);
  await point(handle, 'pointermove', 10);
  expect(layout.workspacePx).toBe(456);
});

/** jsdom has no pointer events; a mouse event of that type carries the same data. */
function point(element: Element, type: string, clientX: number): Promise<void> {
  return act(async () => {
    fireEvent(element, new MouseEvent(type, { bubbles: true, clientX }));
  });
}

it('shows only the enabled areas', async () => {
  const features = { ...sampleOrganization().features, tasks: false };
  session.status = { name: 'signedIn', ...signedInAsAda(), organization: sampleOrganization({ features }) };
  await show('wide');
  expect(screen.getAllByRole('tab').map((tab) => tab.textContent?.slice(0, 4))).toEqual(['Chat', 'Know']);
});

it('opens help and settings from the header', async () => {
  const user = userEvent.setup();
  await show('wide');
  await user.click(screen.getByRole('button', { name: 'Help' }));
  expect(dialogs.open).toEqual({ name: 'help' });
  act(() => openDialog({ name: 'none' }));
  await user.click(screen.getByRole('button', { name: 'Settings' }));
  expect(dialogs.open).toEqual({ name: 'settings' });
});

it('has a first link that moves the focus into the conversation and keeps the address', async () => {
  const user = userEvent.setup();
  await show('wide');
  await user.tab();
  expect(screen.getByRole('link', { name: 'Skip to conversation' })).toHaveFocus();
  await user.keyboard('{Enter}');
  expect(screen.getByRole('main')).toHaveFocus();
  expect(location.hash).toBe('');
});

it('has a heading for each pane beside the conversation', async () => {
  const user = userEvent.setup();
  await show('wide');
  await user.click(screen.getByRole('button', { name: 'Show workspace' }));
  expect(screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)).toEqual([
    'History',
    'Workspace',
  ]);
});
