import { createHash } from 'node:crypto';
import type { Citation } from '#contract/runs/answerEvents.ts';
import type { SiteChoice } from '#contract/sites/sites.ts';
import type { AppContext } from '#api/context.ts';
import type { Person } from '#api/identity/person.ts';
import type { SiteRow } from '#api/storage/tables/corpora/sites.ts';
import type { SiteSearchResult } from './searchSite.ts';
import { splitWords } from './text/words.ts';

/** How many words of an unanswered question are counted. */
const MAX_UNANSWERED_WORDS = 12;

interface SearchOutcome {
  choice: SiteChoice;
  text: string;
  found: SiteSearchResult;
  cited: readonly Citation[];
  /** False if the model said that the passages answer nothing. */
  wasFound: boolean;
}

/**
 * For the owners of the sites, counts the files that an answer cites or, if it has found nothing in the chosen sites,
 * the words of the question.
 */
export async function countResult(
  { store, log }: Pick<AppContext, 'store' | 'log'>,
  person: Person,
  sites: readonly SiteRow[],
  { choice, text, found, cited, wasFound }: SearchOutcome,
): Promise<void> {
  const bySite = Map.groupBy(cited, ({ site }) => site);
  if (wasFound && sites.some(({ id }) => bySite.has(id))) {
    for (const { tenantId, id } of sites) {
      const files = new Set((bySite.get(id) ?? []).map(({ fileid }) => fileid));
      if (files.size > 0)
        await store.corpusFiles
          .countCitations(tenantId, id, [...files])
          .catch((error: unknown) => log.warn({ error }, 'failed to count citations'));
    }
    return;
  }
  // A question to all sites is not about each of them.
  if (choice === 'all') return;
  for (const site of sites) await countUnanswered({ store, log }, person, site, found, text);
}

/**
 * Counts the words of an unanswered question, once per person. Only a hash of the person is saved. Words that the model
 * has added from file names or earlier answers are not counted, because a site's owners can't read all of these files
 * and answers.
 */
async function countUnanswered(
  { store, log }: Pick<AppContext, 'store' | 'log'>,
  person: Person,
  { tenantId, id: siteId }: SiteRow,
  { words }: SiteSearchResult,
  question: string,
): Promise<void> {
  const typed = new Set(splitWords(question).map(({ text }) => text));
  const counted = words.filter(({ display }) => typed.has(display)).slice(0, MAX_UNANSWERED_WORDS);
  const asker = createHash('sha256').update(`${tenantId}/${siteId}/${person.id}`).digest('hex');
  await store.searches
    .saveUnansweredWords({ tenantId, siteId }, counted, asker)
    .catch((error: unknown) => log.warn({ error }, 'failed to count unanswered question'));
}
