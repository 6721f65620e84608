import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { Extraction } from '#contract/files/locations.ts';
import type { NewChunk, IndexedFile } from '#api/storage/tables/search/chunks.ts';
import type { Occurrence } from '#api/storage/tsvector.ts';
import type { AppContext } from '#api/context.ts';
import { analyzeText, chooseStemmer, toTitle, type AnalyzedText, type Language } from '#api/search/text/analyze.ts';
import { findTableHead } from '#api/search/text/tableHead.ts';
import { splitIntoChunks, type Chunk } from './chunking.ts';

type IndexContext = Pick<AppContext, 'store' | 'fileEmbedder' | 'clock'>;

interface FileToIndex extends Omit<IndexedFile, 'type'> {
  extraction: Extraction;
}

/** Chunks that are analyzed, embedded and stored together. */
const BATCH_SIZE = 64;
/**
 * Position of the first word of a chunk's text. The words of name, heading and opening have lower positions, so that a
 * phrase cannot match across them and the text.
 */
const BODY_POSITION = 100;
/** Characters at the start of a file, which are often its title. */
const OPENING_LENGTH = 100;
/** Characters of headings that each chunk repeats. Of long headings, the innermost are kept. */
const MAX_HEADING_LENGTH = 400;
/** Characters from which a file's language is detected. */
const LANGUAGE_SAMPLE_LENGTH = 20_000;

/**
 * Indexes a file as a new document version, which becomes visible as a whole when it is complete and replaces the one
 * before. Does nothing if this version was indexed with the same embedder. It can be aborted and repeated at any time.
 * Throws the errors of model server and store, and the signal's reason.
 * @param onProgress called with the number of characters that are indexed so far, and with their total number
 */
export async function indexFile(
  ctx: IndexContext,
  file: FileToIndex,
  signal: AbortSignal,
  onProgress: (done: number, total: number) => void = () => undefined,
): Promise<void> {
  const { store, fileEmbedder, clock } = ctx;
  const { extraction, ...fileVersion } = file;
  const startedAt = clock.now();
  const embedder = await fileEmbedder.getEmbedderName();
  const visible = await store.chunks.findVisible(file);
  if (visible?.etag === file.etag && visible.name === file.name && visible.embedder === embedder) return;

  const language = detectFileLanguage(extraction);
  const { type, unread = [] } = extraction;
  const version = { ...fileVersion, id: crypto.randomUUID(), type, language, embedder, unread };
  await store.chunks.createVersion(version, startedAt);
  const total = extraction.parts.reduce((sum, part) => sum + part.text.length, 0);
  const opening = getOpening(extraction);
  const partOffsets = getPartOffsets(extraction);
  let indexedChunks = 0;
  for (const batch of splitIntoBatches(extraction)) {
    signal.throwIfAborted();
    const analyzeContext = memoize((text) => analyzeText(store.stems, text, language, language));
    const chunks = await Promise.all(
      batch.map(async (chunk) => {
        const context = [toTitle(file.name), getHeading(extraction, chunk), opening].map(analyzeContext);
        return toIndexedChunk(await Promise.all(context), await analyzeText(store.stems, chunk.body, language), chunk);
      }),
    );
    const vectors =
      embedder === null
        ? []
        : await fileEmbedder.embed(
            batch.map((chunk) => getTextToEmbed(file.name, getHeading(extraction, chunk), chunk)),
            signal,
          );
    const isStored = await store.chunks.add(
      version.id,
      chunks.map((chunk, index) => ({ ...chunk, n: indexedChunks + index, vector: vectors[index] ?? null })),
    );
    if (!isStored) return;
    indexedChunks += chunks.length;
    const last = batch.at(-1);
    if (last) onProgress(Math.min(total, (partOffsets[last.part] ?? 0) + last.charTo), total);
    await yieldToEventLoop();
  }
  signal.throwIfAborted();
  await store.chunks.publish(version.id);
}

/** Number of characters before each part. */
function getPartOffsets({ parts }: Extraction): number[] {
  let offset = 0;
  return parts.map(({ text }) => (offset += text.length) - text.length);
}

/** Many chunks have the same name, heading and opening, which are analyzed once. */
function memoize<Result>(compute: (text: string) => Promise<Result>): (text: string) => Promise<Result> {
  const results = new Map<string, Promise<Result>>();
  return (text) => {
    const result = results.get(text) ?? compute(text);
    results.set(text, result);
    return result;
  };
}

export function detectFileLanguage({ parts }: Extraction): Language {
  let sample = '';
  for (const { text } of parts) {
    sample += `${text.slice(0, LANGUAGE_SAMPLE_LENGTH - sample.length)}\n`;
    if (sample.length >= LANGUAGE_SAMPLE_LENGTH) break;
  }
  return chooseStemmer(sample, 'english');
}

function* splitIntoBatches(extraction: Extraction): Generator<Chunk[]> {
  let batch: Chunk[] = [];
  for (const chunk of splitIntoChunks(extraction)) {
    batch.push(chunk);
    if (batch.length < BATCH_SIZE) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

/** The headings above a section, or the name of a sheet; then the head of the table in which a chunk begins. */
function getHeading({ parts }: Extraction, { part, location, charFrom, body }: Chunk): string {
  const above = location.kind === 'section' ? location.path.join(' › ').slice(-MAX_HEADING_LENGTH) : '';
  const sheet = location.kind === 'sheet' ? location.sheet.slice(0, MAX_HEADING_LENGTH) : '';
  const head = findTableHead(parts[part]?.text.slice(0, charFrom) ?? '', body);
  return [above, sheet, head]
    .filter((text) => text !== '')
    .join('\n')
    .toWellFormed();
}

/** The text of a chunk with file name and heading, which its vector represents. */
function getTextToEmbed(fileName: string, heading: string, { body }: Chunk): string {
  return [toTitle(fileName), heading, body].filter((text) => text.trim() !== '').join('\n');
}

function getOpening({ parts }: Extraction): string {
  return (parts.find(({ text }) => text.trim() !== '')?.text ?? '').trim().slice(0, OPENING_LENGTH);
}

/** Labels of the words of file name, heading and opening in a tsvector. The words of the body have D. */
const CONTEXT_FIELDS = ['A', 'B', 'C'] as const;

/** @param context file name, heading and opening */
function toIndexedChunk(
  context: readonly AnalyzedText[],
  body: AnalyzedText,
  chunk: Chunk,
): Omit<NewChunk, 'vector' | 'n'> {
  const words = new Map<string, Occurrence[]>();
  const add = (term: string, position: number, field: Occurrence['field']) => {
    const occurrences = words.get(term);
    if (occurrences) occurrences.push({ position, field });
    else words.set(term, [{ position, field }]);
  };
  let contextPosition = 1;
  for (const [index, field] of CONTEXT_FIELDS.entries())
    for (const { term } of context[index]?.terms ?? [])
      if (contextPosition < BODY_POSITION) add(term, contextPosition++, field);
  for (const { term, position } of body.terms) add(term, BODY_POSITION + position, 'D');
  return { ...chunk, length: body.terms.length, words };
}
