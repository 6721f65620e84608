import type { z } from 'zod';
import { AvaError } from '#contract/errors.ts';
import type { getSimilarityResults, SimilarPassage } from '#contract/sites/search.ts';
import { toSource } from '#api/answers/citations/createCitations.ts';
import { readMessage } from '#api/answers/readableHistory.ts';
import type { Person } from '#api/identity/person.ts';
import type { AppContext } from '#api/context.ts';
import { trim } from './access/trimToReadable.ts';
import { readHits } from './readPassages.ts';

type PageQuery = z.output<typeof getSimilarityResults.query>;

const MAX_RESULTS = 50;
const MAX_AROUND = 3;

/**
 * Lists the hits of an answer's search, best first. Access is checked and text is read now, not when it was answered.
 * In a copied chat, it lists only hits that the model read: the others were the best hits for another person, so gaps among
 * them would reveal files that this person can't open. For a hidden answer, it lists none.
 */
export async function listSimilarPassages(
  ctx: AppContext,
  person: Person,
  messageId: string,
  { start, end, delta }: PageQuery,
) {
  const message = await ctx.store.messages.find(person, messageId);
  if (!message) throw new AvaError('not_found');
  const isCopy = (await ctx.store.chats.find(message.chatId))?.sharedBy !== null;
  const { isHidden } = await readMessage(ctx, person, message);
  const { hits = [] } = (await ctx.store.searches.findOrigins(message.chatId, [messageId])).get(messageId) ?? {};
  const shown = isHidden ? [] : hits.filter(({ given }) => given || !isCopy);
  const given = new Set(shown.flatMap((hit) => (hit.given ? [hit.chunkId] : [])));
  const readable = await trim(ctx, person, shown);
  const page = readable.slice(start, Math.min(end, start + MAX_RESULTS));
  const { passageHits, passages } = await readHits(ctx, page, Math.min(delta, MAX_AROUND));
  const results = passages.map((passage, index): SimilarPassage => ({
    ...toSource(passage),
    number: start + passage.number,
    quote: '',
    standing: passage.changed ? 'changed' : 'holds',
    text: passage.text,
    wasRead: given.has(passageHits[index]?.hit.chunkId ?? 0),
  }));
  return { results, total: readable.length };
}
