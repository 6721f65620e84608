import { posix } from 'node:path';
import type { Archive } from './archive.ts';
import { parseAttributes, readXml, walkXml } from './xml.ts';

/** How a part of an Office document refers to another part inside. */
export interface Relationship {
  id: string;
  /** The last word of the type's address: `slide`, `notesSlide`. */
  type: string;
  /** Name of the other part in the archive. */
  target: string;
}

/** What a part refers to, in the order written; what lies outside the document is left out. '' is the document itself. */
export function readRelationships(archive: Archive, part: string): Relationship[] {
  const { dir, base } = posix.parse(part);
  const xml = readXml(archive, posix.join(dir, '_rels', `${base}.rels`)) ?? '';
  const found: Relationship[] = [];
  for (const event of walkXml(xml)) {
    if (event.kind === 'text' || event.kind === 'close' || event.name !== 'Relationship') continue;
    const attributes = parseAttributes(event.attributes);
    const [id, type, target] = ['Id', 'Type', 'Target'].map((name) => attributes.get(name) ?? '') as [
      string,
      string,
      string,
    ];
    if (attributes.get('TargetMode') === 'External' || target === '') continue;
    const place = target.startsWith('/') ? target.slice(1) : posix.join(dir, target);
    found.push({ id, type: type.slice(type.lastIndexOf('/') + 1), target: place });
  }
  return found;
}
