import type { Person } from '#api/identity/person.ts';
import type { ChunkScope, ScopeFile } from '#api/storage/tables/search/chunkSearch.ts';
import type { CorpusFilter } from '#api/storage/tables/search/fileFilters.ts';
import type { WordCount } from '#api/storage/tables/search/wordCounts.ts';
import type { AppContext } from '#api/context.ts';
import { findReadableFiles, type TrimContext } from './trimToReadable.ts';

export type ScopeContext = TrimContext & {
  store: { chunkSearch: Pick<AppContext['store']['chunkSearch'], 'listFiles' | 'findIndexes'> } & Pick<
    AppContext['store'],
    'wordCounts'
  >;
};

/** Maximum number of files that Graph is asked about before a search. Most sites have fewer files. */
export const MAX_FILES_BEFORE_SEARCH = 320;
/** In larger sites, the statistics are taken from a sample of readable files with this many files or chunks. */
const SAMPLE_FILES = 160;
const SAMPLE_CHUNKS = 2_000;
/** Files per access check in larger sites: four of Graph's batches, which are sent at once. */
export const FILES_PER_CHECK = 80;

/** The texts from which the statistics of a search are calculated. */
export interface Statistics {
  files: number;
  chunks: number;
  /** Mean number of words in a chunk; never 0. */
  meanLength: number;
}

/** Statistics of files that the person can read. An unreadable file has no effect on any number here. */
export interface WordStatistics extends Statistics {
  /** Languages of the files, most frequent first. */
  languages: readonly string[];
  /** Names of readable files; of a larger site, those of the sample. */
  fileNames: readonly string[];
  /** Number of files and chunks with each word. A word without an entry is in no chunk. */
  countWords(words: readonly string[]): Promise<ReadonlyMap<string, WordCount>>;
}

/** The part of the searched sites that the person can read. */
export interface ReadableScope extends WordStatistics {
  /** The names in `fileNames` that are of one site. */
  getFileNames(siteId: string): string[];
  /** Where to search, without the versions that are known to be unreadable. */
  getChunkScope(): ChunkScope;
  /** Whether access to a version has been checked. */
  isKnown(versionId: string): boolean;
  /** Excludes a version from the next chunk scope. */
  exclude(versionId: string): void;
}

/** Checks access to all files of the sites if they are few, otherwise to a sample. */
export async function getReadableScope(
  ctx: ScopeContext,
  person: Person,
  filter: CorpusFilter,
  signal?: AbortSignal,
): Promise<ReadableScope> {
  const { chunkSearch, wordCounts } = ctx.store;
  const [files, indexes] = await Promise.all([
    chunkSearch.listFiles(filter, MAX_FILES_BEFORE_SEARCH + 1),
    chunkSearch.findIndexes(filter),
  ]);
  const isComplete = files.length <= MAX_FILES_BEFORE_SEARCH;
  const { readable, unreadable } = isComplete
    ? await checkFiles(ctx, person, files, signal)
    : await checkSample(ctx, person, files, signal);
  const [readableIds, excludedIds] = [readable.map(getId), new Set(unreadable.map(getId))];
  const known = new Set([...readableIds, ...excludedIds]);
  const counted = isComplete ? readable : takeSample(readable);
  const chunks = sum(counted, (file) => file.chunks);
  return {
    fileNames: counted.map(({ name }) => name),
    getFileNames: (id) => counted.filter(({ siteId }) => siteId === id).map(({ name }) => name),
    getChunkScope: () => ({
      indexIds: indexes.indexIds,
      versions: isComplete
        ? { only: readableIds.filter((id) => !excludedIds.has(id)) }
        : { except: [...excludedIds], itemIds: filter.itemIds },
    }),
    isKnown: (versionId) => known.has(versionId),
    exclude: (versionId) => excludedIds.add(versionId),
    files: counted.length,
    chunks,
    meanLength: Math.max(1, sum(counted, (file) => file.words) / Math.max(1, chunks)),
    languages: listLanguages(counted),
    async countWords(words) {
      const isSmallPart = 2 * chunks <= indexes.chunks;
      const counts = await wordCounts.count(
        { indexIds: indexes.indexIds, versionIds: counted.map(getId), isSmallPart },
        words,
      );
      if (isComplete) return counts;
      // Files outside the sample can have a word that the sample doesn't have.
      return new Map(words.map((word) => [word, counts.get(word) ?? { files: 0, chunks: 0 }]));
    },
  };
}

const getId = ({ versionId }: ScopeFile) => versionId;
const sum = (files: readonly ScopeFile[], getNumber: (file: ScopeFile) => number) =>
  files.reduce((total, file) => total + getNumber(file), 0);

type NamedFile = ScopeFile & { name: string };

interface CheckedFiles {
  readable: NamedFile[];
  unreadable: ScopeFile[];
}

async function checkFiles(
  ctx: ScopeContext,
  person: Person,
  files: readonly ScopeFile[],
  signal: AbortSignal | undefined,
): Promise<CheckedFiles> {
  const readable = await findReadableFiles(ctx, person, files, signal);
  const readableFiles = new Set(readable.map(({ file }) => file));
  return {
    readable: readable.map(({ file, name }) => ({ ...file, name })),
    unreadable: files.filter((file) => !readableFiles.has(file)),
  };
}

/** Checks files until the readable ones are enough for a sample. */
async function checkSample(
  ctx: ScopeContext,
  person: Person,
  files: readonly ScopeFile[],
  signal: AbortSignal | undefined,
): Promise<CheckedFiles> {
  const checked: CheckedFiles = { readable: [], unreadable: [] };
  for (let start = 0; start < MAX_FILES_BEFORE_SEARCH && !isEnough(checked.readable); start += FILES_PER_CHECK) {
    const { readable, unreadable } = await checkFiles(ctx, person, files.slice(start, start + FILES_PER_CHECK), signal);
    checked.readable.push(...readable);
    checked.unreadable.push(...unreadable);
  }
  return checked;
}

const isEnough = (files: readonly ScopeFile[]) =>
  files.length >= SAMPLE_FILES || sum(files, (file) => file.chunks) >= SAMPLE_CHUNKS;

/** Takes just enough files, so that the sample doesn't depend on where the last check ended. */
function takeSample(readable: readonly NamedFile[]): NamedFile[] {
  const end = readable.findIndex((_, index) => isEnough(readable.slice(0, index + 1)));
  return end < 0 ? [...readable] : readable.slice(0, end + 1);
}

/** A question is stemmed in this number of languages at most: the most frequent ones of the files. */
const MAX_LANGUAGES = 3;

function listLanguages(files: readonly ScopeFile[]): string[] {
  const byLanguage = [...Map.groupBy(files, ({ language }) => language)];
  return byLanguage
    .toSorted(([a, filesA], [b, filesB]) => filesB.length - filesA.length || (a < b ? -1 : 1))
    .slice(0, MAX_LANGUAGES)
    .map(([language]) => language);
}
