import { getCorpusFileBytes, getCorpusFileText } from '../../contract/corpusFiles.ts';
import { AvaError } from '../../contract/errors.ts';
import type { Mounting } from '../http/mount.ts';
import { readableFile, readIndexedText } from '../sites/content.ts';
import type { World } from '../world.ts';

export function mountCorpusFiles({ call, bytes }: Mounting, world: World): void {
  call(getCorpusFileText, ({ site_id, datasource_id }, person) =>
    readIndexedText(world, person, site_id, datasource_id),
  );
  bytes(getCorpusFileBytes, async ({ site_id, datasource_id }, person) => {
    const file = await readableFile(world, person, site_id, datasource_id);
    if (file.sha256 === null) throw new AvaError('unreadable_file');
    return { type: 'application/octet-stream', name: file.name, body: await world.blobs.open(file.sha256) };
  });
}
