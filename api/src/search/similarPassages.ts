import type { z } from 'zod';
import { AvaError } from '../../contract/errors.ts';
import { pageNumber, locationLabel } from '../../contract/locations.ts';
import type { getSimilarityResults, SimilarPassage } from '../../contract/search.ts';
import type { Person } from '../identity/person.ts';
import type { AppContext } from '../context.ts';
import { quote } from './readPassages.ts';
import { trim } from './access/trim.ts';

type Ask = z.output<typeof getSimilarityResults.query>;

const MOST = 50;
const MOST_AROUND = 3;

/** What was found for an answer of the person's, closest first: read and trimmed anew, as of now. */
export async function similarPassages(ctx: AppContext, person: Person, messageId: string, { start, end, delta }: Ask) {
  const message = await ctx.store.messages.find(person, messageId);
  if (!message) throw new AvaError('not_found');
  const { hits } = (await ctx.store.searches.findOrigins(message.chatId, [messageId])).get(messageId) ?? { hits: [] };
  const readable = await trim(ctx, person, hits);
  const page = readable.slice(start, Math.min(end, start + MOST));
  const passages = await quote(ctx, page, Math.min(delta, MOST_AROUND));
  const results = passages.map((passage): SimilarPassage => ({
    number: start + passage.number,
    fileid: passage.fileId,
    filename: passage.fileName,
    pagenumber: pageNumber(passage.location),
    location: locationLabel(passage.location),
    datatype: passage.fileType,
    link: passage.link,
    lastModified: passage.lastModified,
    quote: '',
    site: passage.site,
    standing: passage.changed ? 'changed' : 'holds',
    text: passage.text,
  }));
  return { results, total: readable.length };
}
