import type { Person } from '../identity/person.ts';
import type { Hit } from './hits.ts';
import { trim, type ReadableHit, type TrimWorld } from './trim.ts';

/** As many items as Graph is asked about in one request. */
const FILES_AT_ONCE = 20;

/** Goes down the list of what was found, closest first, until the person may read enough of it or it ends. */
export async function fillPage(
  world: TrimWorld,
  person: Person,
  hits: readonly Hit[],
  enough: number,
): Promise<ReadableHit[]> {
  const page: ReadableHit[] = [];
  for (let from = 0; from < hits.length && page.length < enough;) {
    const to = endOfBatch(hits, from, enough - page.length);
    page.push(...(await trim(world, person, hits.slice(from, to))));
    from = to;
  }
  return page.slice(0, enough);
}

/** As many hits as are wanted, of no more files than are asked about at once; the first time more than one batch is rare. */
function endOfBatch(hits: readonly Hit[], from: number, wanted: number): number {
  const files = new Set<string>();
  let to = from;
  for (; to < hits.length && (to - from < wanted || files.size < FILES_AT_ONCE); to += 1) {
    const file = hits[to]?.setId ?? '';
    if (!files.has(file) && files.size === FILES_AT_ONCE) break;
    files.add(file);
  }
  return to;
}
