import type { Person } from '#api/identity/person.ts';
import type { ScoredChunk, ChunkScope } from '#api/storage/tables/search/chunkSearch.ts';
import { FILES_PER_CHECK, type ReadableScope } from './readableScope.ts';
import { trim, type Hit, type ReadableHit, type TrimContext } from './trimToReadable.ts';

/** Lengths of the candidate list, as multiples of `hits`. The list grows as long as it contains unreadable chunks. */
const LIST_LENGTHS = [1, 4, 16, 64];

export interface CollectLimits {
  /** Maximum number of collected hits. */
  hits: number;
  /** Maximum number of files that Graph is asked about, not counting those that were checked before the search. */
  checkedFiles: number;
}

/**
 * Collects the first readable chunks of a candidate list, best first. Stops when it has enough hits, at the end of the
 * list, or when Graph was asked about the maximum number of files. An unreadable chunk never takes the place of a
 * readable one: the list is fetched again without it.
 */
export async function collectReadable(
  ctx: TrimContext,
  person: Person,
  scope: ReadableScope,
  listCandidates: (scope: ChunkScope, limit: number) => Promise<ScoredChunk[]>,
  limits: CollectLimits,
  signal?: AbortSignal,
): Promise<ReadableHit[]> {
  const checked = new Set<string>();
  let collected: ReadableHit[] = [];
  for (const length of LIST_LENGTHS) {
    const limit = limits.hits * length;
    const candidates = await listCandidates(scope.getChunkScope(), limit);
    const hits = candidates.map(({ id, versionId }): Hit => ({ chunkId: id, versionId }));
    let [start, unreadable] = [0, 0];
    collected = [];
    while (start < hits.length && collected.length < limits.hits) {
      const page = takePage(hits.slice(start), scope, checked, limits.checkedFiles);
      if (page.length === 0) return collected;
      const readable = await trim(ctx, person, page, signal);
      collected.push(...readable);
      unreadable += page.length - readable.length;
      const readableVersions = new Set(readable.map(({ hit }) => hit.versionId));
      for (const { versionId } of page) if (!readableVersions.has(versionId)) scope.exclude(versionId);
      start += page.length;
    }
    if (collected.length >= limits.hits || hits.length < limit || unreadable === 0) break;
  }
  return collected.slice(0, limits.hits);
}

/** Takes the first hits, with no more unknown files than Graph is asked about in one call. */
function takePage(hits: readonly Hit[], scope: ReadableScope, checked: Set<string>, maxChecked: number): Hit[] {
  const checkedBefore = checked.size;
  const page: Hit[] = [];
  for (const hit of hits) {
    if (!scope.isKnown(hit.versionId) && !checked.has(hit.versionId)) {
      if (checked.size === maxChecked || checked.size - checkedBefore === FILES_PER_CHECK) break;
      checked.add(hit.versionId);
    }
    page.push(hit);
  }
  return page;
}
