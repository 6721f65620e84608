import {
  Button,
  DialogActions,
  DialogContent,
  FluentProvider,
  Tooltip,
  webLightTheme,
} from '@fluentui/react-components';
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { useState, type ReactNode } from 'react';
import { Modal } from './Modal.tsx';

/** A dialog that loads: its first button is replaced by another one. */
function Story() {
  const [isOpen, setIsOpen] = useState(false);
  const [loading, setLoading] = useState(true);
  return (
    <FluentProvider theme={webLightTheme}>
      <Tooltip content="Change the name" relationship="description" showDelay={0}>
        <button type="button" onClick={() => setIsOpen(true)}>
          Edit
        </button>
      </Tooltip>
      {isOpen && (
        <Modal title="Details" onClose={() => setIsOpen(false)}>
          <DialogContent>
            {loading ? (
              <button key="retry" type="button" onClick={() => setLoading(false)}>
                Retry
              </button>
            ) : (
              <input key="name" aria-label="Name" />
            )}
          </DialogContent>
          <DialogActions>
            <Button disabled={!loading}>Save</Button>
            <Button onClick={() => setIsOpen(false)}>Close</Button>
          </DialogActions>
        </Modal>
      )}
    </FluentProvider>
  );
}

const getButton = (name: string) => screen.getByRole('button', { name, hidden: true });

async function press(name: string): Promise<void> {
  const button = getButton(name);
  button.focus();
  await act(async () => void fireEvent.click(button));
}

beforeEach(async () => {
  render(<Story />);
  await press('Edit');
});

it.each(['Retry', 'Save'])('keeps the focus when %s disappears or is disabled', async (name) => {
  const dialog = screen.getByRole('dialog');
  const retry = getButton('Retry');
  await act(async () => getButton(name).focus());
  await act(async () => void fireEvent.click(retry));
  await waitFor(() => expect(screen.getByRole('textbox', { name: 'Name' })).toBeInTheDocument());
  await waitFor(() => expect(dialog).toHaveFocus());
});

it('leaves the focus where the person moved it', async () => {
  await press('Retry');
  const field = await screen.findByRole('textbox', { name: 'Name' });
  await waitFor(() => expect(screen.getByRole('dialog')).toHaveFocus());
  await act(async () => field.focus());
  expect(field).toHaveFocus();
});

it('returns the focus to the button that opened it', async () => {
  await press('Close');
  await waitFor(() => expect(getButton('Edit')).toHaveFocus());
});

it('closes with one Escape although a tooltip was shown when it opened', async () => {
  await press('Close');
  fireEvent.pointerEnter(getButton('Edit'));
  await screen.findByRole('tooltip');
  await act(async () => void fireEvent.click(getButton('Edit')));
  await act(async () => void fireEvent.keyDown(getButton('Retry'), { key: 'Escape' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

it('leaves the focus to a dialog above it when both change', async () => {
  const Two = ({ isSaved }: { isSaved: boolean }) => (
    <FluentProvider theme={webLightTheme}>
      {['List', 'Form'].map((title) => (
        <Modal key={title} title={title} onClose={() => undefined}>
          <DialogContent>{isSaved ? 'Saved' : <button type="button" aria-label={`Save ${title}`} />}</DialogContent>
        </Modal>
      ))}
    </FluentProvider>
  );
  const { rerender } = render(<Two isSaved={false} />);
  await act(async () => getButton('Save Form').focus());
  rerender(<Two isSaved />);
  await waitFor(() => expect(screen.getByRole('dialog', { name: 'Form', hidden: true })).toHaveFocus());
});

describe('a long text in a dialog', () => {
  const showText = (scrollHeight: number, content: ReactNode) => {
    jest.spyOn(Element.prototype, 'scrollHeight', 'get').mockReturnValue(scrollHeight);
    render(
      <FluentProvider theme={webLightTheme}>
        <Modal title="Release notes" onClose={() => undefined}>
          <DialogContent data-testid="content">{content}</DialogContent>
        </Modal>
      </FluentProvider>,
    );
    return screen.getByTestId('content');
  };
  afterEach(() => jest.restoreAllMocks());

  it('can be scrolled by keyboard', () => expect(showText(900, 'A long text')).toHaveAttribute('tabindex', '0'));

  it('is not in the tab order when it fits', () => expect(showText(0, 'A text')).not.toHaveAttribute('tabindex'));

  it('is not in the tab order when something in it is', () => {
    expect(showText(900, <a href="https://northwind.example">More</a>)).not.toHaveAttribute('tabindex');
  });
});
