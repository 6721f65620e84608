import { DialogContent, FluentProvider, webLightTheme } from '@fluentui/react-components';
import { render, screen, waitFor } from '@testing-library/react';
import { Modal } from '#tab/ui/Modal.tsx';
import { Toaster } from './Toaster.tsx';
import { showToast } from './toasts.ts';

it('screen readers reach a toast, and its button to undo, behind a dialog', async () => {
  showToast('success', 'Chat deleted', { action: { label: 'Undo', run: () => undefined } });
  render(
    <FluentProvider theme={webLightTheme}>
      <button type="button">Behind</button>
      <Toaster />
      <Modal title="History" onClose={() => undefined}>
        <DialogContent>Chats</DialogContent>
      </Modal>
    </FluentProvider>,
  );
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Behind' })).toBeNull());
  expect(screen.getByRole('button', { name: 'Undo' })).toBeInTheDocument();
});
