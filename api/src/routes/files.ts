import { getFileBytes, getFileText, startFileText } from '../../contract/files.ts';
import { findFile, readText } from '../files/read.ts';
import { startReading } from '../files/upload.ts';
import type { Mounting } from '../http/mount.ts';
import type { World } from '../world.ts';

export function mountFiles({ call, upload, bytes }: Mounting, world: World): void {
  upload(startFileText, ({ file_name }, person, file) =>
    startReading(world, person, { ...file, name: file_name ?? file.name }),
  );
  call(getFileText, ({ file_id }, person) => readText(world, person, file_id));
  bytes(getFileBytes, async ({ file_id }, person) => {
    const file = await findFile(world, person, file_id);
    return { type: 'application/octet-stream', name: file.name, body: await world.blobs.open(file.sha256) };
  });
}
