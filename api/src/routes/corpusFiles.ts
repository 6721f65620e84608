import * as contract from '#contract/sites/corpusFiles.ts';
import { AvaError } from '#contract/errors.ts';
import type { Mounting } from '#api/http/mount.ts';
import { findReadableFile, readFileLink, readIndexedText } from '#api/sites/fileContent.ts';
import { addFile } from '#api/sites/addFile.ts';
import { listEmbeddedFiles } from '#api/sites/embeddedFiles.ts';
import { removeFile } from '#api/sites/removeFile.ts';
import { createSiteFiles } from '#api/sites/siteFiles.ts';
import { uploadToSite } from '#api/sites/uploadToSite.ts';
import type { AppContext } from '#api/context.ts';

export function mountCorpusFiles({ call, bytes, upload }: Mounting, ctx: AppContext): void {
  const listSiteFiles = createSiteFiles(ctx);
  call(contract.getSiteFiles, (query, person) =>
    listSiteFiles(person, { ...query, siteId: query.site_id, includeEmbedded: query.include_embedded }),
  );
  call(contract.getEmbeddedFiles, async ({ site_id }, person) => ({
    files: await listEmbeddedFiles(ctx, person, site_id),
  }));
  call(contract.deleteEmbeddedFile, async ({ site_id, datasource_id }, person) => {
    await removeFile(ctx, person, site_id, datasource_id);
    return { deleted: true as const };
  });
  call(contract.startEmbedding, (request, person) => addFile(ctx, person, request));
  upload(
    contract.uploadSiteFile,
    ({ site_id, file_name }, person, file) =>
      uploadToSite(ctx, person, site_id, { ...file, name: file_name ?? file.name }),
    { isKept: false },
  );
  call(contract.getCorpusFileText, ({ site_id, datasource_id }, person) =>
    readIndexedText(ctx, person, site_id, datasource_id),
  );
  call(contract.getCorpusFileLink, ({ site_id, datasource_id }, person) =>
    readFileLink(ctx, person, site_id, datasource_id),
  );
  bytes(contract.getCorpusFileBytes, async ({ site_id, datasource_id }, person) => {
    const file = await findReadableFile(ctx, person, site_id, datasource_id);
    if (file.sha256 === null) throw new AvaError('unreadable_file');
    return { type: 'application/octet-stream', name: file.name, body: { blobs: ctx.blobs, sha256: file.sha256 } };
  });
}
