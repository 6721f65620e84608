import { setImmediate as breathe } from 'node:timers/promises';
import type { Extraction, Location } from '../../../contract/locations.ts';
import type { NewChunk, IndexedFile } from '../../storage/tables/search/chunks.ts';
import type { Occurrence } from '../../storage/tsvector.ts';
import type { AppContext } from '../../context.ts';
import { analyse, type Analysed } from '../text/analyze.ts';
import { chunksOf, type Chunk } from './chunking.ts';
import { languageOf, type Language } from '../text/detectLanguage.ts';
import { wordsOf } from '../text/words.ts';

export type IndexContext = Pick<AppContext, 'store' | 'models' | 'clock'>;

export interface FileToIndex extends Omit<IndexedFile, 'type'> {
  extraction: Extraction;
}

/** Chunks that are analysed, embedded and stored together. */
const BATCH = 64;
/** Words of what stands above come first; the text's own begin here, so that the two are never neighbours. */
const BODY_FROM = 100;
/** A file's first words are its title, more often than not. */
const OPENING = 100;
/** What stands above a chunk is said again with each; of long headings the innermost say most. */
const LONGEST_HEADING = 400;
/** A file's name is part of each chunk too. */
const LONGEST_NAME = 200;
/** How much of a file tells its language. */
const SAMPLE = 20_000;

/**
 * Makes a file findable: its text in chunks, their words and vectors, in a set that is seen from its end on, as a whole and
 * in place of the one before. Done again for the same version, by the same embedder, it does nothing; ended at any point
 * and begun again, it leaves one set. Throws what the model server or the store threw, and the signal's reason.
 * @param onProgress told how many characters of how many are done
 */
export async function indexFile(
  ctx: IndexContext,
  file: FileToIndex,
  signal: AbortSignal,
  onProgress: (done: number, total: number) => void = () => undefined,
): Promise<void> {
  const { store, models, clock } = ctx;
  const { extraction, ...version } = file;
  const begunAt = clock.now();
  const embedder = await models.embedder();
  const there = await store.chunks.findVisible(file);
  if (there?.etag === file.etag && there.name === file.name && there.embedder === embedder) return;

  const language = languageOfFile(extraction);
  const set = { ...version, id: crypto.randomUUID(), type: extraction.type, language, embedder };
  await store.chunks.createVersion(set, begunAt);
  const total = extraction.parts.reduce((sum, part) => sum + part.text.length, 0);
  const opening = openingOf(extraction);
  let n = 0;
  const before = lengthsBefore(extraction);
  for (const batch of batchesOf(extraction)) {
    signal.throwIfAborted();
    const above = memoized((text) => analyse(store.stems, text, language, language));
    const chunks = await Promise.all(
      batch.map(async (chunk) => {
        const fields = await Promise.all([nameOf(file.name), headingOf(chunk.location), opening].map(above));
        return readChunk(fields, await analyse(store.stems, chunk.body, language), chunk);
      }),
    );
    const vectors =
      embedder === null
        ? []
        : await models.embed(
            batch.map((chunk) => spokenOf(file.name, chunk)),
            signal,
          );
    const stored = await store.chunks.add(
      set.id,
      chunks.map((chunk, at) => ({ ...chunk, n: n + at, vector: vectors[at] ?? null })),
    );
    if (!stored) return;
    n += chunks.length;
    const last = batch.at(-1);
    if (last) onProgress(Math.min(total, (before[last.part] ?? 0) + last.charTo), total);
    await breathe();
  }
  signal.throwIfAborted();
  await store.chunks.publish(set.id);
}

/** Takes a file out of the search, with all versions of it that were begun. */
export async function forgetFile(
  { store }: Pick<AppContext, 'store'>,
  file: Pick<IndexedFile, 'tenantId' | 'siteId' | 'itemId'>,
): Promise<void> {
  await store.chunks.removeFile(file);
}

/** How many characters come before each part. */
function lengthsBefore({ parts }: Extraction): number[] {
  let sum = 0;
  return parts.map(({ text }) => (sum += text.length) - text.length);
}

/** Chunks stand under the same few texts, which are analysed once. */
function memoized<Made>(make: (text: string) => Promise<Made>): (text: string) => Promise<Made> {
  const made = new Map<string, Promise<Made>>();
  return (text) => {
    const known = made.get(text) ?? make(text);
    made.set(text, known);
    return known;
  };
}

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
function headingOf(location: Location): string {
  if (location.kind === 'section') return location.path.join(' › ').slice(-LONGEST_HEADING).toWellFormed();
  return location.kind === 'sheet' ? location.sheet.slice(0, LONGEST_HEADING).toWellFormed() : '';
}

const nameOf = (fileName: string) =>
  fileName
    .replace(/\.\w{1,5}$/, '')
    .replaceAll('_', ' ')
    .slice(0, LONGEST_NAME)
    .toWellFormed();

/** What the vector of a chunk is of: its text below what it stands under. */
function spokenOf(fileName: string, { location, body }: Chunk): string {
  return [nameOf(fileName), headingOf(location), body].filter((text) => text.trim() !== '').join('\n');
}

/** The first words of a file: a chunk is of what they say, wherever it stands. */
function openingOf({ parts }: Extraction): string {
  return (parts.find(({ text }) => text.trim() !== '')?.text ?? '').trim().slice(0, OPENING);
}

const FIELDS = ['A', 'B', 'C'] as const;

/** @param above what the chunk stands under: the file's name, headings, the file's first words */
function readChunk(above: readonly Analysed[], body: Analysed, chunk: Chunk): Omit<NewChunk, 'vector' | 'n'> {
  const words = new Map<string, Occurrence[]>();
  const put = (term: string, position: number, field: Occurrence['field']) => {
    const occurrences = words.get(term);
    if (occurrences) occurrences.push({ position, field });
    else words.set(term, [{ position, field }]);
  };
  let position = 1;
  for (const [at, field] of FIELDS.entries())
    for (const { term } of above[at]?.terms ?? []) if (position < BODY_FROM) put(term, position++, field);
  for (const { term, position: at } of body.terms) put(term, BODY_FROM + at, 'D');
  return { ...chunk, length: body.terms.length, words };
}
