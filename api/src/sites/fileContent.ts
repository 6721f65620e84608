import type { CorpusFileText } from '#contract/sites/corpusFiles.ts';
import { AvaError } from '#contract/errors.ts';
import { fileTypes, type FileType } from '#contract/files/fileTypes.ts';
import { pageNumber } from '#contract/files/locations.ts';
import { describeUnread } from '#contract/files/unread.ts';
import type { Person } from '#api/identity/person.ts';
import { authorize } from '#api/policies/policies.ts';
import type { CorpusFileRow } from '#api/storage/tables/corpora/corpusFiles.ts';
import type { AppContext } from '#api/context.ts';
import { authorizeSite } from './siteAccess.ts';

type ContentContext = Pick<AppContext, 'graph' | 'store'>;

/** A file of a corpus, if the person can read it now. Throws the same `not_found` for every other file. */
export async function findReadableFile(
  ctx: ContentContext,
  person: Person,
  siteId: string,
  itemId: string,
): Promise<CorpusFileRow> {
  const site = await authorizeSite(ctx, person, siteId, 'search');
  const file = await ctx.store.corpusFiles.find(person.tenantId, site.id, itemId);
  const readable = file !== undefined && (await ctx.graph.getReadableItems(person, [file])).has(file);
  return authorize(person, 'read', 'corpusFile', file && { ...file, rights: site.rights, readable });
}

/** The indexed text of a file of a corpus, with its locations. */
export async function readIndexedText(
  ctx: ContentContext,
  person: Person,
  siteId: string,
  itemId: string,
): Promise<CorpusFileText> {
  const file = await findReadableFile(ctx, person, siteId, itemId);
  const text = await ctx.store.chunks.findText(file);
  if (!text) throw new AvaError('unreadable_file');
  const pages = text.parts.flatMap(({ location }) => pageNumber(location) ?? []);
  return {
    datasource_id: file.itemId,
    fileName: text.name,
    fileType: text.type,
    extraction: {
      type: fileTypes.find((type): type is FileType => type === text.type) ?? 'Unknown',
      parts: text.parts,
      pages: pages.length > 0 ? Math.max(...pages) : null,
      usedOcr: false,
      ...(text.unread.length > 0 && { unread: text.unread, warning: describeUnread(text.unread) }),
    },
  };
}

/** The address of a file of a corpus in Microsoft 365, which Graph returns only to people who can read the file. */
export async function readFileLink(
  ctx: ContentContext,
  person: Person,
  siteId: string,
  itemId: string,
): Promise<{ webUrl: string }> {
  const file = await findReadableFile(ctx, person, siteId, itemId);
  const webUrl = (await ctx.graph.getReadableItems(person, [file])).get(file)?.webUrl ?? '';
  if (!/^https:\/\//i.test(webUrl)) throw new AvaError('not_found');
  return { webUrl };
}
