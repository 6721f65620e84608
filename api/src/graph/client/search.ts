import { GRAPH_SEARCH_HITS } from '#contract/limits.ts';
import type { Person } from '#api/identity/person.ts';
import type { GraphClient } from './graphClient.ts';

/** How many pages are requested for the first hits. */
const MAX_PAGES = 3;
/** Parts without words, such as the dash of a title. */
const PUNCTUATION = /^[!-/:-@[-`{-~\s]+$/;
/** What Graph's query language reads as an operator, a property or a group. */
const OPERATOR = /^(?:AND|OR|NOT|NEAR|ONEAR|WORDS|XRANK)$|^[+-]|[:=<>()]/;

export interface SearchHit<T> {
  hitId: string;
  /** Plain text around the words; '' if there is none. */
  excerpt: string;
  resource: T;
}

interface GraphHit<T> {
  hitId?: string | null;
  summary?: string | null;
  resource?: T | null;
}

interface SearchReply<T> {
  value?: { hitsContainers?: { hits?: GraphHit<T>[] | null; moreResultsAvailable?: boolean | null }[] | null }[] | null;
}

/** The first 20 hits of a search for words. A page can be empty although more results follow. */
export async function searchHits<T>(
  client: GraphClient,
  person: Person,
  entityType: 'driveItem' | 'message' | 'chatMessage',
  words: string,
  signal?: AbortSignal,
): Promise<SearchHit<T>[]> {
  const queryString = toQueryString(words);
  if (queryString === '') return [];
  const found: SearchHit<T>[] = [];
  for (let page = 0; page < MAX_PAGES && found.length < GRAPH_SEARCH_HITS; page += 1) {
    const window = { from: page * GRAPH_SEARCH_HITS, size: GRAPH_SEARCH_HITS };
    const request = { entityTypes: [entityType], query: { queryString }, ...window };
    const reply = await client.post<SearchReply<T>>(person, '/search/query', { requests: [request] }, signal);
    const containers = (reply.value ?? []).flatMap(({ hitsContainers }) => hitsContainers ?? []);
    found.push(...containers.flatMap(({ hits }) => (hits ?? []).flatMap((hit) => toHit(hit) ?? [])));
    if (!containers.some(({ moreResultsAvailable }) => moreResultsAvailable)) break;
  }
  return found.slice(0, GRAPH_SEARCH_HITS);
}

/** Quotes what Graph would not read as words, such as the colon of a title. It refuses a query with one quotation mark. */
function toQueryString(words: string): string {
  const parts = (words.match(/"[^"]*"|[^\s"]+/g) ?? []).filter((part) => !PUNCTUATION.test(part));
  return parts.map((part) => (!part.startsWith('"') && OPERATOR.test(part) ? `"${part}"` : part)).join(' ');
}

function toHit<T>({ hitId, summary, resource }: GraphHit<T>): SearchHit<T> | null {
  return resource ? { hitId: hitId ?? '', excerpt: toPlainExcerpt(summary ?? ''), resource } : null;
}

/** Graph marks the words of a search with `<c0>` and cuts with `<ddd/>`. */
function toPlainExcerpt(summary: string): string {
  return summary
    .slice(0, 1_000)
    .replaceAll('<ddd/>', '…')
    .replace(/<\/?c0>/g, '')
    .trim();
}
