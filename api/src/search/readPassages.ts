import { listUnread } from '#contract/files/unread.ts';
import type { Passage } from '#api/answers/prompt/passages.ts';
import type { AppContext } from '#api/context.ts';
import type { Outline } from '#api/storage/tables/search/chunkLookup.ts';
import type { ChunkText } from '#api/storage/tables/search/chunkSearch.ts';
import { countTokens } from '#api/tokens/countTokens.ts';
import type { ReadableHit } from './access/trimToReadable.ts';
import { findTableHead } from './text/tableHead.ts';

export type PassageContext = { store: { chunkSearch: Pick<AppContext['store']['chunkSearch'], 'findTexts'> } };

/** The hits that became passages, and these passages, in the same order. */
export interface ReadHits {
  passageHits: ReadableHit[];
  passages: Passage[];
}

/** Tokens of a passage's tag: its number, file and location. */
const TAG_TOKENS = 40;
/** Share of the tokens that is filled with whole pages or sections. The rest is filled with the hits as they are. */
const WHOLE_SHARE = 1 / 3;
/** How many pages or sections are read as a whole at most. */
const MAX_WHOLE = 16;
/** A longer page or section is not read as a whole, but around the hit, up to this number of characters. */
const MAX_WHOLE_LENGTH = 6_000;
/** How many chunks on either side of a hit are part of that text at most. */
const MAX_AROUND = 8;

/** A readable file with what a list says about it. */
export interface OutlinedFile {
  readable: ReadableHit;
  outline: Outline;
}

/** Reads pages, headings and beginnings of the files of readable hits, in the same order. */
export async function readOutlines(
  { store }: { store: { chunkLookup: Pick<AppContext['store']['chunkLookup'], 'findOutlines'> } },
  hits: readonly ReadableHit[],
): Promise<OutlinedFile[]> {
  const outlines = await store.chunkLookup.findOutlines(hits.map(({ hit }) => hit.versionId));
  const byVersion = new Map(outlines.map((outline) => [outline.versionId, outline]));
  return hits.flatMap((readable) => {
    const outline = byVersion.get(readable.hit.versionId);
    return outline ? [{ readable, outline }] : [];
  });
}

/**
 * Reads the text of readable hits as numbered passages, in the same order. Text of the index is read in this file only,
 * and only `trim` creates a `ReadableHit`. A hit whose version has just been replaced is left out.
 * @param around number of neighboring chunks to add on each side
 */
export async function readHits({ store }: PassageContext, hits: readonly ReadableHit[], around = 0): Promise<ReadHits> {
  const chunks = await store.chunkSearch.findTexts(getIds(hits), around);
  const byPosition = new Map(chunks.map((chunk) => [`${chunk.versionId}/${chunk.n}`, chunk]));
  const found = matchTexts(hits, chunks);
  const passages = found.map(({ readable, chunk }, index) => {
    const neighbors = Array.from(
      { length: 2 * around + 1 },
      (_, offset) => byPosition.get(`${chunk.versionId}/${chunk.n - around + offset}`)?.body,
    );
    const text = around === 0 ? chunk.body : neighbors.filter((body) => body !== undefined).join('\n');
    return { ...toPassage(readable, chunk, text), number: index + 1 };
  });
  return { passageHits: found.map(({ readable }) => readable), passages };
}

/** The passages of `readHits`. */
export async function readPassages(...args: Parameters<typeof readHits>): Promise<Passage[]> {
  return (await readHits(...args)).passages;
}

/**
 * Reads readable hits, best first, as numbered passages of `maxTokens` together: the best ones with their whole page or
 * section, so that a model sees what belongs to them, the others as they are, so that it sees many. A hit in an earlier passage is
 * left out. The same hits are read in the same way each time.
 * @param keepAll reads the rest, too, if it exceeds `maxTokens`
 */
