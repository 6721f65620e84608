import { posix } from 'node:path';
import type { TextPart } from '#contract/files/locations.ts';
import { countEmpty, type UnreadCounts } from '#contract/files/unread.ts';
import { ExtractionError } from '#api/extract/errors.ts';
import type { FormatContext, Summary } from '#api/extract/formats/format.ts';
import { openArchive, type Archive } from '#api/extract/formats/office/archive.ts';
import { readChart } from '#api/extract/formats/office/charts.ts';
import { findMainPart, readRelationships, type Relationship } from '#api/extract/formats/office/relationships.ts';
import { getAttribute, readXml } from '#api/extract/formats/office/xml.ts';
import { readSlideText } from '#api/extract/formats/pptx/slideText.ts';
import type { DocumentParts } from './documentParts.ts';
import { DocumentReader } from './documentReader.ts';
import { readNumbering } from './numbering.ts';
import { PLAIN, SectionWriter } from './sectionWriter.ts';
import { readStyles } from './wordStyles.ts';

const MAIN = 'word/document.xml';

/**
 * Reads a Word document, one part per section, as a reader sees it: with the numbers of lists and headings, equations
 * as LaTeX, the values of charts, the text of boxes and diagrams, and the descriptions of pictures. Tracked changes
 * count as accepted, and hidden text is left out. Notes, comments, headers and footers follow as separate sections.
 */
export async function* readDocx(bytes: Buffer, context: FormatContext): AsyncGenerator<TextPart, Summary> {
  const { limits, unread } = context;
  const archive = openArchive(bytes, limits);
  const main = findMainPart(archive, MAIN);
  const xml = readXml(archive, main);
  if (xml === null) throw new ExtractionError('broken', { cause: `${main} is missing` });
  const links = readRelationships(archive, main);
  const read = (type: string) =>
    links.filter((link) => link.type === type).map(({ target }) => readXml(archive, target) ?? '');
  const chunks = await readChunks(archive, links, context);
  const styles = readStyles(read('styles')[0] ?? '');
  const notes = new Map<string, number>();
  const parts: DocumentParts = {
    styles,
    numbering: readNumbering(read('numbering')[0] ?? '', styles),
    readLinked(id) {
      const link = links.find((each) => each.id === id);
      return link ? (chunks.get(id) ?? readLinked(archive, link, unread)) : '';
    },
    countUnread: (kind) => unread.add(kind),
    numberNote(kind, id) {
      const key = `${kind}/${id}`;
      const number = notes.get(key) ?? notes.size + 1;
      notes.set(key, number);
      return number;
    },
  };
  const writer = new SectionWriter();
  new DocumentReader(writer, parts).read(xml);
  addNotes(writer, parts, notes, { footnote: read('footnotes')[0], endnote: read('endnotes')[0] });
  addComments(writer, parts, read('comments')[0]);
  if (links.some(({ type }) => type === 'vbaProject')) unread.add('macros');
  // Most pictures of headers are logos.
  addRepeated(writer, { ...parts, countUnread: () => undefined }, [...read('header'), ...read('footer')]);
  unread.add('row', writer.droppedRows);
  yield* writer.finish();
  return { pages: null };
}

/** The texts of other documents that the text contains whole, by the id of their link. */
async function readChunks(
  archive: Archive,
  links: readonly Relationship[],
  { readInner, unread }: FormatContext,
): Promise<Map<string, string>> {
  const chunks = new Map<string, string>();
  for (const { id, target } of links.filter(({ type }) => type === 'aFChunk')) {
    const content = archive.read(target);
    if (!content || !readInner) unread.add('attachment');
    const parts = content && readInner ? await readInner(content, posix.basename(target)) : [];
    chunks.set(id, parts.map(({ text }) => text).join('\n\n'));
  }
  return chunks;
}

/** The text of a chart or a diagram. */
function readLinked(archive: Archive, { type, target }: Relationship, unread: UnreadCounts): string {
  const xml = readXml(archive, target) ?? '';
  if (type === 'diagramData') return countEmpty(readSlideText(xml), 'diagram', unread);
  return readChart(xml, unread);
}

/** The notes that the text refers to, with their numbers. */
function addNotes(
  writer: SectionWriter,
  parts: DocumentParts,
  numbers: ReadonlyMap<string, number>,
  sources: Readonly<Record<string, string | undefined>>,
): void {
  if (numbers.size === 0) return;
  writer.startAppendix('Notes');
  const written = new Set<string>();
  // A footnote or endnote can refer to another note, also to an earlier one or one of the other kind.
  for (let before = -1; written.size > before && written.size < numbers.size;) {
    before = written.size;
    for (const kind of ['footnote', 'endnote']) {
      const reader = new DocumentReader(writer, parts);
      reader.onEntry = (_, attributes) => {
        const key = `${kind}/${getAttribute(attributes, 'id') ?? ''}`;
        const number = written.has(key) ? undefined : numbers.get(key);
        if (number === undefined) return false;
        written.add(key);
        writer.endParagraph(PLAIN);
        writer.text(`${number}. `);
        return true;
      };
      reader.read(sources[kind] ?? '');
    }
  }
}

function addComments(writer: SectionWriter, parts: DocumentParts, xml: string | undefined): void {
  if (!xml) return;
  writer.startAppendix('Comments');
  const reader = new DocumentReader(writer, parts);
  reader.onEntry = (_, attributes) => {
    const author = getAttribute(attributes, 'author') ?? '';
    writer.endParagraph(PLAIN);
    if (author !== '') writer.text(`${author}: `);
    return true;
  };
  reader.read(xml);
}

/** Headers and footers are repeated on many pages; each text is read once. */
function addRepeated(writer: SectionWriter, parts: DocumentParts, sources: readonly string[]): void {
  const distinct = [...new Set(sources)].filter(Boolean);
  if (distinct.length === 0) return;
  writer.startAppendix('Headers and footers');
  for (const xml of distinct) new DocumentReader(writer, parts).read(xml);
}
