import { AvaError } from '../../../contract/errors.ts';
import type { Graph } from '../../graph/graph.ts';
import type { ReadableItem } from '../../graph/drives.ts';
import type { Person } from '../../identity/person.ts';
import type { VersionFile } from '../../storage/tables/search/chunkSearch.ts';
import type { AppContext } from '../../context.ts';
import type { Hit } from '../hits.ts';

export type TrimContext = Pick<AppContext, 'clock' | 'log'> & {
  graph: Pick<Graph, 'getReadableItems'>;
  store: { chunkSearch: Pick<AppContext['store']['chunkSearch'], 'findFiles'> };
};

/** Removed access takes effect within a minute, the time of an answer that is under way included. */
const KEPT_MS = 30_000;
const MOST_KEPT = 50_000;

/** A hit that this person may read, as Microsoft 365 said less than a minute ago. */
class Readable {
  /** Makes the type one that nothing else is assignable to. */
  readonly #asked = true;
  readonly hit: Hit;
  readonly file: VersionFile;
  readonly now: ReadableItem;

  constructor(hit: Hit, file: VersionFile, now: ReadableItem) {
    this.hit = hit;
    this.file = file;
    this.now = now;
  }

  /** Whether the file is not the version any more that was indexed. */
  get changed(): boolean {
    return this.#asked && this.now.etag !== null && this.now.etag !== this.file.etag;
  }
}

/** Only `trim` can make one: the class does not leave this module. */
export type ReadableHit = Readable;

interface Known {
  item: ReadableItem | null;
  until: number;
}

/** What each Graph has said of whom, by person and item. */
const memories = new WeakMap<TrimContext['graph'], Map<string, Known>>();

function memoryOf(graph: TrimContext['graph']): Map<string, Known> {
  const memory = memories.get(graph) ?? new Map<string, Known>();
  memories.set(graph, memory);
  return memory;
}

type Located = Pick<VersionFile, 'siteId' | 'itemId' | 'driveId'>;

const keyOf = (person: Person, file: Located) => `${person.tenantId}/${person.id}/${file.driveId}/${file.itemId}`;

/**
 * Those of the hits that the person may read now, in their order, asked of Microsoft 365 with the person's own right. What
 * it does not say is not readable. Throws `graph_unavailable` where it says nothing at all.
 */
export async function trim(ctx: TrimContext, person: Person, hits: readonly Hit[]): Promise<ReadableHit[]> {
  const found = await ctx.store.chunkSearch.findFiles(person.tenantId, [...new Set(hits.map((hit) => hit.versionId))]);
  const files = new Map(found.map((file) => [file.versionId, file]));
  const items = await readable(ctx, person, found);
  return hits.flatMap((hit) => {
    const file = files.get(hit.versionId);
    const now = file && items.get(keyOf(person, file));
    return file && now ? [new Readable(hit, file, now)] : [];
  });
}

/** Those of the files that the person can read now. */
export async function trimFiles<T extends Located>(
  ctx: TrimContext,
  person: Person,
  files: readonly T[],
): Promise<T[]> {
  const items = await readable(ctx, person, files);
  return files.filter((file) => items.has(keyOf(person, file)));
}

/** The items of files that the person may read, by key. */
async function readable(
  ctx: TrimContext,
  person: Person,
  files: readonly Located[],
): Promise<Map<string, ReadableItem>> {
  const memory = memoryOf(ctx.graph);
  const isFresh = (known: Known | undefined): known is Known =>
    known !== undefined && known.until > ctx.clock.monotonic();
  // Held here: questions of others may push answers out of the memory while Graph is asked.
  const known = new Map(files.map((file) => [keyOf(person, file), memory.get(keyOf(person, file))]));
  const asked = new Map(files.map((file) => [keyOf(person, file), file]));
  for (const [key, one] of known) if (isFresh(one)) asked.delete(key);
  if (asked.size > 0) for (const [key, one] of await ask(ctx, person, [...asked.values()])) known.set(key, one);
  return new Map(
    [...known].flatMap(([key, one]): [string, ReadableItem][] => (isFresh(one) && one.item ? [[key, one.item]] : [])),
  );
}

async function ask(
  { graph, clock, log }: TrimContext,
  person: Person,
  files: readonly Located[],
): Promise<Map<string, Known>> {
  const memory = memoryOf(graph);
  // From before the question: access that is removed while Graph answers counts from now on.
  const until = clock.monotonic() + KEPT_MS;
  const items = await graph.getReadableItems(person, files).catch((cause: unknown) => {
    log.warn({ error: cause }, 'who may read what could not be asked');
    throw new AvaError('graph_unavailable', { cause });
  });
  const answers = new Map(files.map((file) => [keyOf(person, file), { item: items.get(file) ?? null, until }]));
  for (const [key, answer] of answers) {
    memory.delete(key);
    memory.set(key, answer);
  }
  for (const key of memory.keys()) {
    if (memory.size <= MOST_KEPT) break;
    memory.delete(key);
  }
  return answers;
}
