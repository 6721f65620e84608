import { setImmediate as breathe } from 'node:timers/promises';
import type { Extraction, Place } from '../../contract/places.ts';
import type { NewChunk, SearchedFile } from '../storage/tables/chunks.ts';
import type { Occurrence } from '../storage/tsvector.ts';
import type { World } from '../world.ts';
import { analyse, type Stems } from './analyse.ts';
import { chunksOf, type Chunk } from './chunking.ts';
import { languageOf, type Language } from './languages.ts';
import { wordsOf } from './words.ts';

export type IndexWorld = Pick<World, 'store' | 'models' | 'clock'>;

export interface FileToIndex extends Omit<SearchedFile, 'type'> {
  extraction: Extraction;
}

/** Chunks that are analysed, embedded and stored together. */
const BATCH = 64;
/** Words of file name and headings come first; the text's own begin here, so that the two are never neighbours. */
const BODY_FROM = 100;
/** A file's first words are its title, more often than not. */
const OPENING = 100;
/** How much of a file tells its language. */
const SAMPLE = 20_000;
/** A file has so many different words at most; of more, the rarest say little about the whole. */
const MAX_WORDS = 15_000;

/**
 * Makes a file findable: its text in chunks, their words and vectors, in a set that is seen from its end on, as a whole and
 * in place of the one before. Done again for the same version, by the same embedder, it does nothing; ended at any point
 * and begun again, it leaves one set. Throws what the model server or the store threw, and the signal's reason.
 * @param onProgress told how many characters of how many are done
 */
export async function indexFile(
  world: IndexWorld,
  file: FileToIndex,
  signal: AbortSignal,
  onProgress: (done: number, total: number) => void = () => undefined,
): Promise<void> {
  const { store, models, clock } = world;
  const { extraction, ...version } = file;
  const begunAt = clock.now();
  const embedder = await models.embedder();
  const there = await store.chunks.visible(file);
  if (there?.etag === file.etag && there.name === file.name && there.embedder === embedder) return;

  const language = languageOfFile(extraction);
  const set = { ...version, id: crypto.randomUUID(), type: extraction.type, language, embedder };
  await store.chunks.begin(set, begunAt);
  const total = extraction.parts.reduce((sum, part) => sum + part.text.length, 0);
  const whole = new Whole();
  const before = [0, ...extraction.parts.map((part) => part.text.length)];
  for (const batch of batchesOf(extraction)) {
    signal.throwIfAborted();
    const chunks = await Promise.all(
      batch.map((chunk, at) => readChunk(store.stems, file.name, chunk, whole.chunks + at, language)),
    );
    const vectors =
      embedder === null
        ? []
        : await models.embed(
            batch.map((chunk) => spokenOf(file.name, chunk)),
            signal,
          );
    for (const [at, chunk] of chunks.entries()) whole.add(chunk, batch[at]?.shared ?? 0);
    const stored = await store.chunks.add(
      set.id,
      chunks.map((chunk, at) => ({ ...chunk, vector: vectors[at] ?? null })),
    );
    if (!stored) return;
    const last = batch.at(-1);
    if (last) onProgress(Math.min(total, sum(before.slice(0, last.part + 1)) + last.charTo), total);
    await breathe();
  }
  signal.throwIfAborted();
  await store.chunks.publish(set.id, whole);
}

/** Takes a file out of the search, with all versions of it that were begun. */
export async function forgetFile(
  { store }: Pick<World, 'store'>,
  file: Pick<SearchedFile, 'tenantId' | 'siteId' | 'itemId'>,
): Promise<void> {
  await store.chunks.forget(file);
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);

/** The language of a file by its beginning. */
export function languageOfFile({ parts }: Extraction): Language {
  let sample = '';
  for (const { text } of parts) {
    sample += `${text.slice(0, SAMPLE - sample.length)}\n`;
    if (sample.length >= SAMPLE) break;
  }
  return languageOf(
    wordsOf(sample).map((word) => word.text),
    'english',
  );
}

function* batchesOf(extraction: Extraction): Generator<Chunk[]> {
  let batch: Chunk[] = [];
  for (const chunk of chunksOf(extraction)) {
    batch.push(chunk);
    if (batch.length < BATCH) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

/** What stands above a place: the headings of a section, the name of a sheet. */
function headingOf(place: Place): string {
  if (place.kind === 'section') return place.path.join(' › ');
  return place.kind === 'sheet' ? place.sheet : '';
}

const nameOf = (fileName: string) => fileName.replace(/\.\w{1,5}$/, '').replaceAll('_', ' ');

/** What the vector of a chunk is of: its text below what it stands under. */
function spokenOf(fileName: string, { place, body }: Chunk): string {
  return [nameOf(fileName), headingOf(place), body].filter((text) => text.trim() !== '').join('\n');
}

type Read = Omit<NewChunk, 'vector'> & { shownFrom: { term: string; at: number }[] };

async function readChunk(stems: Stems, fileName: string, chunk: Chunk, n: number, language: Language): Promise<Read> {
  const words = new Map<string, Occurrence[]>();
  const put = (term: string, position: number, field: Occurrence['field']) => {
    const occurrences = words.get(term);
    if (occurrences) occurrences.push({ position, field });
    else words.set(term, [{ position, field }]);
  };
  const name = await analyse(stems, nameOf(fileName), language);
  const heading = await analyse(stems, headingOf(chunk.place), language);
  const body = await analyse(stems, chunk.body, language);
  const opening = n === 0 ? body.terms.filter(({ at }) => at < OPENING) : [];
  let position = 1;
  for (const [field, terms] of [
    ['A', name.terms],
    ['B', heading.terms],
    ['C', opening],
  ] as const) {
    for (const { term } of terms) if (position < BODY_FROM) put(term, position++, field);
  }
  for (const { term, position: at } of body.terms) put(term, BODY_FROM + at, 'D');
  return { ...chunk, n, length: body.terms.length, words, shownFrom: body.terms.map(({ term, at }) => ({ term, at })) };
}

/** Counts the words of the whole file, what two chunks share once. */
class Whole {
  chunks = 0;
  length = 0;
  readonly #counts = new Map<string, Occurrence[]>();

  add(chunk: Read, shared: number): void {
    this.chunks += 1;
    for (const [term, occurrences] of chunk.words) {
      const fields = new Set(occurrences.map(({ field }) => field));
      if (fields.has('A') || fields.has('C')) this.#count(term, 'A');
      else if (!fields.has('D')) this.#count(term, 'D');
    }
    for (const { term, at } of chunk.shownFrom) {
      if (at < shared) continue;
      this.#count(term, 'D');
      this.length += 1;
    }
  }

  #count(term: string, field: Occurrence['field']): void {
    const occurrences = this.#counts.get(term) ?? [];
    if (field === 'A' && occurrences.some((other) => other.field === 'A')) return;
    occurrences.push({ position: occurrences.length + 1, field });
    this.#counts.set(term, occurrences);
  }

  get words(): ReadonlyMap<string, readonly Occurrence[]> {
    if (this.#counts.size <= MAX_WORDS) return this.#counts;
    const kept = [...this.#counts].toSorted(([, a], [, b]) => b.length - a.length).slice(0, MAX_WORDS);
    return new Map(kept);
  }
}
