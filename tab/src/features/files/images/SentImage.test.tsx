import { FluentProvider, teamsLightTheme } from '@fluentui/react-components';
import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { getFileBytes } from '#contract/files/files.ts';
import { api } from '#tab/api.ts';
import { sampleFile } from '#tab/testing/samples.ts';
import { MessageFileChip } from '#tab/features/files/chips/MessageFileChip.tsx';

jest.mock('#tab/state/log.ts');

const bytes = jest.spyOn(api, 'bytes');
const photo = { ...sampleFile(), fileName: 'photo.png', fileType: 'PNG' as const, tokens: 255 };

beforeEach(() => {
  bytes.mockReset();
  URL.createObjectURL = jest.fn(() => 'blob:photo');
  URL.revokeObjectURL = jest.fn();
});

it('opens a sent image from the server, and restores the focus', async () => {
  bytes.mockResolvedValue(new Blob(['pixels']));
  render(<MessageFileChip file={photo} />, { wrapper: Themed });
  const chip = screen.getByRole('button', { name: 'photo.png' });
  await userEvent.click(chip);
  const dialog = await screen.findByRole('dialog', { name: 'photo.png' });
  expect(await within(dialog).findByRole('img', { name: 'photo.png' })).toHaveAttribute('src', 'blob:photo');
  expect(bytes.mock.calls[0]?.slice(0, 2)).toEqual([getFileBytes, { file_id: photo.scrapedFileId }]);
  expect(jest.mocked(URL.createObjectURL).mock.calls[0]?.[0]).toMatchObject({ type: 'image/png' });
  await userEvent.click(within(dialog).getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(URL.revokeObjectURL).toHaveBeenCalledWith('blob:photo'));
  await waitFor(() => expect(chip).toHaveFocus());
});

it('shows an error when it fails to load, and retries', async () => {
  bytes.mockRejectedValueOnce(new Error('gone')).mockResolvedValueOnce(new Blob(['pixels']));
  render(<MessageFileChip file={photo} />, { wrapper: Themed });
  await userEvent.click(screen.getByRole('button', { name: 'photo.png' }));
  expect(await screen.findByText('Unable to load file.')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByRole('img', { name: 'photo.png' })).toBeVisible();
});

function Themed({ children }: { children: React.ReactNode }) {
  return <FluentProvider theme={teamsLightTheme}>{children}</FluentProvider>;
}
