import { collectReferences } from './references.ts';
import { NAMESPACE_R } from './names.ts';
import {
  contentTypeOf,
  CONTENT_TYPES_PART,
  nameOfType,
  readContentTypes,
  readRelationships,
  type Parts,
} from './parts.ts';
import { findPath, listChildren, parseXml, walkElements } from './xml.ts';

/** Ids of masters and layouts start here (ECMA-376, part 1, 19.7.13 and 19.7.15), ids of slides at 256 (19.7.13). */
const MIN_MASTER_ID = 2_147_483_648;
const MIN_SLIDE_ID = 256;

/** The faults of a document of Office as a package; empty if it is valid. */
export function checkPackage(parts: Parts): string[] {
  const problems: string[] = [];
  const types = readContentTypes(parts);
  if (!parts.has(CONTENT_TYPES_PART)) problems.push('no content types');
  for (const part of types.overrides.keys()) if (!parts.has(part)) problems.push(`content type of missing ${part}`);
  const reached = new Set<string>();
  for (const part of ['', ...parts.keys()]) {
    if (part.endsWith('.rels') || part === CONTENT_TYPES_PART) continue;
    if (part !== '' && contentTypeOf(types, part) === null) problems.push(`${part} has no content type`);
    problems.push(...checkRelationships(parts, part, reached));
    if (part.endsWith('.xml')) problems.push(...checkXml(parts, part));
  }
  for (const part of parts.keys())
    if (!part.endsWith('.rels') && part !== CONTENT_TYPES_PART && !reached.has(part))
      problems.push(`${part} is not reachable`);
  return [...problems, ...checkIds(parts)];
}

function checkRelationships(parts: Parts, part: string, reached: Set<string>): string[] {
  const problems: string[] = [];
  const ids = new Set<string>();
  for (const { id, target, external } of readRelationships(parts, part)) {
    if (ids.has(id)) problems.push(`${part} has two relationships ${id}`);
    ids.add(id);
    if (external) continue;
    if (parts.has(target)) reached.add(target);
    else problems.push(`${part} refers to missing ${target}`);
  }
  if (part === '' || !part.endsWith('.xml')) return problems;
  for (const { id } of collectReferences(parts, part)) if (!ids.has(id)) problems.push(`${part} uses missing ${id}`);
  return problems;
}

/** Ids of shapes are unique in a slide, layout or master. */
function checkXml(parts: Parts, part: string): string[] {
  const root = parseXml(parts.get(part)!).documentElement!;
  const seen = new Set<string>();
  const problems: string[] = [];
  if (!/^ppt\/(slides|notesSlides)\//.test(part)) return problems;
  for (const element of walkElements(root)) {
    if (element.localName !== 'cNvPr') continue;
    const id = element.getAttribute('id') ?? '';
    if (seen.has(id)) problems.push(`${part} has two shapes ${id}`);
    seen.add(id);
  }
  return problems;
}

function checkIds(parts: Parts): string[] {
  const main = readRelationships(parts, '').find((relationship) => nameOfType(relationship) === 'officeDocument');
  if (!main || !parts.has(main.target)) return ['no presentation'];
  const root = parseXml(parts.get(main.target)!).documentElement;
  const problems: string[] = [];
  const slides = listChildren(findPath(root, 'sldIdLst'), 'sldId').map((element) => Number(element.getAttribute('id')));
  if (new Set(slides).size < slides.length || slides.some((id) => !(id >= MIN_SLIDE_ID && id < MIN_MASTER_ID)))
    problems.push('ids of slides are not unique or out of range');
  const masters = listChildren(findPath(root, 'sldMasterIdLst'), 'sldMasterId');
  if (masters.length === 0) problems.push('no master');
  const relationships = new Map(readRelationships(parts, main.target).map(({ id, target }) => [id, target]));
  for (const element of [...listChildren(findPath(root, 'sldIdLst'), 'sldId'), ...masters])
    if (!relationships.has(element.getAttributeNS(NAMESPACE_R, 'id') ?? ''))
      problems.push('a slide or master has no relationship');
  return problems;
}
