import { z } from 'zod';
import { isAvaError } from '#contract/errors.ts';
import type { Passage } from '#api/answers/prompt/passages.ts';
import type { ReadableHit } from '#api/search/access/trimToReadable.ts';
import { getSiteScope, searchSite as searchCorpus } from '#api/search/searchSite.ts';
import { authorizeSite } from '#api/sites/siteAccess.ts';
import { findSiteOfMention } from '#api/sites/sites.ts';
import { ArgumentError } from '#api/functions/arguments/argumentError.ts';
import { defineFunction, type AvaFunction, type CallContext } from '#api/functions/avaFunction.ts';
import { functionTexts } from '#api/functions/functions.texts.ts';
import { findSite, quoteNames, type SearchableSite } from '#api/functions/searchableSites.ts';

/**
 * Passages of a site's corpus that the person can read.
 * @param sites those that the description names; the person can have others
 */
export function createSearchSite(sites: readonly SearchableSite[]): AvaFunction {
  const names = quoteNames(sites);
  return defineFunction({
    group: 'Sites',
    name: 'search_site',
    title: functionTexts.searchSite,
    description: `Searches the files of a document site of the organization, by the name of the site, for words. Returns passages and a handle of each file.${names && ` Sites: ${names}.`}`,
    args: z.object({
      site: z.string().trim().min(1).max(200).describe('name of the site'),
      words: z.string().trim().min(1).max(400),
    }),
    describe: ({ site, words }) => `${site}: ${words}`,
    async run(call, { site, words }) {
      const { ctx, person, signal } = call;
      const id = findSite(sites, site)?.id ?? (await findOtherSite(call, site, names));
      const authorized = await authorizeSite(ctx, person, id, 'search', signal);
      const scope = await getSiteScope(ctx, person, authorized, [], signal);
      const { passages, passageHits } = await searchCorpus(ctx, person, scope, { queries: [words] }, signal);
      return {
        summary: passages.length === 0 ? 'Nothing was found.' : `Found ${passages.length} passages.`,
        hits: passageHits,
        passages: passages.map((passage) => ({ ...passage, ...addHandle(call, passage, passageHits) })),
      };
    },
  });
}

/** The handle by which the whole file of a passage can be read. */
function addHandle({ found }: CallContext, passage: Passage, hits: readonly ReadableHit[]): { handle?: string } {
  const hit = hits.find(({ file }) => file.itemId === passage.fileId && file.siteId === passage.site);
  if (!hit) return {};
  const { itemId: id, driveId, type: fileType, siteId: site } = hit.file;
  const { name, webUrl, lastModified } = hit.item;
  // The download checks the size again, and the content decides the type.
  const unknown = { mimeType: '', size: 0 };
  const file = { id, fileId: id, driveId, name, webUrl, lastModified, fileType, site, ...unknown };
  return { handle: found.files.add(file) };
}

async function findOtherSite({ ctx, person, signal }: CallContext, name: string, names: string): Promise<string> {
  try {
    return await findSiteOfMention(ctx, person, name, signal);
  } catch (error) {
    if (!isAvaError(error) || error.code !== 'not_found') throw error;
    throw new ArgumentError(functionTexts.noSuchSite(names));
  }
}
