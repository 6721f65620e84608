import { zipSync, type Zippable } from 'fflate';
import type { Archive } from './archive.ts';
import { rejectEntities } from './xml.ts';

/**
 * Packs the XML of a document into an uncompressed archive, so that a parser reads exactly the bytes that were checked
 * here. Images, fonts and embedded files are left out.
 */
export function packXml(archive: Archive): Buffer {
  const parts: Zippable = Object.create(null) as Zippable;
  for (const name of archive.names.filter((entry) => /\.(xml|rels)$/i.test(entry))) {
    const content = archive.read(name)!;
    rejectEntities(content);
    parts[name] = [content, { level: 0 }];
  }
  return Buffer.from(zipSync(parts));
}