export async function readBestPassages(
  { store }: PassageContext,
  hits: readonly ReadableHit[],
  maxTokens: number,
  keepAll = false,
): Promise<ReadHits> {
  const { chunkSearch } = store;
  const found = matchTexts(hits, await chunkSearch.findTexts(getIds(hits)));
  const parts = [...Map.groupBy(found, ({ chunk }) => toPartKey(chunk)).values()];
  const whole = new Set(parts.slice(0, MAX_WHOLE).flatMap(([first]) => first?.chunk.id ?? []));
  const inTables = found.filter(({ chunk }) => chunk.body.startsWith('|')).map(({ chunk }) => chunk.id);
  const around = await chunkSearch.findTexts([...whole, ...inTables], MAX_AROUND, { acrossParts: false });
  const byPart = Map.groupBy(around, toPartKey);
  const read = new Set<number>();
  const result: ReadHits = { passageHits: [], passages: [] };
  let tokens = 0;
  for (const { readable, chunk } of found) {
    if (read.has(chunk.id)) continue;
    const part = byPart.get(toPartKey(chunk)) ?? [];
    const isWhole = whole.has(chunk.id) && tokens < maxTokens * WHOLE_SHARE;
    const chunks = isWhole ? takeAround(chunk, part) : [chunk];
    const before = joinTexts(part.filter(({ n }) => n < chunks[0]!.n));
    const text = [findTableHead(before, chunks[0]!.body), joinTexts(chunks)].filter(Boolean).join('\n');
    tokens += TAG_TOKENS + (await countTokens(text));
    if (tokens > maxTokens && !keepAll && result.passages.length > 0) break;
    for (const { id } of chunks) read.add(id);
    result.passageHits.push(readable);
    result.passages.push({ ...toPassage(readable, chunk, text), number: result.passages.length + 1 });
  }
  return result;
}

const getIds = (hits: readonly ReadableHit[]) => hits.map(({ hit }) => hit.chunkId);
const toPartKey = ({ versionId, part }: ChunkText) => `${versionId}/${part}`;

function matchTexts(
  hits: readonly ReadableHit[],
  chunks: readonly ChunkText[],
): { readable: ReadableHit; chunk: ChunkText }[] {
  const byId = new Map(chunks.map((chunk) => [chunk.id, chunk]));
  return hits.flatMap((readable) => {
    const chunk = byId.get(readable.hit.chunkId);
    return chunk?.versionId === readable.file.versionId ? [{ readable, chunk }] : [];
  });
}

/** Takes as many neighbors as fit, by turns after and before a chunk, from the chunks of its part in reading order. */
function takeAround(chunk: ChunkText, part: readonly ChunkText[]): ChunkText[] {
  const at = part.findIndex(({ id }) => id === chunk.id);
  let [first, last] = [at, at];
  const fits = (from: number, to: number) =>
    part[from] && part[to] && part[to].charFrom + part[to].body.length - part[from].charFrom <= MAX_WHOLE_LENGTH;
  for (;;) {
    if (fits(first, last + 1)) last += 1;
    else if (!fits(first - 1, last)) break;
    if (fits(first - 1, last)) first -= 1;
  }
  return at < 0 ? [chunk] : part.slice(first, last + 1);
}

/** Joins chunks of one part without the text that neighbors share. */
function joinTexts(chunks: readonly ChunkText[]): string {
  const start = chunks[0]?.charFrom ?? 0;
  return chunks.reduce(
    (text, { charFrom, body }) => text.slice(0, charFrom - start).padEnd(charFrom - start, '\n') + body,
    '',
  );
}

function toPassage(
  { hit, file, item, hasChanged }: ReadableHit,
  { location, unread }: ChunkText,
  text: string,
): Omit<Passage, 'number'> {
  return {
    fileId: file.itemId,
    fileName: item.name,
    fileType: file.type,
    location,
    text,
    link: item.webUrl || null,
    lastModified: item.lastModified || null,
    site: file.siteId || null,
    changed: hasChanged,
    unread: listUnread(unread),
    hit,
  };
}
