import { zipSync, type Zippable } from 'fflate';
import mammoth from 'mammoth';
import type { TextPart } from '../../../../contract/locations.ts';
import { openArchive, type Archive } from '../office/archive.ts';
import { parseSections } from './sections.ts';
import type { FormatContext, Summary } from '../formats.ts';
import { rejectEntities } from '../office/xml.ts';

/**
 * A Word document, one part per section under its headings. The text is as if all tracked changes were accepted;
 * running headers, footers and comments are left out; footnotes and endnotes follow as a section of their own.
 */
export async function* readDocx(bytes: Buffer, { limits }: FormatContext): AsyncGenerator<TextPart, Summary> {
  const checked = onlyXml(openArchive(bytes, limits));
  const { value: html } = await mammoth.convertToHtml(
    { buffer: Buffer.from(checked) },
    {
      externalFileAccess: false,
      // A document may bring a style map of its own that decides what counts as a heading, or hides text.
      includeEmbeddedStyleMap: false,
      convertImage: mammoth.images.imgElement(async () => ({ src: '' })),
    },
  );
  yield* parseSections(html);
  return { pages: null };
}

/**
 * The XML of a document as an archive that is not compressed, so that the parser sees the very bytes that were counted
 * and searched here. Pictures, fonts and embedded files are not in it.
 */
function onlyXml(archive: Archive): Uint8Array {
  const parts: Zippable = Object.create(null) as Zippable;
  for (const name of archive.names.filter((one) => /\.(xml|rels)$/i.test(one))) {
    const content = archive.read(name)!;
    rejectEntities(content);
    parts[name] = [content, { level: 0 }];
  }
  return zipSync(parts);
}
