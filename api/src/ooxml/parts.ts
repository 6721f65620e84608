import { posix } from 'node:path';
import { zipSync, type Zippable } from 'fflate';
import { openArchive } from '#api/extract/formats/office/archive.ts';
import { defaultLimits } from '#api/extract/limits.ts';
import { CONTENT_TYPES, contentTypes, RELATIONSHIPS } from './names.ts';
import { escapeXml } from './escapeXml.ts';
import { encodeXml, listChildren, parseXml } from './xml.ts';

/** The parts of an Office document by name, without a leading slash. */
export type Parts = Map<string, Uint8Array>;

export const CONTENT_TYPES_PART = '[Content_Types].xml';

/** Media types of parts by extension and by name. */
export interface ContentTypes {
  defaults: Map<string, string>;
  overrides: Map<string, string>;
}

/** Reference from one part to another, or to an address outside. */
export interface Relationship {
  id: string;
  /** The whole URL of the type. */
  type: string;
  /** Name of the other part; the address as it is written if it is external. */
  target: string;
  external: boolean;
}

/** Last segment of the URL of a relationship's type: `slideLayout`. */
export function nameOfType({ type }: Relationship): string {
  return type.slice(type.lastIndexOf('/') + 1);
}

/** Unpacks a document within the limits of all archives. @throws ExtractionError */
export function openParts(bytes: Uint8Array): Parts {
  const archive = openArchive(Buffer.from(bytes), defaultLimits);
  return new Map(archive.names.map((name) => [name, archive.read(name) ?? new Uint8Array()]));
}

// These files are compressed already. Compressing them again takes time and saves nothing.
const COMPRESSED = /\.(png|jpe?g|gif|mp4|m4a|mp3|wmv|xlsx)$/i;
/** A fixed date, so that the same parts give the same bytes: the earliest one that a zip archive can have. */
const ZIP_DATE = new Date(1980, 0, 1, 12);

export function zipParts(parts: Parts): Uint8Array {
  const names = [CONTENT_TYPES_PART, ...[...parts.keys()].filter((name) => name !== CONTENT_TYPES_PART)];
  const files: Zippable = Object.create(null) as Zippable;
  for (const name of names)
    files[name] = [parts.get(name) ?? new Uint8Array(), { level: COMPRESSED.test(name) ? 0 : 6, mtime: ZIP_DATE }];
  return zipSync(files);
}

export function readContentTypes(parts: Parts): ContentTypes {
  const types: ContentTypes = { defaults: new Map(), overrides: new Map() };
  const part = parts.get(CONTENT_TYPES_PART);
  if (!part) return types;
  for (const element of listChildren(parseXml(part).documentElement)) {
    const type = element.getAttribute('ContentType') ?? '';
    if (element.localName === 'Default')
      types.defaults.set((element.getAttribute('Extension') ?? '').toLowerCase(), type);
    if (element.localName === 'Override')
      types.overrides.set((element.getAttribute('PartName') ?? '').replace(/^\//, ''), type);
  }
  return types;
}

export function writeContentTypes(parts: Parts, { defaults, overrides }: ContentTypes): void {
  const entries = [
    ...[...defaults].map(([extension, type]) => ({ element: 'Default', key: 'Extension', value: extension, type })),
    ...[...overrides].map(([part, type]) => ({ element: 'Override', key: 'PartName', value: `/${part}`, type })),
  ];
  const xml = entries.map(
    ({ element, key, value, type }) => `<${element} ${key}="${escapeXml(value)}" ContentType="${escapeXml(type)}"/>`,
  );
  parts.set(CONTENT_TYPES_PART, encodeXml(`<Types xmlns="${CONTENT_TYPES}">${xml.join('')}</Types>`));
}

export function contentTypeOf({ defaults, overrides }: ContentTypes, part: string): string | null {
  const extension = part.slice(part.lastIndexOf('.') + 1).toLowerCase();
  return overrides.get(part) ?? defaults.get(extension) ?? null;
}

/** Name of the part with the relationships of a part; the part '' is the document itself. */
export function relationshipsPartOf(part: string): string {
  const { dir, base } = posix.parse(part);
  return posix.join(dir, '_rels', `${base}.rels`);
}

export function readRelationships(parts: Parts, part: string): Relationship[] {
  const content = parts.get(relationshipsPartOf(part));
  if (!content) return [];
  return listChildren(parseXml(content).documentElement, 'Relationship').map((element) => {
    const written = element.getAttribute('Target') ?? '';
    const external = element.getAttribute('TargetMode') === 'External';
    return {
      id: element.getAttribute('Id') ?? '',
      type: element.getAttribute('Type') ?? '',
      target: external ? written : resolveTarget(parts, part, written),
      external,
    };
  });
}

export function writeRelationships(parts: Parts, part: string, relationships: readonly Relationship[]): void {
  const name = relationshipsPartOf(part);
  if (relationships.length === 0) return void parts.delete(name);
  const { dir } = posix.parse(part);
  const xml = relationships.map(({ id, type, target, external }) => {
    const written = external ? target : posix.relative(dir, target).split('/').map(encodeURIComponent).join('/');
    const mode = external ? ' TargetMode="External"' : '';
    return `<Relationship Id="${escapeXml(id)}" Type="${escapeXml(type)}" Target="${escapeXml(written)}"${mode}/>`;
  });
  parts.set(name, encodeXml(`<Relationships xmlns="${RELATIONSHIPS}">${xml.join('')}</Relationships>`));
}

/** The part that a relative or absolute target names, as it is written or decoded. */
function resolveTarget(parts: Parts, part: string, written: string): string {
  const path = written.split('#')[0] ?? '';
  const target = path.startsWith('/') ? path.slice(1) : posix.join(posix.parse(part).dir, path);
  if (parts.has(target)) return target;
  try {
    return decodeURIComponent(target);
  } catch {
    return target;
  }
}

/** Adds the media types that every package needs. */
export function addDefaultTypes({ defaults }: ContentTypes): void {
  defaults.set('rels', contentTypes.relationships);
  if (!defaults.has('xml')) defaults.set('xml', 'application/xml');
}
