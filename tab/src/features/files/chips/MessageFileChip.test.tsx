import { FluentProvider, teamsLightTheme } from '@fluentui/react-components';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { getFileBytes } from '#contract/files/files.ts';
import { api } from '#tab/api.ts';
import { openInViewer } from '#tab/features/workspace/viewer/viewer.actions.ts';
import { sampleFile } from '#tab/testing/samples.ts';
import { MessageFileChip } from './MessageFileChip.tsx';

jest.mock('#tab/state/log.ts');
jest.mock('#tab/features/workspace/viewer/viewer.actions.ts', () => ({ openInViewer: jest.fn() }));

const bytes = jest.spyOn(api, 'bytes');
const photo = { ...sampleFile(), fileName: 'photo.png', fileType: 'PNG' as const, tokens: 255 };

beforeEach(() => {
  bytes.mockReset();
  URL.createObjectURL = jest.fn(() => 'blob:photo');
  URL.revokeObjectURL = jest.fn();
});

const show = (file = photo) =>
  render(
    <FluentProvider theme={teamsLightTheme}>
      <MessageFileChip file={file} />
    </FluentProvider>,
  );

it('shows a thumbnail of a sent image, and releases it', async () => {
  bytes.mockResolvedValue(new Blob(['pixels']));
  const { container, unmount } = show();
  await waitFor(() => expect(container.querySelector('img')).toHaveAttribute('src', 'blob:photo'));
  expect(bytes.mock.calls[0]?.slice(0, 2)).toEqual([getFileBytes, { file_id: photo.scrapedFileId }]);
  expect(jest.mocked(URL.createObjectURL).mock.calls[0]?.[0]).toMatchObject({ type: 'image/png' });
  unmount();
  expect(URL.revokeObjectURL).toHaveBeenCalledWith('blob:photo');
});

it('opens a sent image in the viewer, as it opens a document', async () => {
  bytes.mockRejectedValue(new Error('gone'));
  show();
  await userEvent.click(screen.getByRole('button', { name: 'photo.png' }));
  expect(openInViewer).toHaveBeenCalledWith({ fileId: photo.scrapedFileId, fileName: 'photo.png', fileType: 'PNG' });
});

it('loads no thumbnail of a document', () => {
  show({ ...photo, fileName: 'plan.pdf', fileType: 'PDF' as 'PNG' });
  expect(bytes).not.toHaveBeenCalled();
});
