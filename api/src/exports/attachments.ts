import { buffer } from 'node:stream/consumers';
import { isImage } from '#contract/files/fileTypes.ts';
import type { MessageFile } from '#contract/files/files.ts';
import { MAX_EXPORT_IMAGES } from '#contract/limits.ts';
import type { AppContext } from '#api/context.ts';
import type { Person } from '#api/identity/person.ts';
import { can } from '#api/policies/policies.ts';
import type { ExportImages } from './document.ts';
import { toAddress } from './imageReferences.ts';

/** Bytes of all images of an export. */
const MAX_BYTES = 30_000_000;

export const listImages = (files: readonly MessageFile[]): MessageFile[] =>
  files.filter(({ fileType }) => isImage(fileType));

/**
 * Loads attached images, as the person can read them now. One that they can't read, that is deleted or that is too large is
 * not in the result; a file shows its name.
 */
export async function loadAttachments(
  { store, blobs, log }: Pick<AppContext, 'store' | 'blobs' | 'log'>,
  person: Person,
  ids: readonly string[],
): Promise<ExportImages> {
  const images: Record<string, string> = {};
  let bytes = 0;
  for (const file of await store.files.listOwned(person, ids.slice(0, MAX_EXPORT_IMAGES))) {
    if (!can(person, 'read', 'file', file) || bytes + file.size > MAX_BYTES) continue;
    bytes += file.size;
    try {
      images[toAddress(file.id)] = (await buffer(await blobs.open(file.sha256))).toString('base64');
    } catch (error) {
      log.warn({ error, fileId: file.id }, 'failed to read an attached image');
    }
  }
  return images;
}
