import type { Person } from '../../identity/person.ts';
import type { ScoredChunk, ChunkScope } from '../../storage/tables/search/chunkSearch.ts';
import type { Hit } from '../hits.ts';
import { ASKED_AT_ONCE, type ReadableScope } from './readableScope.ts';
import { trim, type ReadableHit, type TrimContext } from './trim.ts';

/** How many chunks of a list to look at, as multiples of those that are wanted, each time closed ones were met before. */
const LENGTHS = [1, 4, 16, 64];

export interface Wish {
  /** Chunks that are wanted. */
  enough: number;
  /** Files that Graph is asked about at most, beside those that are known. */
  most: number;
}

/**
 * Goes down a list of chunks, closest first, until enough of them can be read, the list ends, or Graph was asked about as
 * many files as it can be. A closed chunk takes no place: after closed ones, the list is fetched without them.
 */
export async function firstReadable(
  ctx: TrimContext,
  person: Person,
  scope: ReadableScope,
  list: (scope: ChunkScope, limit: number) => Promise<ScoredChunk[]>,
  { enough, most }: Wish,
): Promise<ReadableHit[]> {
  const asked = new Set<string>();
  let open: ReadableHit[] = [];
  for (const length of LENGTHS) {
    const limit = enough * length;
    const found = (await list(scope.scope(), limit)).map(({ id, versionId }): Hit => ({ chunkId: id, versionId }));
    let [from, closed] = [0, 0];
    open = [];
    while (from < found.length && open.length < enough) {
      const page = nextPage(found.slice(from), scope, asked, most);
      if (page.length === 0) return open;
      const readable = await trim(ctx, person, page);
      open.push(...readable);
      closed += page.length - readable.length;
      const openSets = new Set(readable.map(({ hit }) => hit.versionId));
      for (const { versionId } of page) if (!openSets.has(versionId)) scope.close(versionId);
      from += page.length;
    }
    if (open.length >= enough || found.length < limit || closed === 0) break;
  }
  return open.slice(0, enough);
}

/** The first of the hits, of no more files that Graph must be asked about than it is asked about at once. */
function nextPage(hits: readonly Hit[], scope: ReadableScope, asked: Set<string>, most: number): Hit[] {
  const before = asked.size;
  const page: Hit[] = [];
  for (const hit of hits) {
    if (!scope.isKnown(hit.versionId) && !asked.has(hit.versionId)) {
      if (asked.size === most || asked.size - before === ASKED_AT_ONCE) break;
      asked.add(hit.versionId);
    }
    page.push(hit);
  }
  return page;
}
