import { posix } from 'node:path';
import type { TextPart } from '#contract/files/locations.ts';
import { countEmpty, type UnreadCounts } from '#contract/files/unread.ts';
import { ExtractionError } from '#api/extract/errors.ts';
import type { FormatContext, Summary } from '#api/extract/formats/format.ts';
import { openArchive, type Archive } from '#api/extract/formats/office/archive.ts';
import { getAttribute, readElements, readXml } from '#api/extract/formats/office/xml.ts';
import { ContentReader } from './contentReader.ts';
import { readListLabels } from './listLabels.ts';

const CONTENT = 'content.xml';
/** Modules in Basic or another language, without the lists of them. */
const MACROS = /^(?:Basic\/[^/]{1,200}\/(?!script-lb)|Scripts\/)[^/]{1,200}/;

/**
 * Reads a text (ODT), one part per section, or a presentation (ODP), one part per slide, of the Open Document Format: lists with
 * their numbers, tables, text boxes, notes, comments and descriptions of pictures. Deleted text is left out.
 */
export async function* readOpenDocument(
  bytes: Buffer,
  { type, limits, unread }: FormatContext,
): AsyncGenerator<TextPart, Summary> {
  const archive = openArchive(bytes, limits);
  const content = readXml(archive, CONTENT);
  if (content === null) throw new ExtractionError('broken', { cause: `${CONTENT} is missing` });
  const styles = readXml(archive, 'styles.xml') ?? '';
  const reader = new ContentReader(readListLabels(styles, content), {
    countUnread: (kind, count) => unread.add(kind, count),
    readObject: (name) => readObject(archive, name, unread),
  });
  reader.read(content);
  if (type === 'ODT') reader.readHeaders(styles);
  if (archive.names.some((name) => MACROS.test(name))) unread.add('macros');
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
