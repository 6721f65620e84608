import * as contract from '../../contract/corpusFiles.ts';
import { AvaError } from '../../contract/errors.ts';
import type { Mounting } from '../http/mount.ts';
import { readableFile, readIndexedText } from '../sites/content.ts';
import { addFile } from '../sites/embed.ts';
import { embeddedFiles } from '../sites/files.ts';
import { removeFile } from '../sites/remove.ts';
import { createSiteFiles } from '../sites/siteFiles.ts';
import { uploadToSite } from '../sites/upload.ts';
import type { World } from '../world.ts';

export function mountCorpusFiles({ call, bytes, upload }: Mounting, world: World): void {
  const siteFiles = createSiteFiles(world);
  call(contract.getSiteFiles, (ask, person) =>
    siteFiles(person, { ...ask, siteId: ask.site_id, includeEmbedded: ask.include_embedded }),
  );
  call(contract.getEmbeddedFiles, async ({ site_id }, person) => ({
    files: await embeddedFiles(world, person, site_id),
  }));
  call(contract.deleteEmbeddedFile, async ({ site_id, datasource_id }, person) => {
    await removeFile(world, person, site_id, datasource_id);
    return { deleted: true as const };
  });
  call(contract.startEmbedding, (ask, person) => addFile(world, person, ask));
  upload(contract.uploadSiteFile, ({ site_id, file_name }, person, file) =>
    uploadToSite(world, person, site_id, { ...file, name: file_name ?? file.name }),
  );
  call(contract.getCorpusFileText, ({ site_id, datasource_id }, person) =>
    readIndexedText(world, person, site_id, datasource_id),
  );
  bytes(contract.getCorpusFileBytes, async ({ site_id, datasource_id }, person) => {
    const file = await readableFile(world, person, site_id, datasource_id);
    if (file.sha256 === null) throw new AvaError('unreadable_file');
    return { type: 'application/octet-stream', name: file.name, body: await world.blobs.open(file.sha256) };
  });
}
