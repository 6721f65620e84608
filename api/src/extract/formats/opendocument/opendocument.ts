import { posix } from 'node:path';
import type { TextPart } from '#contract/files/locations.ts';
import { countEmpty, type UnreadCounts } from '#contract/files/unread.ts';
import { ExtractionError } from '#api/extract/errors.ts';
import type { FormatContext, Summary } from '#api/extract/formats/format.ts';
import { isZip, openArchive, type Archive } from '#api/extract/formats/office/archive.ts';
import { decodeXml, getAttribute, readElements, readXml } from '#api/extract/formats/office/xml.ts';
import { ContentReader, type ContentOptions } from './contentReader.ts';
import { readListLabels } from './listLabels.ts';
import { SheetReader } from './sheetReader.ts';

const CONTENT = 'content.xml';
/** Modules in Basic or another language, without the lists of them. */
const MACROS = /^(?:Basic\/[^/]{1,200}\/(?!script-lb)|Scripts\/)[^/]{1,200}/;

/**
 * Reads a text (ODT), one part per section, a presentation (ODP), one part per slide, or a workbook (ODS) of the Open Document Format,
 * as an archive or as one file of XML: lists with their numbers, tables, text boxes, notes, comments and descriptions of pictures.
 * Deleted text is left out.
 */
export async function* readOpenDocument(
  bytes: Buffer,
  { type, limits, unread }: FormatContext,
): AsyncGenerator<TextPart, Summary> {
  const archive = isZip(bytes) ? openArchive(bytes, limits) : null;
  const content = archive ? readXml(archive, CONTENT) : decodeXml(bytes);
  if (content === null) throw new ExtractionError('broken', { cause: `${CONTENT} is missing` });
  const options: ContentOptions = {
    countUnread: (kind, count) => unread.add(kind, count),
    // A document of one file contains its objects where they are shown.
    readObject: (name) => (archive && name !== '' ? readObject(archive, name, unread) : ''),
  };
  if (archive?.names.some((name) => MACROS.test(name))) unread.add('macros');
  if (type === 'ODS') {
    yield* new SheetReader(options).read(content);
    return { pages: null };
  }
  const styles = archive ? (readXml(archive, 'styles.xml') ?? '') : content;
  const reader = new ContentReader(readListLabels(styles, content), options);
  reader.read(content);
  if (type === 'ODT') reader.readHeaders(styles);
  yield* reader.finish();
  return { pages: type === 'ODP' ? reader.slides : null };
}

/** The text of an object that is a document within this one: the title and values of a chart, or an equation. */
function readObject(archive: Archive, name: string, unread: UnreadCounts): string {
  const xml = readXml(archive, posix.join(name, CONTENT)) ?? '';
  if (!/<office:chart\b/.test(xml))
    return countEmpty(readEquation(xml), /<(?:math:)?math\b/.test(xml) ? 'equation' : 'embeddedObject', unread);
  const reader = new ContentReader(readListLabels(), { countUnread: () => undefined, readObject: () => '' });
  reader.read(xml);
  const text = reader
    .finish()
    .map((part) => part.text)
    .join('\n');
  return countEmpty(text && `Chart: ${text}`, 'chart', unread);
}

/** The equation as a person typed it, which LibreOffice saves beside its MathML. */
function readEquation(xml: string): string {
  let text = '';
  let isTyped = false;
  readElements(xml, {
    open(name, attributes) {
      isTyped = name === 'annotation' && Boolean(getAttribute(attributes, 'encoding')?.startsWith('StarMath'));
    },
    close: () => void (isTyped = false),
    text: (piece) => void (text += isTyped ? piece : ''),
  });
  return text.trim();
}
