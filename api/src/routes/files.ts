import { getFileBytes, getFileText, startFileText } from '../../contract/files.ts';
import { findFile, readFileText } from '../files/fileText.ts';
import { startExtraction } from '../files/startExtraction.ts';
import type { Mounting } from '../http/mount.ts';
import type { AppContext } from '../context.ts';

export function mountFiles({ call, upload, bytes }: Mounting, ctx: AppContext): void {
  upload(startFileText, ({ file_name }, person, file) =>
    startExtraction(ctx, person, { ...file, name: file_name ?? file.name }),
  );
  call(getFileText, ({ file_id }, person) => readFileText(ctx, person, file_id));
  bytes(getFileBytes, async ({ file_id }, person) => {
    const file = await findFile(ctx, person, file_id);
    return { type: 'application/octet-stream', name: file.name, body: await ctx.blobs.open(file.sha256) };
  });
}
