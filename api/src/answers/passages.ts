import { locationLabel, type Extraction, type Location } from '../../contract/locations.ts';
import { truncate } from '../../contract/text.ts';

/** A piece of a file that a model may cite by its number, and nothing else. */
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
  /** Whether the file is newer than this text of it. */
  changed?: boolean;
}

export interface ReadFile {
  fileId: string;
  fileName: string;
  fileType: string;
  extraction: Extraction;
}

/** Long parts are cut here, so that a citation points at a few paragraphs and not at a whole file. */
const LONGEST_PASSAGE = 3_000;

/** The numbered passages of some files, in reading order, never across two places. */
export function passagesOf(files: readonly ReadFile[]): Passage[] {
  const pieces = files.flatMap((file) =>
    file.extraction.parts.flatMap((part) => cut(part.text).map((text) => ({ file, location: part.location, text }))),
  );
  return pieces.map(({ file, location, text }, index) => ({
    number: index + 1,
    fileId: file.fileId,
    fileName: file.fileName,
    fileType: file.fileType,
    location,
    text,
    link: null,
    lastModified: null,
    site: null,
  }));
}

/** Pieces of at most that length, cut after a line or a sentence where one ends in the second half; joined, the text. */
function cut(text: string): string[] {
  if (text.trim() === '') return [];
  const pieces: string[] = [];
  let from = 0;
  while (text.length - from > LONGEST_PASSAGE) {
    const window = text.slice(from, from + LONGEST_PASSAGE);
    const end = Math.max(window.lastIndexOf('\n'), window.lastIndexOf('. ')) + 1;
    const length = end > LONGEST_PASSAGE / 2 ? end : truncate(window, window.length).length;
    pieces.push(text.slice(from, from + length));
    from += length;
  }
  pieces.push(text.slice(from));
  return pieces;
}

/** Passages as a model reads them. What a file says cannot close its tag or open another. */
export function quotePassages(passages: readonly Passage[]): string {
  return passages
    .map(({ number, fileName, location, text }) => {
      const label = locationLabel(location);
      return `<passage n="${number}" source="${escape(fileName)}" place="${escape(label)}">${escape(text)}</passage>`;
    })
    .join('\n');
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

function escape(text: string): string {
  return text.replace(/[&<>"]/g, (sign) => entities[sign] ?? sign);
}
