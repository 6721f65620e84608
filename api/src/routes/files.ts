import {
  getFileBytes,
  getFileText,
  startFileText,
  startFileTextFromUrl,
  startImageContent,
  startImageContentFromUrl,
  startSlidesText,
} from '#contract/files/files.ts';
import { findFile, readFileText } from '#api/files/fileText.ts';
import { startExtraction, type FileKind } from '#api/files/startExtraction.ts';
import { startExtractionFromGraph } from '#api/files/startExtractionFromGraph.ts';
import { createUploadLimit } from '#api/policies/personLimits.ts';
import type { Mounting } from '#api/http/mount.ts';
import type { AppContext } from '#api/context.ts';

/** The calls that extract the text of an upload; all return a job. */
const uploads: [endpoint: typeof startFileText, kind: FileKind | null][] = [
  [startFileText, null],
  [startImageContent, 'image'],
  [startSlidesText, 'pptx'],
];

export function mountFiles({ call, upload, bytes }: Mounting, ctx: AppContext): void {
  const limitDownloads = createUploadLimit();
  for (const [endpoint, kind] of uploads)
    upload(endpoint, ({ file_name }, person, file) =>
      startExtraction(ctx, person, { ...file, name: file_name ?? file.name }, kind),
    );
  call(startFileTextFromUrl, (file, person) =>
    limitDownloads(person, () => startExtractionFromGraph(ctx, person, file)),
  );
  call(startImageContentFromUrl, (file, person) =>
    limitDownloads(person, () => startExtractionFromGraph(ctx, person, file, 'image')),
  );
  call(getFileText, ({ file_id }, person) => readFileText(ctx, person, file_id));
  bytes(getFileBytes, async ({ file_id }, person) => {
    const file = await findFile(ctx, person, file_id);
    return { type: 'application/octet-stream', name: file.name, body: { blobs: ctx.blobs, sha256: file.sha256 } };
  });
}
