import { zipSync, type Zippable } from 'fflate';
import type { Archive } from './archive.ts';
import { decodeXml, isWideXml, rejectEntities } from './xml.ts';

/**
 * Packs the XML of a document, and the binary parts of a workbook that has them instead, into an uncompressed archive, so that
 * a parser reads exactly the bytes that were checked here. Images, fonts and embedded files are left out.
 */
export function packXml(archive: Archive): Buffer {
  const parts: Zippable = Object.create(null) as Zippable;
  const isBinary = archive.names.includes('xl/workbook.bin');
  const packed = isBinary ? /\.(xml|rels)$|^xl\/(?!printerSettings|embeddings|media)[^.]+\.bin$/i : /\.(xml|rels)$/i;
  for (const name of archive.names.filter((entry) => packed.test(entry))) {
    const content = archive.read(name)!;
    const isText = !name.endsWith('.bin');
    if (isText) rejectEntities(content);
    // The parser cannot decode UTF-16.
    const isWide = isText && isWideXml(content);
    parts[name] = [isWide ? Buffer.from(decodeXml(content)) : content, { level: 0 }];
  }
  return Buffer.from(zipSync(parts));
}
