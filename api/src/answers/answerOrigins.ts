import type { Person } from '../identity/person.ts';
import type { ReadableHit } from '../search/access/trimToReadable.ts';
import type { FileRef, SavedHit } from '../storage/tables/search/searches.ts';
import type { SiteRow } from '../storage/tables/corpora/sites.ts';
import type { AppContext } from '../context.ts';
import type { AcceptedQuestion } from './acceptQuestion.ts';

/** Maximum number of hits saved for the list of similar passages. */
const MAX_SAVED_HITS = 60;

type OriginsContext = Pick<AppContext, 'store' | 'clock'>;
type AnswerIds = Pick<AcceptedQuestion, 'chatId' | 'answerId'>;

/**
 * Saves the hits of an answer's search (ids in their order, no text). Access is checked again whenever they are read.
 * @param found `passageHits` are the hits that became passages of the prompt
 * @param inheritedFiles files of the earlier answers that the model reads
 */
export async function saveSearchOrigins(
  { store, clock }: OriginsContext,
  site: Pick<SiteRow, 'tenantId' | 'id'>,
  { chatId, answerId }: AnswerIds,
  { hits, passageHits }: { hits: readonly ReadableHit[]; passageHits: readonly ReadableHit[] },
  inheritedFiles: readonly FileRef[],
): Promise<void> {
  const isPassage = new Set(passageHits);
  const saved = hits.slice(0, MAX_SAVED_HITS).map((readable): SavedHit => {
    const { hit, file } = readable;
    return { ...hit, siteId: file.siteId, itemId: file.itemId, given: isPassage.has(readable) };
  });
  await store.searches.save(
    { chatId, messageId: answerId, tenantId: site.tenantId, siteId: site.id, hits: saved, inheritedFiles },
    clock.now(),
  );
}

/** Saves which files an answer without a search is based on, through the earlier answers that the model reads. */
export async function saveInheritedOrigins(
  { store, clock }: OriginsContext,
  { tenantId }: Person,
  { chatId, answerId }: AnswerIds,
  inheritedFiles: readonly FileRef[],
): Promise<void> {
  await store.searches.save(
    { chatId, messageId: answerId, tenantId, siteId: '', hits: [], inheritedFiles },
    clock.now(),
  );
}
