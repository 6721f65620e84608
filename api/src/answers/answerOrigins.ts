import { createHash } from 'node:crypto';
import type { Taken } from './acceptQuestion.ts';
import type { Person } from '../identity/person.ts';
import type { FileRef, SavedHit } from '../storage/tables/search/searches.ts';
import type { SiteRow } from '../storage/tables/corpora/sites.ts';
import type { AppContext } from '../context.ts';
import type { Found } from '../search/searchSite.ts';

/** Hits that are kept for those who look at what was found. */
const KEPT = 60;
/** Words of one question that are counted. */
const WORDS = 12;

type At = Pick<SiteRow, 'tenantId' | 'id'>;

type KeepContext = Pick<AppContext, 'store' | 'clock'>;
type For = Pick<Taken, 'chatId' | 'answerId'>;

/**
 * Keeps what was found for an answer, as ids in their order: who can read it is asked again each time it is looked at.
 * @param retold what the earlier answers that the model reads were made from
 */
export async function keepSearch(
  { store, clock }: KeepContext,
  site: At,
  { chatId, answerId }: For,
  { hits, given }: Pick<Found, 'hits' | 'given'>,
  retold: readonly FileRef[],
): Promise<void> {
  const isGiven = new Set(given);
  const kept = hits.slice(0, KEPT).map((readable): SavedHit => {
    const { hit, file } = readable;
    return { ...hit, siteId: file.siteId, itemId: file.itemId, given: isGiven.has(readable) };
  });
  await store.searches.save(
    { chatId, messageId: answerId, tenantId: site.tenantId, siteId: site.id, hits: kept, inheritedFiles: retold },
    clock.now(),
  );
}

/** The same for an answer for which nothing was searched. */
export async function keepRetold(
  { store, clock }: KeepContext,
  { tenantId }: Person,
  { chatId, answerId }: For,
  retold: readonly FileRef[],
): Promise<void> {
  await store.searches.save(
    { chatId, messageId: answerId, tenantId, siteId: '', hits: [], inheritedFiles: retold },
    clock.now(),
  );
}

/** Counts the words of a question without an answer. The asker is kept as a hash, to be counted once. */
export async function keepUnanswered(
  { store, log }: Pick<AppContext, 'store' | 'log'>,
  person: Person,
  site: At,
  { words }: Found,
): Promise<void> {
  const asker = createHash('sha256').update(`${site.tenantId}/${site.id}/${person.id}`).digest('hex');
  await store.searches
    .saveUnansweredWords({ tenantId: site.tenantId, siteId: site.id }, words.slice(0, WORDS), asker)
    .catch((error: unknown) => log.warn({ error }, 'a question without an answer could not be counted'));
}
