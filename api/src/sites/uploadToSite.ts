import { AvaError } from '../../contract/errors.ts';
import { bareName, type Uploaded } from '../files/upload.ts';
import type { Person } from '../identity/person.ts';
import type { AppContext } from '../context.ts';
import { openSite } from './siteAccess.ts';
import { canTakePart } from './fileVersion.ts';

/** What SharePoint does not take in a name. */
const REFUSED = /["*:<>?/\\|\p{Cc}]/gu;
const MOST_NAME_CHARACTERS = 200;

/** Puts a file of the person's computer into the library of a corpus, with the person's own right to write there. */
export async function uploadToSite(
  ctx: AppContext,
  person: Person,
  siteId: string,
  upload: Uploaded,
): Promise<{ datasource_id: string; name: string; link: string }> {
  const site = await openSite(ctx, person, siteId, 'addFiles');
  const name = namedFor(upload.name);
  if (site.driveId === '') throw new AvaError('not_found', { detail: 'This corpus has no library that takes files.' });
  if (upload.size === 0) throw new AvaError('unreadable_file', { detail: 'The file is empty.' });
  if (!canTakePart({ name, size: upload.size, isFolder: false })) {
    throw new AvaError('unreadable_file', { detail: 'Only PDF, DOCX, PPTX and TXT files can be added.' });
  }
  const bytes = await ctx.blobs.open(upload.sha256);
  try {
    const item = await ctx.graph.upload(person, site.driveId, { name, size: upload.size, bytes });
    return { datasource_id: item.id, name: item.name, link: item.webUrl };
  } finally {
    // Graph may refuse before it has read anything.
    bytes.destroy();
  }
}

/** A name that SharePoint takes, as near as can be to the one given; its end, which tells the type, stays. */
function namedFor(given: string): string {
  const name = bareName(given)
    .replace(REFUSED, '_')
    .replace(/^~\$|^[ .]+|(?<![ .])[ .]+$/g, '');
  return name.length <= MOST_NAME_CHARACTERS
    ? name || 'file'
    : name.slice(0, 100) + name.slice(100 - MOST_NAME_CHARACTERS);
}
