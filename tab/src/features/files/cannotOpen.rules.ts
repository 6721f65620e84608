import type { MessageFile } from '#contract/files/files.ts';
import { fileTexts } from './files.texts.ts';

/**
 * Why a file cannot be opened in the viewer; `null` if it can. A file of Microsoft 365 is opened by its site and its item;
 * a file from the person's computer is stored by AVA and needs neither.
 */
export function explainCannotOpen({
  fileName,
  fileResource,
}: Pick<MessageFile, 'fileName' | 'fileResource'>): string | null {
  if (fileResource === null) return null;
  const { siteId, itemId } = fileResource;
  if (siteId !== '' && itemId !== '') return null;
  // A file with neither id does not come from a document site.
  return siteId === '' && itemId === '' ? fileTexts.cannotOpen : fileTexts.cannotOpenNamed(fileName);
}
