import mammoth from 'mammoth';
import type { TextPart } from '../../../../contract/files/locations.ts';
import { openArchive } from '../office/archive.ts';
import { parseSections } from './sections.ts';
import type { FormatContext, Summary } from '../formats.ts';
import { packXml } from '../office/packXml.ts';

/**
 * Reads a Word document, one part per section. Tracked changes count as accepted. Running headers, footers and comments are
 * left out; footnotes and endnotes follow as a separate section.
 */
export async function* readDocx(bytes: Buffer, { limits }: FormatContext): AsyncGenerator<TextPart, Summary> {
  const xmlArchive = packXml(openArchive(bytes, limits));
  const { value: html } = await mammoth.convertToHtml(
    { buffer: xmlArchive },
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
