import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { AvaError } from '#contract/errors.ts';
import { pageNumber, type Location, type TextPart } from '#contract/files/locations.ts';
import { toPassages, type DriveFile, type Passage } from '#api/answers/prompt/passages.ts';
import { readItemText } from '#api/files/readItemText.ts';
import { trim, trimFiles, type Hit } from '#api/search/access/trimToReadable.ts';
import { readPassages } from '#api/search/readPassages.ts';
import type { ChunkConditions } from '#api/storage/tables/search/chunkLookup.ts';
import { ArgumentError } from '#api/functions/arguments/argumentError.ts';
import type { CallContext, FoundData } from '#api/functions/avaFunction.ts';
import { functionTexts } from '#api/functions/functions.texts.ts';
import type { FoundThings } from '#api/functions/handles.ts';

export const passageNumber = z.number().int().min(1).max(100_000);

/** One more than a result can have, so that AVA knows whether the result was cut and can say so. */
const MAX_CHUNKS = 41;

/** The passage with a number that the model has read. Throws `ArgumentError`. */
export function getPassage({ passages }: Pick<FoundThings, 'passages'>, number: number): Passage {
  const passage = passages.find((candidate) => candidate.number === number);
  if (!passage) throw new ArgumentError(functionTexts.noSuchPassage(number));
  return passage;
}

type Span = readonly [first: number, last: number];

/** Which parts of a file a call reads: of its index, or of a file that was downloaded. */
interface Selection {
  chunks: ChunkConditions;
  /**
   * @param span the first and last page, row or second of a part; for a part without pages, rows and seconds, its
   * number
   * @param distance how many parts after the passage it is; null if the passage is no part of the text
   */
  selects: (part: TextPart, span: Span, distance: number | null) => boolean;
  /** What the call says about parts that it has found. */
  summary: string;
  /** The sentence if no parts were found, with the number of the file's pages. Can throw `ArgumentError`. */
  describeNothing: (pages: number) => FoundData;
}

/** Reads parts of the file of a passage. Access is asked for at each call, because the person can have lost it. */
export async function readFoundFile(call: CallContext, passage: Passage, selection: Selection): Promise<FoundData> {
  if (passage.hit) return readFromIndex(call, passage.hit, selection);
  if (passage.driveFile) return readFromDrive(call, passage.driveFile, passage.location, selection);
  throw new ArgumentError(functionTexts.readInFull);
}

async function readFromIndex(
  { ctx, person, signal }: CallContext,
  hit: Hit,
  { chunks, summary, describeNothing }: Selection,
): Promise<FoundData> {
  const { chunkLookup } = ctx.store;
  const { versionId } = hit;
  if ((await trim(ctx, person, [hit], signal)).length === 0)
    throw new AvaError('not_found', { detail: functionTexts.noAccess });
  const ids = await chunkLookup.listChunks(versionId, chunks, MAX_CHUNKS);
  const hits = await trim(
    ctx,
    person,
    ids.map((chunkId) => ({ chunkId, versionId })),
    signal,
  );
  if (hits.length > 0) return { summary, hits, passages: await readPassages(ctx, hits) };
  const [outline] = await chunkLookup.findOutlines([versionId]);
  return describeNothing(outline?.pages ?? outline?.parts ?? 0);
}

/** The bytes are fetched with the person's own rights. */
async function readFromDrive(
  { ctx, person, signal }: CallContext,
  file: DriveFile,
  location: Location,
  { selects, summary, describeNothing }: Selection,
): Promise<FoundData> {
  const { driveId, id: itemId } = file;
  const readable = await trimFiles(ctx, person, [{ driveId, itemId, siteId: '' }], signal);
  if (readable.length === 0) throw new AvaError('not_found', { detail: functionTexts.noAccess });
  const extraction = (file.extraction ??= await readItemText(ctx, person, file, signal));
  const spans = extraction.parts.map((part, index) => getSpan(part.location, index));
  const at = extraction.parts.findIndex((part) => isDeepStrictEqual(part.location, location));
  const parts = extraction.parts.filter((part, index) => selects(part, spans[index]!, at < 0 ? null : index - at));
  if (parts.length === 0) return describeNothing(Math.max(extraction.pages ?? 0, ...spans.map(([, last]) => last)));
  return {
    summary,
    origins: [{ driveId, itemId }],
    passages: toPassages([{ ...file, fileName: file.name, extraction: { ...extraction, parts } }]).map((passage) => ({
      ...passage,
      link: file.webUrl || null,
      lastModified: file.lastModified || null,
      opens: 'graphFile' as const,
      driveFile: file,
    })),
  };
}

function getSpan(location: Location, index: number): Span {
  const page = pageNumber(location);
  if (page !== null) return [page, page];
  if (location.kind === 'rows' || location.kind === 'time') return [location.from, location.to];
  const rows = location.kind === 'sheet' ? (location.range?.match(/\d+/g) ?? []).map(Number) : [];
  return [rows[0] ?? index + 1, rows.at(-1) ?? index + 1];
}
