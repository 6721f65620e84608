import type { Person } from '../../identity/person.ts';
import type { ChunkScope, ScopeFile, CorpusFilter } from '../../storage/tables/search/chunkSearch.ts';
import type { WordCount } from '../../storage/tables/search/wordCounts.ts';
import type { AppContext } from '../../context.ts';
import { trimFiles, type TrimContext } from './trim.ts';

export type ScopeContext = TrimContext & {
  store: { chunkSearch: Pick<AppContext['store']['chunkSearch'], 'listFiles' | 'findIndexes'> } & Pick<
    AppContext['store'],
    'wordCounts'
  >;
};

/** Files that Graph is asked about before a search: all files of most sites. */
export const FIRST_ASKED = 320;
/** In larger sites, files that can be read are counted until there are this many of them, or of their chunks. */
const SAMPLE_FILES = 160;
const SAMPLE_CHUNKS = 2_000;
/** Files per call of `trim` in larger sites: four of Graph's batches, which it sends at once. */
export const ASKED_AT_ONCE = 80;

/** How many files and chunks the statistics of a search are taken from. */
export interface Statistics {
  files: number;
  chunks: number;
  /** Mean number of words in a chunk; never 0. */
  meanLength: number;
}

/** Statistics of files that the asker can read, and no others: what a closed file says has no effect on any number here. */
export interface WordStatistics extends Statistics {
  /** Languages of the files, most frequent first. */
  languages: readonly string[];
  /** How many files and chunks have each word. A word that none has is missing, or rare if the site is too large to know. */
  counts(words: readonly string[]): Promise<ReadonlyMap<string, WordCount>>;
}

/** What the asker can read of where they search. */
export interface ReadableScope extends WordStatistics {
  /** Where to look for chunks, without the sets that are known to be closed. */
  scope(): ChunkScope;
  /** Whether a set needs no further question to Graph. */
  isKnown(versionId: string): boolean;
  /** Leaves a set out of what is searched next. */
  close(versionId: string): void;
}

/** Asks Graph which files the person can read, of all where there are few enough of them, and of a sample of others. */
export async function readableScope(ctx: ScopeContext, person: Person, where: CorpusFilter): Promise<ReadableScope> {
  const { chunkSearch, wordCounts } = ctx.store;
  const [files, shelves] = await Promise.all([
    chunkSearch.listFiles(where, FIRST_ASKED + 1),
    chunkSearch.findIndexes(where),
  ]);
  const isWhole = files.length <= FIRST_ASKED;
  const { open, closed } = isWhole ? await partition(ctx, person, files) : await sample(ctx, person, files);
  const [openIds, closedIds] = [open.map(idOf), new Set(closed.map(idOf))];
  const known = new Set([...openIds, ...closedIds]);
  const counted = isWhole ? open : sampleOf(open);
  const chunks = sum(counted, (file) => file.chunks);
  return {
    scope: () => ({
      indexIds: shelves.indexIds,
      versions: isWhole
        ? { only: openIds.filter((id) => !closedIds.has(id)) }
        : { except: [...closedIds], itemIds: where.itemIds },
    }),
    isKnown: (versionId) => known.has(versionId),
    close: (versionId) => closedIds.add(versionId),
    files: counted.length,
    chunks,
    meanLength: Math.max(1, sum(counted, (file) => file.words) / Math.max(1, chunks)),
    languages: languagesOf(counted),
    async counts(words) {
      const isSmallPart = 2 * chunks <= shelves.chunks;
      const counts = await wordCounts.count(
        { indexIds: shelves.indexIds, versionIds: counted.map(idOf), isSmallPart },
        words,
      );
      return isWhole ? counts : new Map(words.map((word) => [word, counts.get(word) ?? { files: 0, chunks: 0 }]));
    },
  };
}

const idOf = ({ versionId }: ScopeFile) => versionId;
const sum = (files: readonly ScopeFile[], of: (file: ScopeFile) => number) =>
  files.reduce((total, file) => total + of(file), 0);

interface Partition {
  open: ScopeFile[];
  closed: ScopeFile[];
}

async function partition(ctx: ScopeContext, person: Person, files: readonly ScopeFile[]): Promise<Partition> {
  const open = new Set(await trimFiles(ctx, person, files));
  return { open: [...open], closed: files.filter((file) => !open.has(file)) };
}

/** Goes through the files until a sample can be taken from those that can be read. */
async function sample(ctx: ScopeContext, person: Person, files: readonly ScopeFile[]): Promise<Partition> {
  const asked: Partition = { open: [], closed: [] };
  for (let from = 0; from < FIRST_ASKED && !isEnough(asked.open); from += ASKED_AT_ONCE) {
    const { open, closed } = await partition(ctx, person, files.slice(from, from + ASKED_AT_ONCE));
    asked.open.push(...open);
    asked.closed.push(...closed);
  }
  return asked;
}

const isEnough = (open: readonly ScopeFile[]) =>
  open.length >= SAMPLE_FILES || sum(open, (file) => file.chunks) >= SAMPLE_CHUNKS;

/** The first of the files that are enough, wherever the last call of `trim` ended. */
function sampleOf(open: readonly ScopeFile[]): ScopeFile[] {
  const end = open.findIndex((_, at) => isEnough(open.slice(0, at + 1)));
  return end < 0 ? [...open] : open.slice(0, end + 1);
}

/** Languages in which few files are written say little about a question's. */
const LANGUAGES = 3;

function languagesOf(files: readonly ScopeFile[]): string[] {
  const byLanguage = [...Map.groupBy(files, ({ language }) => language)];
  return byLanguage
    .toSorted(([a, one], [b, other]) => other.length - one.length || (a < b ? -1 : 1))
    .slice(0, LANGUAGES)
    .map(([language]) => language);
}
