import { z } from 'zod';
import { AvaError, isAvaError } from '../../../contract/errors.ts';
import { getSiteScope, searchSite as searchCorpus } from '../../search/searchSite.ts';
import { authorizeSite } from '../../sites/siteAccess.ts';
import { findSiteOfMention } from '../../sites/sites.ts';
import { defineFunction } from '../avaFunction.ts';
import { functionTexts } from '../functions.texts.ts';

/** Passages of a site's corpus that the person can read. */
export const searchSite = defineFunction({
  group: 'Sites',
  name: 'search_site',
  title: functionTexts.searchSite,
  description: 'Searches the files of a document site of the organization, by the name of the site, for words.',
  args: z.object({
    site: z.string().trim().min(1).max(200).describe('name of the site'),
    words: z.string().trim().min(1).max(400),
  }),
  describe: ({ site, words }) => `${site}: ${words}`,
  async run({ ctx, person, signal }, { site, words }) {
    const id = await findSiteOfMention(ctx, person, site, signal).catch((cause: unknown) => {
      if (!isAvaError(cause) || cause.code !== 'not_found') throw cause;
      throw new AvaError('not_found', { cause, detail: functionTexts.noSuchSite });
    });
    const authorized = await authorizeSite(ctx, person, id, 'search', signal);
    const scope = await getSiteScope(ctx, person, authorized, [], signal);
    const { passages, passageHits } = await searchCorpus(ctx, person, scope, { queries: [words] }, signal);
    return {
      summary: passages.length === 0 ? 'Nothing was found.' : `Found ${passages.length} passages.`,
      hits: passageHits,
      passages,
    };
  },
});
