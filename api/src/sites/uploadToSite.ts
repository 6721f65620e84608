import { AvaError } from '#contract/errors.ts';
import { toFileName, type UploadedFile } from '#api/files/startExtraction.ts';
import type { Person } from '#api/identity/person.ts';
import type { AppContext } from '#api/context.ts';
import { isCandidate } from './fileVersion.ts';
import { authorizeSite } from './siteAccess.ts';

/** Characters that SharePoint refuses in a name. */
const REFUSED = /["*:<>?/\\|\p{Cc}]/gu;
/** Names of devices in Windows, which SharePoint refuses as well. */
const DEVICE = /^(?=(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$))/i;
/** A part of a name that SharePoint reserves. */
const KEPT = /_vti_/gi;
const MAX_NAME_CHARACTERS = 200;

/** Puts a file from the person's computer into the library of a corpus, with the person's own right to write there. */
export async function uploadToSite(
  ctx: AppContext,
  person: Person,
  siteId: string,
  file: UploadedFile,
): Promise<{ datasource_id: string; name: string; link: string }> {
  const site = await authorizeSite(ctx, person, siteId, 'addFiles');
  const name = toSharePointName(file.name);
  if (file.size === 0) throw new AvaError('unreadable_file', { detail: 'The file is empty.' });
  if (!isCandidate({ name, size: file.size, isFolder: false })) {
    throw new AvaError('unreadable_file', { detail: 'Only PDF, DOCX, PPTX and TXT files can be added.' });
  }
  const bytes = await ctx.blobs.open(file.sha256);
  try {
    const item = await ctx.graph.upload(person, site.driveId, { name, size: file.size, bytes });
    return { datasource_id: item.id, name: item.name, link: item.webUrl };
  } finally {
    // If Graph refuses before it has read the file, the file would stay open.
    bytes.destroy();
  }
}

/** Changes a name so that SharePoint accepts it. Keeps the end of a long name, which contains the extension. */
function toSharePointName(original: string): string {
  const name = toFileName(original)
    .replace(REFUSED, '_')
    .replace(/^~\$|^[ .]+|(?<![ .])[ .]+$/g, '')
    .replace(DEVICE, '_')
    .replace(KEPT, '-vti-');
  return name.length <= MAX_NAME_CHARACTERS
    ? name || 'file'
    : name.slice(0, 100) + name.slice(100 - MAX_NAME_CHARACTERS);
}
