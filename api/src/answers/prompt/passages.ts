import { locationLabel, type Extraction, type Location } from '#contract/files/locations.ts';
import { listUnread } from '#contract/files/unread.ts';
import type { Source } from '#contract/runs/functionCalls.ts';
import type { Citation } from '#contract/runs/answerEvents.ts';
import { truncate } from '#contract/text/text.ts';
import type { LocatedItem } from '#api/graph/fileSources.ts';
import type { Hit } from '#api/search/access/trimToReadable.ts';

/** A piece of a file that a model reads and can cite by its number. */
export interface Passage {
  number: number;
  fileId: string;
  fileName: string;
  fileType: string;
  location: Location;
  text: string;
  link: string | null;
  lastModified: string | null;
  site: string | null;
  /** Says in words which parts of the file were not read; empty if everything was read. */
  unread?: string;
  /** Whether the file has changed since this text was read. */
  changed?: boolean;
  /** Its position in the search index, with which a look-up can read the text around it. */
  hit?: Hit;
  /** The file of the passage, if the file is in no search index. */
  driveFile?: DriveFile;
  /** The origin in words, if the passage is not from a file: `from Ben Carter, Nov 20, 2026`. */
  place?: string;
  /** How a person opens the source, if it is neither a file of a site nor one that AVA stores. */
  opens?: Source['opens'];
  /** False for a text that AVA wrote from other passages, so that only these are cited. */
  citable?: false;
  /** The text with its citations, which a model reads with the numbers of its prompt. `text` is without them. */
  cited?: CitedText;
}

/** A file of Microsoft 365 that is in no search index: a look-up downloads it. */
export interface DriveFile extends Pick<
  LocatedItem,
  'id' | 'driveId' | 'name' | 'mimeType' | 'size' | 'webUrl' | 'lastModified'
> {
  /** The file's address in Graph, which passages use as its id. */
  fileId: string;
  fileType: string;
  /** The text of the file, once it was read. */
  extraction?: Extraction;
}

/** A text that AVA has written: `[1]` in it refers to the first link. */
export interface CitedText {
  content: string;
  links: Citation[];
}

export interface ExtractedFile {
  fileId: string;
  fileName: string;
  fileType: string;
  /** When the file was last changed, as far as it is known. */
  lastModified?: string | null;
  extraction: Extraction;
}

/** A longer part is split, so that a citation points to a few paragraphs instead of a whole file. */
const MAX_PASSAGE_LENGTH = 3_000;

/** Splits files into numbered passages in reading order, each from one location. */
export function toPassages(files: readonly ExtractedFile[]): Passage[] {
  const pieces = files.flatMap((file) =>
    file.extraction.parts.flatMap((part) =>
      splitText(part.text).map((text) => ({ file, location: part.location, text })),
    ),
  );
  return pieces.map(({ file, location, text }, index) => ({
    number: index + 1,
    fileId: file.fileId,
    fileName: file.fileName,
    fileType: file.fileType,
    location,
    text,
    link: null,
    lastModified: file.lastModified ?? null,
    site: null,
    unread: listUnread(file.extraction.unread ?? []) || (file.extraction.warning ?? ''),
  }));
}

/** Splits after a line or sentence that ends in the second half of a piece, otherwise at the maximum length. */
function splitText(text: string): string[] {
  if (text.trim() === '') return [];
  const pieces: string[] = [];
  let start = 0;
  while (text.length - start > MAX_PASSAGE_LENGTH) {
    const window = text.slice(start, start + MAX_PASSAGE_LENGTH);
    const end = Math.max(window.lastIndexOf('\n'), window.lastIndexOf('. ')) + 1;
    const length = end > MAX_PASSAGE_LENGTH / 2 ? end : truncate(window, window.length).length;
    pieces.push(text.slice(start, start + length));
    start += length;
  }
  pieces.push(text.slice(start));
  return pieces;
}

/**
 * Formats passages for a prompt, each with the day on which its file was last changed, if it is known, and the first
 * passage of a file with a note about what was not read. Text of a file is escaped, so that it can't close its tag or
 * open another. Only the characters that begin a tag are escaped, because models repeat what they read.
 */
export function formatPassages(passages: readonly Passage[]): string {
  const files = new Set<string>();
  return passages
    .map(({ number, fileId, fileName, location, place, lastModified, unread, text }) => {
      const notRead = unread && !files.has(fileId) ? ` not_read="${escapeAttribute(unread)}"` : '';
      files.add(fileId);
      const label = place ?? locationLabel(location);
      return `<passage n="${number}" source="${escapeAttribute(fileName)}" place="${escapeAttribute(label)}"${formatDay(lastModified)}${notRead}>${escapeText(text)}</passage>`;
    })
    .join('\n');
}

/**
 * The attribute `modified` of a passage. A client can send any text as the date of an attached file, so only a day is
 * used.
 */
function formatDay(lastModified: string | null): string {
  const day = /^\d{4}-\d{2}-\d{2}(?=T|$)/.exec(lastModified ?? '')?.[0];
  return day === undefined ? '' : ` modified="${day}"`;
}

function escapeText(text: string): string {
  return text.replaceAll('<', '&lt;');
}

function escapeAttribute(text: string): string {
  return escapeText(text).replaceAll('"', '&quot;');
}
