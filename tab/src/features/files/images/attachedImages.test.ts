import { waitFor } from '@testing-library/react';
import { api } from '#tab/api.ts';
import { beginFileStory, chatId, endFileStory, listFiles, listToasts, runPendingWork } from '#tab/testing/fileStory.ts';
import { addFiles } from '#tab/features/files/files.actions.ts';

jest.mock('#tab/state/browserDatabase.ts', () => jest.requireActual<object>('#tab/testing/memoryBrowserDatabase.ts'));

const mockCompress = jest.fn();
jest.mock('browser-image-compression', () => ({ __esModule: true, default: mockCompress }));

const photo = (type = 'image/png', name = 'photo.png') => new File(['pixels'], name, { type });
const imageIsReady = () => waitFor(() => expect(listFiles()[0]?.state).toBe('ready'));

beforeEach(beginFileStory);
afterEach(endFileStory);

describe('an image', () => {
  it('is compressed in the page, and its tokens are counted from the compressed pixels', async () => {
    mockCompress.mockResolvedValueOnce(new File(['fewer'], 'photo.png', { type: 'image/png' }));
    addFiles(chatId, [photo()]);
    expect(listFiles()[0]).toMatchObject({ state: 'compressing' });
    await imageIsReady();
    expect(listFiles()[0]).toMatchObject({
      state: 'ready',
      content: { kind: 'image', width: 600, height: 400, tokens: 425, base64: btoa('fewer') },
    });
    const options = { maxSizeMB: 0.5, maxWidthOrHeight: 1024, initialQuality: 0.7, useWebWorker: false };
    expect(mockCompress.mock.lastCall?.[1]).toEqual(options);
    expect(api.upload).not.toHaveBeenCalled();
  });

  it('is sent as it is when it cannot be compressed', async () => {
    mockCompress.mockRejectedValueOnce(new Event('error'));
    addFiles(chatId, [photo()]);
    await imageIsReady();
    expect(listFiles()[0]).toMatchObject({ state: 'ready', content: { base64: btoa('pixels') } });
  });

  it('is not compressed when it is an animation', async () => {
    mockCompress.mockClear();
    addFiles(chatId, [photo('image/gif', 'party.gif')]);
    await imageIsReady();
    expect(listFiles()[0]).toMatchObject({ state: 'ready', content: { mime: 'image/gif', base64: btoa('pixels') } });
    expect(mockCompress).not.toHaveBeenCalled();
  });

  /** @shows Failed to load image. */
  it('shows an error when it cannot be decoded', async () => {
    globalThis.createImageBitmap = jest.fn(async () => Promise.reject(new Error('no image'))) as never;
    addFiles(chatId, [photo('image/gif', 'broken.gif')]);
    await runPendingWork();
    expect(listFiles()[0]).toMatchObject({ state: 'failed', reason: 'Failed to load image.', retry: false });
    expect(listToasts()).toEqual([['error', 'Failed to load image.']]);
  });
});
