import { zipSync, type Zippable } from 'fflate';
import mammoth from 'mammoth';
import type { TextPart } from '../../../../contract/locations.ts';
import { openArchive, type Archive } from '../office/archive.ts';
import { parseSections } from './sections.ts';
import type { FormatContext, Summary } from '../formats.ts';
import { rejectEntities } from '../office/xml.ts';

/**
 * Reads a Word document, one part per section. Tracked changes count as accepted. Running headers, footers and comments are
 * left out; footnotes and endnotes follow as a separate section.
 */
export async function* readDocx(bytes: Buffer, { limits }: FormatContext): AsyncGenerator<TextPart, Summary> {
  const xmlArchive = extractXml(openArchive(bytes, limits));
  const { value: html } = await mammoth.convertToHtml(
    { buffer: Buffer.from(xmlArchive) },
    {
      externalFileAccess: false,
      // A document's own style map could hide text or change what counts as a heading.
      includeEmbeddedStyleMap: false,
      convertImage: mammoth.images.imgElement(async () => ({ src: '' })),
    },
  );
  yield* parseSections(html);
  return { pages: null };
}

/**
 * Packs the XML of a document into an uncompressed archive, so that the parser reads exactly the bytes that were checked
 * here. Images, fonts and embedded files are left out.
 */
function extractXml(archive: Archive): Uint8Array {
  const parts: Zippable = Object.create(null) as Zippable;
  for (const name of archive.names.filter((entry) => /\.(xml|rels)$/i.test(entry))) {
    const content = archive.read(name)!;
    rejectEntities(content);
    parts[name] = [content, { level: 0 }];
  }
  return zipSync(parts);
}
