import type { AppContext } from '#api/context.ts';
import type { Person } from '#api/identity/person.ts';
import { attachFiles } from './attachFiles.ts';

it('stores no content of a message if the organization allows no files', async () => {
  const ctx = {
    organizations: { get: () => ({ features: { uploadBlob: false } }) },
    store: { files: { find: async () => undefined } },
  } as unknown as AppContext;
  const image = { scrapedFileId: 'a', fileName: 'a.png', fileType: 'PNG' as const, fileContent: 'iVBORw0KGgo=' };
  const file = { ...image, fileSize: 8, imageTokenCount: null, fileDate: null, fileResource: null };
  await expect(attachFiles(ctx, {} as Person, [file])).rejects.toMatchObject({ code: 'uploads_off' });
});
