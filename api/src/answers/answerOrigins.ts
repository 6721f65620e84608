import type { Person } from '#api/identity/person.ts';
import type { ReadableHit } from '#api/search/access/trimToReadable.ts';
import type { Origin, SavedHit } from '#api/storage/tables/search/searches.ts';
import type { AppContext } from '#api/context.ts';
import type { AcceptedQuestion } from './acceptQuestion.ts';

/** Saved in place of its site for an answer from several sites. */
export const SEVERAL_SITES = '*';
/** Maximum number of hits saved for the list of similar passages, beside those that the model reads. */
const MAX_SAVED_HITS = 60;

type OriginsContext = Pick<AppContext, 'store' | 'clock'>;
type AnswerIds = Pick<AcceptedQuestion, 'chatId' | 'answerId'>;

/**
 * Saves the hits of an answer's search (ids in their order, no text). Access is checked again whenever they are read.
 * @param siteIds the sites that were searched
 * @param found `passageHits` are the hits that became passages of the prompt
 * @param otherOrigins what the earlier answers that the model reads are based on, and files without hits that it has read
 * @param lookedUp hits that the model has read since
 */
export async function saveSearchOrigins(
  { store, clock }: OriginsContext,
  { tenantId }: Person,
  siteIds: readonly string[],
  { chatId, answerId }: AnswerIds,
  { hits, passageHits }: { hits: readonly ReadableHit[]; passageHits: readonly ReadableHit[] },
  otherOrigins: readonly Origin[],
  lookedUp: readonly ReadableHit[] = [],
): Promise<void> {
  const read = [...passageHits, ...lookedUp];
  const given = new Set(read.map(({ hit }) => hit.chunkId));
  const unique = new Map(
    [...hits.slice(0, MAX_SAVED_HITS), ...read].map((readable) => [readable.hit.chunkId, readable]),
  );
  const saved = [...unique.values()].map((readable) => toSavedHit(readable, given.has(readable.hit.chunkId)));
  const [siteId = SEVERAL_SITES, ...others] = siteIds;
  await store.searches.save(
    {
      chatId,
      messageId: answerId,
      tenantId,
      siteId: others.length === 0 ? siteId : SEVERAL_SITES,
      hits: saved,
      otherOrigins,
    },
    clock.now(),
  );
}

/** Saves what an answer with function calls is based on, before the model reads it. `hits` are all passages that it reads. */
export async function saveCallOrigins(
  { store, clock }: OriginsContext,
  { tenantId }: Person,
  { chatId, answerId }: AnswerIds,
  hits: readonly ReadableHit[],
  otherOrigins: readonly Origin[],
): Promise<void> {
  const saved = hits.map((readable) => toSavedHit(readable, true));
  await store.searches.save(
    { chatId, messageId: answerId, tenantId, siteId: '', hits: saved, otherOrigins },
    clock.now(),
  );
}

const toSavedHit = ({ hit, file: { siteId, itemId } }: ReadableHit, given: boolean): SavedHit => ({
  ...hit,
  siteId,
  itemId,
  given,
});

/** Saves what an answer without a search is based on, through the earlier answers that the model reads. */
export async function saveOtherOrigins(
  { store, clock }: OriginsContext,
  { tenantId }: Person,
  { chatId, answerId }: AnswerIds,
  otherOrigins: readonly Origin[],
): Promise<void> {
  await store.searches.save({ chatId, messageId: answerId, tenantId, siteId: '', hits: [], otherOrigins }, clock.now());
}
