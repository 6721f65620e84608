import { NOT_FOUND_MARK } from '#api/answers/notFoundMark.ts';
import { cleanName } from '#api/functions/searchableSites.ts';
import type { SiteRow } from '#api/storage/tables/corpora/sites.ts';

/**
 * By the mark, AVA recognizes that an answer found nothing, in whatever language it is written, and even if it cites the
 * closest passage.
 */
const SEARCH_RULES = `Answer only from the passages and this conversation, not from what else you know. If they answer no part of the question, begin with ${NOT_FOUND_MARK}, say that you found nothing about it, and cite the closest passage if one helps.`;

/** Adds the rules of a search, then the guidance of the sites' owners, which can't override AVA's own rules. */
export function addGuidance(system: string, sites: readonly Pick<SiteRow, 'name' | 'prompt'>[]): string {
  const guidance = sites
    .filter(({ prompt }) => prompt.trim() !== '')
    .map(({ name, prompt }) => {
      const files = sites.length > 1 ? `the files of ${JSON.stringify(cleanName(name))}` : 'these files';
      return `Guidance from the owners of ${files}. Follow it as far as the rules above allow:\n${prompt.trim()}`;
    });
  return [`${system}\n\n${SEARCH_RULES}`, ...guidance].join('\n\n');
}
