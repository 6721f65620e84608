import { posix } from 'node:path';
import type { Archive } from './archive.ts';
import { readElements, readXml } from './xml.ts';

type Attributes = Record<string, string | undefined>;

/** Reference from one part of an Office document to another. */
export interface Relationship {
  id: string;
  /** Last segment of the type's URL: `slide`, `notesSlide`. */
  type: string;
  /** Name of the other part in the archive. */
  target: string;
}

/** The part that a document begins with. */
export function findMainPart(archive: Archive, usual: string): string {
  return readRelationships(archive, '').find(({ type }) => type === 'officeDocument')?.target ?? usual;
}

/** Reads the references of a part in document order, without external ones. The part '' is the document itself. */
export function readRelationships(archive: Archive, part: string): Relationship[] {
  const { dir, base } = posix.parse(part);
  const xml = readXml(archive, posix.join(dir, '_rels', `${base}.rels`)) ?? '';
  const relationships: Relationship[] = [];
  const open = (name: string, { Id: id = '', Type: type = '', Target: target = '', TargetMode }: Attributes) => {
    if (name !== 'Relationship' || TargetMode === 'External' || target === '') return;
    const path = target.startsWith('/') ? target.slice(1) : posix.join(dir, target);
    relationships.push({ id, type: type.slice(type.lastIndexOf('/') + 1), target: path });
  };
  readElements(xml, { open });
  return relationships;
}
