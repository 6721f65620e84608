import { posix } from 'node:path';
import type { Archive } from './archive.ts';
import { parseAttributes, readXml, walkXml } from './xml.ts';

/** Reference from one part of an Office document to another. */
export interface Relationship {
  id: string;
  /** Last segment of the type's URL: `slide`, `notesSlide`. */
  type: string;
  /** Name of the other part in the archive. */
  target: string;
}

/** Reads the references of a part in document order, without external ones. The part '' is the document itself. */
export function readRelationships(archive: Archive, part: string): Relationship[] {
  const { dir, base } = posix.parse(part);
  const xml = readXml(archive, posix.join(dir, '_rels', `${base}.rels`)) ?? '';
  const relationships: Relationship[] = [];
  for (const event of walkXml(xml)) {
    if (event.kind === 'text' || event.kind === 'close' || event.name !== 'Relationship') continue;
    const attributes = parseAttributes(event.attributes);
    const [id, type, target] = ['Id', 'Type', 'Target'].map((name) => attributes.get(name) ?? '') as [
      string,
      string,
      string,
    ];
    if (attributes.get('TargetMode') === 'External' || target === '') continue;
    const path = target.startsWith('/') ? target.slice(1) : posix.join(dir, target);
    relationships.push({ id, type: type.slice(type.lastIndexOf('/') + 1), target: path });
  }
  return relationships;
}
